"""Studies behind verbs: convergence, soundness, ladders, robustness."""
