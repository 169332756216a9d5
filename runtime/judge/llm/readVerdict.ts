// Finds the one verdict in a judge's reply, or says why there is none. Pure. A reply is read strictly: what names no level, two
// levels, or a level that is taken back in the same breath gives no verdict, because asking once more is cheaper than a wrong reward.
//
// An answer that is graded may hold lines that look like a verdict, and a reply may quote it in any way. Such items are asked for
// a verdict with a code that stands nowhere in their texts (judgePrompt.ts), and then only a line with the code counts. An answer
// without such words cannot become a verdict by being quoted, because each verdict needs one.
import type { FinishReason } from '../../contract/reply.ts';
import type { VerdictLevel } from '../../contract/judge.ts';
import { comparable, labelPattern, leadingLevel, namesLevel } from './verdictWords.ts';

export interface JudgeReply {
  readonly text: string;
  readonly finishReason: FinishReason;
}

export interface ReadingRules {
  /** The word that must follow the label; null when the plain label is enough. */
  readonly code: string | null;
  /** Texts that a reply may only repeat, so that a bare `Correct` which is the answer itself is no verdict. */
  readonly quotable: readonly string[];
}

export type VerdictReading =
  | { readonly level: VerdictLevel; readonly fault: null }
  /** The fault is a sentence without an end mark, for the judge and for a person. */
  | { readonly level: null; readonly fault: string };

/** Reads the verdict of a reply. */
export function readVerdict(reply: JudgeReply, rules: ReadingRules): VerdictReading {
  if (reply.text.trim() === '') return fault('the reply is empty');
  const text = withoutReasoning(comparable(reply.text));
  if (text === null) return fault('the reply ends inside its reasoning, before any verdict');
  if (text.trim() === '') return fault('the reply holds reasoning only');
  const marks = marksIn(text, rules.code);
  if (marks.length === 0) return bareLevel(text, reply, rules);
  if (reply.finishReason === 'length' && marks.at(-1)?.isAtEnd === true) {
    return fault('the reply was cut off in its verdict line');
  }
  return agreedLevel(marks);
}

/** A label and what was made of the text behind it. */
interface Mark {
  readonly level: VerdictLevel | null;
  /** True when nothing but this line follows, so that a cut-off reply may lack its end. */
  readonly isAtEnd: boolean;
}

function marksIn(text: string, code: string | null): readonly Mark[] {
  return [...text.matchAll(labelPattern(code))].flatMap((found) => {
    const before = lineBefore(text, found.index);
    if (!introduces(before)) return [];
    const after = text.slice(found.index + found[0].length).replace(/^[\s"'*_`[(<{:]+/, '');
    const [line = ''] = after.split('\n', 1);
    return [{ level: levelOf(line), isAtEnd: !after.includes('\n') }];
  });
}

function lineBefore(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
}

/** Words before the label that make it a statement: `So my final verdict is ...`, or the keys of JSON before it. */
function introduces(before: string): boolean {
  if (/[{,]\s*["']?$/.test(before)) return true;
  const words = before.replace(/[\s#*_"'`[\](-]+/g, ' ').trim();
  if (words === '') return true;
  if (/^[>|]/.test(words)) return false;
  const quoted = /["“”「『«]/.test(before.trimStart().slice(1));
  return (
    !quoted &&
    words.length <= 60 &&
    !/\b(?:not|no|never|if|would|could|should|n['’]t)\b/i.test(words)
  );
}

/** What stands behind a label as one level; null when it is none, several, or one that is taken back. */
function levelOf(line: string): VerdictLevel | null {
  const leading = leadingLevel(line);
  if (leading === null) return null;
  // What follows a quotation mark or the end of the sentence is somebody's words or an explanation.
  const [clause = ''] = leading.rest.replace(/^["'*_`\])>}]+/, '').split(/["“”「『.!。！}]/u, 1);
  const takenBack =
    namesLevel(clause) || /^\s*[/|]|\b(?:but|or|however|although)\b|但|或/i.test(clause);
  return takenBack || /^[\p{L}\p{N}]/u.test(clause) ? null : leading.level;
}

function agreedLevel(marks: readonly Mark[]): VerdictReading {
  const levels = new Set(marks.map(({ level }) => level));
  const [level] = levels;
  if (levels.size > 1) return fault('the reply gives several verdicts that differ');
  if (level === null || level === undefined) {
    return fault(
      'the verdict line names none of Correct, Partially Correct and Wrong, or more than one of them',
    );
  }
  return { level, fault: null };
}

/** A reply that is nothing but a level. */
function bareLevel(
  text: string,
  reply: JudgeReply,
  { code, quotable }: ReadingRules,
): VerdictReading {
  const noLine = fault(
    reply.finishReason === 'length'
      ? 'the reply was cut off before its verdict line'
      : 'the reply has no verdict line',
  );
  if (code !== null || reply.finishReason === 'length') return noLine;
  const plain = bareWords(text);
  const leading = leadingLevel(plain);
  if (leading?.rest !== '') return noLine;
  const isRepeated = quotable.some((other) => bareWords(comparable(other)) === plain);
  return isRepeated
    ? fault('the reply repeats a text that it was given and has no verdict line')
    : { level: leading.level, fault: null };
}

function bareWords(text: string): string {
  return text
    .trim()
    .replace(/^[*_`#\s]+|[*_`.!。\s]+$/gu, '')
    .toLowerCase();
}

/** Text behind the reasoning of models that write it down; null when the reasoning has no end. */
function withoutReasoning(text: string): string | null {
  const end = /<\s*\/\s*think(?:ing)?\s*>/gi;
  const ends = [...text.matchAll(end)];
  const last = ends.at(-1);
  if (last !== undefined) return text.slice(last.index + last[0].length);
  return /^\s*<\s*think(?:ing)?\s*>/i.test(text) ? null : text;
}

function fault(sentence: string): { readonly level: null; readonly fault: string } {
  return { level: null, fault: sentence };
}
