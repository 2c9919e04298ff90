"""The people who play Zack!: seeing a card, working out whose turn it is, throwing, watching the others, challenging.

perception     when who sees a card's face; the table's measures and tempers (zack.toml)
turn_reading   which seat a reader believes due, and how long that takes
attention      who follows whose turn, and what one does about a slow or wrong neighbour
hand           how long hands take, and the motor noise of a throw
mind           one seat's mind: percepts in, acts out; the match drives it

docs/people-zack.md tells the model, its figures and their sources.
"""
