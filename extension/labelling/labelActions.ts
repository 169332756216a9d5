// Which command stands for which action of the labelling pages. Loaded with the extension, so it imports nothing else.
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import { commands, type CommandId } from '../manifest.ts';

export const labelCommands: Readonly<Record<LabelAction, CommandId>> = {
  wrong: commands.labelWrong,
  partial: commands.labelPartial,
  correct: commands.labelCorrect,
  ambiguous: commands.labelAmbiguous,
  skip: commands.labelSkip,
  flag: commands.labelFlag,
  note: commands.labelNote,
  undo: commands.labelUndo,
  reveal: commands.labelReveal,
  next: commands.labelNext,
  previous: commands.labelPrevious,
  'go-on': commands.labelGoOn,
  help: commands.labelHelp,
};
