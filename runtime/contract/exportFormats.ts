// The ways in which trajectories can be written for other programs. A plain list, because the command line names it in its help.

export const exportFormats = [
  ...['jsonl', 'markdown', 'python', 'notebook'],
  ...['atif', 'inspect', 'otlp', 'verl', 'hugging-face'],
] as const;
