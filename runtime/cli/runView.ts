// Shows a rollout as it happens: thought and code stream in, then tool calls, observation and, at the end, answer and
// reward. `show` feeds a recorded trajectory through the same view.
import type { RunEvent, RunEventOf } from '../contract/events.ts';
import type { Verdict } from '../contract/judge.ts';
import type { TrajectoryParent } from '../contract/trajectory.ts';
import type { Reward } from '../contract/reward.ts';
import type { StopReason } from '../contract/trajectory.ts';
import { rewardArithmetic } from '../reward/rewardArithmetic.ts';
import { formatBytes } from '../support/formatBytes.ts';
import { wrapText } from './displayWidth.ts';
import { count, formatDuration, formatProgress } from './format.ts';
import { PythonHighlight } from './pythonHighlight.ts';
import { ReplyStream, type ReplyPiece } from './replyStream.ts';
import { sanitise } from './sanitise.ts';
import {
  codeLine,
  codeLines,
  footLine,
  noteLines,
  observationLines,
  toolCallLines,
  type ViewOptions,
} from './stepView.ts';
import type { Terminal } from './terminal.ts';
import { ThoughtWriter } from './thoughtWriter.ts';

export interface RunViewOptions {
  /** Show observations whole. */
  readonly full: boolean;
  /** Names of chosen files and what was left out of them, for the head. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** The trajectory file as the person would type it. */
  readonly shortenPath: (file: string) => string;
  /** Say how to open the trajectory later. */
  readonly hint: boolean;
}

/** Tool calls of one step that are shown one by one; a loop may make thousands. */
const shownCalls = 20;
const labelWidth = 12;

/** One per rollout; give it the events in order. */
export class RunView {
  readonly #terminal: Terminal;
  readonly #options: RunViewOptions;
  #reply = new ReplyStream();
  #thought: ThoughtWriter;
  #highlight: PythonHighlight;
  #lineNumber = 0;
  #calls = 0;
  #verdict: Verdict | null = null;
  #file: string | null = null;
  /** Steps that come from the parent trajectory. */
  #carried = 0;
  #started = false;

  constructor(terminal: Terminal, options: RunViewOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.#thought = new ThoughtWriter(terminal);
    this.#highlight = new PythonHighlight(terminal.palette);
  }

  handle(event: RunEvent): void {
    switch (event.type) {
      case 'rollout-started':
        this.#head(event);
        break;
      case 'step-started':
        this.#startStep(event.step);
        break;
      case 'text-sampled':
        if (event.channel === 'reply') this.#pieces(this.#reply.push(event.text));
        else this.#terminal.status('The model is reasoning');
        break;
      case 'reply-parsed':
        this.#replyParsed(event);
        break;
      case 'tool-called':
        this.#terminal.status(`Waiting for ${event.name}`);
        break;
      case 'tool-answered':
        this.#toolAnswered(event);
        break;
      case 'step-ended':
        this.#endStep(event);
        break;
      case 'verdict-given':
        this.#verdict = event.verdict;
        break;
      case 'progress-reported':
        this.#terminal.status(formatProgress(event));
        break;
      case 'rollout-ended':
        this.#end(event);
        break;
      case 'reward-assigned':
      case 'failure-recorded':
        // Both come again, with everything else that is known, in `rollout-ended`.
        break;
    }
  }

  get #view(): ViewOptions {
    const { palette, columns } = this.#terminal;
    return { palette, columns, full: this.#options.full };
  }

