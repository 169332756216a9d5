"""A server of completions for machines without vLLM: the same requests and answers, transformers on the CPU.

The tokens and log-probabilities of a request depend on its prompt, its seed and the weights, bit for bit, and on
nothing else that is sampled at the same time. Every matrix product of a decoding step therefore has a fixed number of
rows (one a slot, used or not), attention is computed for each sequence alone, and prompts are read in blocks of fixed
length.
"""
