"""Plates that fall through air."""
