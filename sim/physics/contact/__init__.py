"""Solids in contact: profiles of precision, coefficients, bodies, impacts; what every world is made of."""
