"""Four learners, each with an environment to learn in. They need requirements.txt, which stands beside this file."""

from __future__ import annotations

import gymnasium

from yardarm.envs import zatre_v0

SMALL = {"net_arch": [64, 64]}


class OneSeat(gymnasium.Env):
    """A table of PettingZoo's at which one agent plays against bots, as an environment of Gymnasium's."""

    def __init__(self, table):
        self.table, (self.agent,) = table, table.possible_agents
        self.observation_space = table.observation_space(self.agent)["observation"]
        self.action_space = table.action_space(self.agent)

    def reset(self, *, seed=None, options=None):
        self.table.reset(seed=seed)
        return self.table.last()[0]["observation"], {}

    def step(self, action):
        self.table.step(action)
        seen, reward, terminated, truncated, info = self.table.last()
        return seen["observation"], reward, terminated, truncated, info

    def action_masks(self):
        return self.table.action_masks()


class Crates(gymnasium.Wrapper):
    """A hand that always carries a crate to the deck."""

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options={"slot": 6, "piece": "crate"})


class Nearer(gymnasium.Wrapper):
    """A hand that is also rewarded for coming nearer, by a potential: what is best without it stays best."""

    def reset(self, *, seed=None, options=None):
        found = self.env.reset(seed=seed, options=options)
        self.before = self.nearness()
        return found

    def step(self, action):
        observation, reward, terminated, truncated, info = self.env.step(action)
        now = 0.0 if terminated else self.nearness()
        reward, self.before = reward + now - self.before, now
        return observation, reward, terminated, truncated, info

    def nearness(self):
        hand = self.unwrapped
        (x, y, _), slot = hand.piece_place, hand.attempt.slot
        return -(abs(x - (slot.wood_left_mm + slot.wood_right_mm) / 2) + abs(y - slot.surface_mm)) / 100


def zatre():
    """Return ZATRE against a bot that takes the most points. The reward is the lead over 100, and the victory."""
    return OneSeat(zatre_v0.raw_env(players=["casual", "casual:greedy"], shaping=1.0))


def throw():
    """Return a bowl near the hand, and too little time for throws at the usual pace."""
    return gymnasium.make("yardarm.envs:Yardarm/ZackThrow-v0", distance_mm=300, cards=20, time_s=4.0)


def hand():
    """Return an empty ship that sways, and a crate for her deck: ten moves a second."""
    short = {"cargo": 0, "ticks_per_step": 12, "max_steps": 40, "profile": "draft"}
    return Crates(gymnasium.make("yardarm.envs:Yardarm/RiffRaffHand-v0", **short))


def place():
    """Return the ship to be loaded, with 231 ways and places."""
    return gymnasium.make("yardarm.envs:Yardarm/RiffRaffPlace-v0", actions="discrete", profile="draft")


def maskable_ppo(seed):
    """Return a learner of ZATRE."""
    from sb3_contrib import MaskablePPO

    settings = {"n_steps": 1024, "batch_size": 256, "n_epochs": 5, "learning_rate": 1e-3, "gamma": 1.0}
    return MaskablePPO("MlpPolicy", zatre(), **settings, seed=seed, policy_kwargs=SMALL)


def ppo(seed):
    """Return a learner of throws."""
    from stable_baselines3 import PPO

    settings = {"n_steps": 256, "batch_size": 64, "learning_rate": 1e-3, "gamma": 1.0}
    return PPO("MlpPolicy", throw(), **settings, seed=seed, policy_kwargs=SMALL)


def sac(seed):
    """Return a learner of the hand's moves."""
    from stable_baselines3 import SAC

    settings = {"learning_starts": 300, "batch_size": 128, "learning_rate": 1e-3, "gamma": 0.98}
    return SAC("MlpPolicy", Nearer(hand()), **settings, ent_coef="auto_0.1", seed=seed, policy_kwargs=SMALL)


def dqn(seed):
    """Return a learner of placements, which looks little ahead: what one brings is seen at once, or soon."""
    from stable_baselines3 import DQN

    explore = {"exploration_initial_eps": 0.2, "exploration_final_eps": 0.2, "learning_starts": 300}
    settings = {"batch_size": 128, "learning_rate": 1e-3, "gamma": 0.5, "train_freq": 1, "target_update_interval": 300}
    return DQN("MlpPolicy", place(), **explore, **settings, gradient_steps=2, seed=seed, policy_kwargs=SMALL)