  #head(event: RunEventOf<'rollout-started'>): void {
    this.#started = true;
    this.#file = event.file;
    this.#carried = event.parent?.step ?? 0;
    const { files } = this.#options;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const names = files.slice(0, 8).map((file) => file.name);
    const more = files.length > names.length ? `, … (${count(files.length, 'file')})` : '';
    this.#labelled('Question', sanitise(event.task.question).trim());
    if (files.length > 0) {
      this.#labelled('Files', sanitise(`${names.join(', ')}${more}, ${formatBytes(bytes)}`));
    }
    if (event.parent !== undefined) this.#labelled('Parent', parentText(event.parent));
    const limit = `at most ${count(event.maxSteps, 'step')}`;
    this.#labelled('Model', sanitise(`${event.model}, recipe ${event.recipe}, ${limit}`));
  }

  #startStep(step: number): void {
    this.#reply = new ReplyStream();
    this.#highlight = new PythonHighlight(this.#terminal.palette);
    this.#thought = new ThoughtWriter(this.#terminal);
    this.#lineNumber = 0;
    this.#calls = 0;
    this.#terminal.line();
    const carried = step <= this.#carried ? ', carried over' : '';
    this.#terminal.line(this.#terminal.palette.strong(`Step ${step}${carried}`));
    this.#terminal.status('Waiting for the model');
  }

  #pieces(pieces: Iterable<ReplyPiece>): void {
    for (const piece of pieces) {
      if (piece.kind === 'thought') this.#thought.write(sanitise(piece.text));
      else this.#codeLine(piece.line);
    }
  }

  #codeLine(line: string): void {
    if (this.#lineNumber === 0) {
      // Models like to begin a block with an empty line; the parser drops it too.
      if (line.trim() === '') return;
      this.#thought.end();
      this.#terminal.line();
    }
    this.#lineNumber += 1;
    const { palette } = this.#terminal;
    this.#terminal.line(codeLine(this.#lineNumber, line, this.#highlight, palette));
  }

  #replyParsed(event: RunEventOf<'reply-parsed'>): void {
    this.#pieces(this.#reply.finish());
    this.#thought.end();
    const shown = normalise(this.#reply.code);
    if (event.code !== null && normalise(event.code) !== shown) {
      const { palette } = this.#terminal;
      this.#terminal.line(shown === '' ? '' : `\n  ${palette.caution('The code that runs:')}`);
      for (const line of codeLines(event.code, palette)) this.#terminal.line(line);
    } else if (event.code === null && shown !== '') {
      this.#terminal.line(`  ${this.#terminal.palette.caution('Nothing of this runs.')}`);
    }
    if (event.code !== null) this.#terminal.status('Running Python');
  }

  #toolAnswered(event: RunEventOf<'tool-answered'>): void {
    if (event.call.name === 'final_answer') return;
    this.#calls += 1;
    if (this.#calls > shownCalls) return;
    if (this.#calls === 1) this.#terminal.line();
    for (const line of toolCallLines(event.call, this.#view)) this.#terminal.line(line);
  }

  #endStep({ step }: RunEventOf<'step-ended'>): void {
    this.#thought.end();
    const hidden = this.#calls - shownCalls;
    if (hidden > 0) {
      this.#terminal.line(`  ${this.#terminal.palette.faint(`→ ${count(hidden, 'more call')}`)}`);
    }
    const observation = observationLines(step.observation, this.#view);
    if (observation.length > 0) this.#lines(['', ...observation]);
    const notes = noteLines(step, this.#view);
    if (notes.length > 0) this.#lines(['', ...notes]);
    this.#lines(['', footLine(step, this.#view)]);
  }

  /** There is nothing to sum up when the model or the sandbox could not be opened. */
  #endBeforeStart({ failure }: RunEventOf<'rollout-ended'>): void {
    const { bad } = this.#terminal.errPalette;
    const stopped = 'It was stopped before the agent began.';
    const message = failure === null ? stopped : sanitise(failure.message);
    this.#terminal.message(`${bad('tool-r1:')} ${message}`);
  }

  #end(event: RunEventOf<'rollout-ended'>): void {
    if (!this.#started) {
      this.#endBeforeStart(event);
      return;
    }
    const { palette } = this.#terminal;
    this.#thought.end();
    this.#terminal.status('');
    this.#terminal.line();
    if (event.finalAnswer !== null) {
      this.#labelled('Answer', palette.strong(sanitise(event.finalAnswer)));
    }
    const spent = `${count(event.steps, 'step')}, ${formatDuration(event.milliseconds)}`;
    this.#labelled('Ended', `${endings[event.stopReason]} (${spent})`);
    if (event.failure !== null)
      this.#labelled('Failure', palette.bad(sanitise(event.failure.message)));
    if (this.#verdict !== null) this.#labelled('Verdict', verdictText(this.#verdict));
    if (event.reward !== null) this.#reward(event.reward);
    if (this.#file === null) return;
    const file = this.#options.shortenPath(this.#file);
    this.#labelled('Trajectory', file);
    if (this.#options.hint) this.#labelled('', palette.faint(`tool-r1 show ${shellWord(file)}`));
  }

  #reward(reward: Reward): void {
    this.#labelled('Reward', this.#terminal.palette.strong(rewardArithmetic(reward)));
    for (const part of reward.parts) {
      this.#labelled('', `${part.name}: ${sanitise(part.reason)}`);
    }
  }

  /** `Answer      42`, wrapped below itself. */
  #labelled(label: string, text: string): void {
    const indent = ' '.repeat(labelWidth);
    const room = this.#terminal.columns - labelWidth;
    const head = this.#terminal.palette.accent(label) + ' '.repeat(labelWidth - label.length);
    const lines = text.includes('\u001B') ? text.split('\n') : wrapText(text, room);
    this.#lines(lines.map((line, index) => (index === 0 ? head : indent) + line));
  }

  #lines(lines: readonly string[]): void {
    for (const line of lines) this.#terminal.line(line);
  }
}

const endings: Readonly<Record<StopReason, string>> = {
  'final-answer': 'with a final answer',
  'max-steps': 'at the step limit, without a final answer',
  'context-full': 'because the context of the model is full, without a final answer',
  'no-code': 'after several replies without code that runs',
  cancelled: 'because it was stopped',
  failure: 'because something broke',
};

/** A word that a shell takes as it is. */
function shellWord(text: string): string {
  return /^[\w./:\\@%+=,-]+$/.test(text) ? text : `"${text}"`;
}

function parentText({ trajectoryId, relation, step }: TrajectoryParent): string {
  return relation === 'retry'
    ? `${trajectoryId}, a retry of its step ${step + 1}`
    : `${trajectoryId}, a further question after its ${count(step, 'step')}`;
}

function verdictText(verdict: Verdict): string {
  const judge = `${verdict.judge.name} judge ${verdict.judge.version}`;
  if (verdict.outcome === 'unscored') return sanitise(`unscored by ${judge}: ${verdict.cause}`);
  return sanitise(`${verdict.level} by ${judge}: ${verdict.reason}`);
}

/** Streamed and parsed code may differ in trailing spaces, indentation of the whole and blank ends. */
function normalise(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  const margin = Math.min(...indents, 80);
  return lines
    .map((line) => line.slice(margin))
    .join('\n')
    .trim();
}
