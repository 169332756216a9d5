// A sandbox without Python: a function says what each code action gives.
import type {
  Episode,
  Sandbox,
  SandboxPool,
  StepOptions,
  StepResult,
  TableResult,
  TableWish,
} from '../../runtime/sandbox/sandbox.ts';

export type RunCode = (code: string, options: StepOptions) => StepResult | Promise<StepResult>;

/** What code that runs and prints nothing gives. */
export function makeStepResult(over: Partial<StepResult> = {}): StepResult {
  return {
    outcome: 'executed',
    stdout: '',
    stdoutCut: 0,
    value: null,
    finalAnswer: null,
    error: null,
    refusals: [],
    warnings: [],
    bound: [],
    deleted: [],
    toolCalls: [],
    recovery: 'none',
    violations: [],
    variables: [],
    outputFiles: [],
    milliseconds: 3,
    ...over,
  };
}

export function answered(value: unknown): StepResult {
  return makeStepResult({ outcome: 'final-answer', finalAnswer: { value } });
}

export class FakeSandbox implements Sandbox {
  readonly codes: string[] = [];
  released = 0;
  isAlive = true;
  /** What `readTable` gives; a test sets it. */
  table: TableResult = { ok: false, problem: 'there is no table.' };
  readonly wishes: TableWish[] = [];
  readonly handedOver: Pick<Episode, 'callTool' | 'quarantine'>[] = [];
  private readonly runCode: RunCode;

  constructor(runCode: RunCode) {
    this.runCode = runCode;
  }

  async run(code: string, options: StepOptions): Promise<StepResult> {
    this.codes.push(code);
    return this.runCode(code, options);
  }

  readTable(wish: TableWish): Promise<TableResult> {
    this.wishes.push(wish);
    return Promise.resolve(this.table);
  }

  handOver(to: Pick<Episode, 'callTool' | 'quarantine'>): void {
    this.handedOver.push(to);
  }

  release(): Promise<void> {
    this.released += 1;
    return Promise.resolve();
  }
}

/** `final_answer(<JSON>)` answers, everything else prints its own code. */
export function echoSandbox(): FakeSandbox {
  return new FakeSandbox((code) => {
    const answer = /^final_answer\((.*)\)$/.exec(code);
    return answer?.[1] === undefined
      ? makeStepResult({ stdout: `${code}\n` })
      : answered(JSON.parse(answer[1]));
  });
}

/** Lends one sandbox and remembers the episodes. */
export class FakeSandboxPool implements SandboxPool {
  readonly episodes: Episode[] = [];
  private readonly sandbox: Sandbox | Error;

  constructor(sandbox: Sandbox | Error) {
    this.sandbox = sandbox;
  }

  acquire(episode: Episode): Promise<Sandbox> {
    this.episodes.push(episode);
    return this.sandbox instanceof Error
      ? Promise.reject(this.sandbox)
      : Promise.resolve(this.sandbox);
  }

  probe(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
