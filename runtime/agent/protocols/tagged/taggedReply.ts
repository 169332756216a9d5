// Reads a reply of thought, one action and nothing else, each in its tags; the ARTIST dialects are made of such replies. Pure,
// never throws. The action is the first one outside of a thought; what follows it never runs.
import type { ParseFault, ParseFaultKind } from '../../../contract/reply.ts';
import { plainLines } from '../reply/beforeStop.ts';
import { findSections, type Section } from './sections.ts';

/** The names of a dialect's tags. */
export interface TagNames {
  readonly thought: string;
  readonly actions: readonly string[];
  /** What the runtime writes. */
  readonly observation: string;
}

export interface TaggedReply {
  readonly thought: string;
  /** Null when there is none, or when the reply invents an observation before it. */
  readonly action: Section | null;
  /** Text outside of all tags, before the action where there is one. */
  readonly outside: string;
  /** What is wrong around the action. */
  readonly faults: readonly ParseFault[];
}

export function readTaggedReply(reply: string, names: TagNames): TaggedReply {
  const text = plainLines(reply);
  const all = [names.thought, ...names.actions, names.observation];
  const sections = findSections(text, all, names.thought);
  const stop = sections.findIndex(({ name }) => name !== names.thought);
  const first = sections[stop];
  const action = first !== undefined && names.actions.includes(first.name) ? first : null;
  const thoughts = stop === -1 ? sections : sections.slice(0, stop);
  const faults = [
    ...thoughts.filter(({ closed }) => !closed).map(({ name }) => unclosed(name)),
    ...(first === undefined ? [] : faultsBehind(text, first, sections.slice(stop), names)),
  ];
  return {
    thought: thoughts
      .map(({ content }) => content.trim())
      .join('\n')
      .trim(),
    action,
    outside: outsideOf(text.slice(0, first?.start), thoughts),
    faults: withoutRepeats(faults),
  };
}

/** The part of a reply that a policy wrote by itself, for a reply that says everything in one go. */
export function outsideOf(text: string, sections: readonly Section[]): string {
  let from = 0;
  const pieces: string[] = [];
  for (const { start, end } of sections) {
    pieces.push(text.slice(from, start));
    from = end;
  }
  return [...pieces, text.slice(from)]
    .map((piece) => piece.trim())
    .join('\n')
    .trim();
}

function faultsBehind(
  text: string,
  first: Section,
  sections: readonly Section[],
  { observation, actions }: TagNames,
): readonly ParseFault[] {
  const faults: ParseFault[] = [];
  if (sections.some(({ name }) => name === observation)) {
    faults.push(
      tagFault(
        'invented-observation',
        `The reply invents <${observation}>; everything from there on was ignored. Only the runtime writes it.`,
      ),
    );
  }
  const [, ...later] = sections;
  if (actions.includes(first.name) && later.some(({ name }) => actions.includes(name))) {
    faults.push(tagFault('several-blocks', 'The reply acts several times; only the first counts.'));
  }
  const behind = text.slice(first.end).trim();
  if (faults.length === 0 && behind !== '') {
    faults.push(
      tagFault('text-after-terminator', `Text follows </${first.name}>; it was ignored.`),
    );
  }
  return faults;
}

function unclosed(name: string): ParseFault {
  return tagFault('unclosed-tag', `The tag <${name}> is not closed with </${name}>.`);
}

export function tagFault(kind: ParseFaultKind, message: string): ParseFault {
  return { kind, message };
}

/** Each kind once, with its first message. */
export function withoutRepeats(faults: readonly ParseFault[]): ParseFault[] {
  const kinds = new Set<ParseFaultKind>();
  return faults.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
}
