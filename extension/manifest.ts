// The ids that package.json declares, typed, so that no other file writes one by hand. A test compares both ways.

/** Shown in front of every command's title. */
export const category = 'Tool-R1';

export const commands = {
  /** Opens the log and writes into it what is installed. */
  showLog: 'toolR1.showLog',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/** Name of the log in the Output view. */
export const logName = 'Tool-R1';
