// What the agent could not read of the files it opened in a step: hidden sheets, scans without text, cut passages. Tools say
// it beside their result; recordings from before they did have it as a list at the end of the text. Pure.
import type { Step } from '../../../runtime/contract/step.ts';
import type { ToolCall } from '../../../runtime/contract/tool.ts';

export interface ReadingNote {
  /** The file, when the call names one. */
  readonly file: string | null;
  readonly text: string;
}

export function readingNotes({ toolCalls, observation }: Step): ReadingNote[] {
  const told = toolCalls.flatMap((call) =>
    notesOf(call).map((text) => ({ file: fileOf(call), text })),
  );
  const known = new Set(told.map(({ text }) => text));
  const printed = listedNotes(observation.stdout).filter((text) => !known.has(text));
  return unique([...told, ...printed.map((text) => ({ file: null, text }))]);
}

function notesOf(call: ToolCall): readonly string[] {
  return call.notes ?? listedNotes(call.preview);
}

function fileOf({ arguments: args }: ToolCall): string | null {
  const path = args['file_path'] ?? args['path'];
  return typeof path === 'string' ? path : null;
}

/** The lines of every `[Notes on this text]` list. */
function listedNotes(text: string): string[] {
  const lists = text.matchAll(/^\[Notes on this text\]\n((?:- .*(?:\n|$))+)/gm);
  return [...lists].flatMap(([, list = '']) =>
    list
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(2)),
  );
}

function unique(notes: readonly ReadingNote[]): ReadingNote[] {
  return [...new Map(notes.map((note) => [`${note.file ?? ''}\n${note.text}`, note])).values()];
}
