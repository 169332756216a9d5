"""The trainer: turns the token lists of the rollout server into optimiser steps of TRL's GRPOTrainer.

Which task is visited, how a rollout is rewarded and what its advantage is, the rollout server decides; this package
only asks for the groups of a train step, updates the weights and hands the new ones to the token server.
"""
