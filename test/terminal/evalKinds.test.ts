// Benchmarks of calls and of mathematics, each with its own dialect, tools and way of grading, on real rollouts.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { EvaluationReport } from '../../runtime/contract/evaluation.ts';
import { environmentTasks } from '../../runtime/environment/tasks/environmentTasks.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import {
  chat,
  type FakeOpenAiServer,
  type RecordedRequest,
  startOpenAiServer,
} from '../fakes/openAiServer.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

describe('tool-r1 eval on other benchmarks', () => {
  const inFolder = temporaryFolder();
  let model: FakeOpenAiServer;
  /** The reply to a prompt. */
  let speak: (prompt: string) => string = () => '';

  beforeEach(async () => {
    const answer = ({ body }: RecordedRequest) => chat(speak(JSON.stringify(body['messages'])));
    model = await startOpenAiServer({ 'POST /v1/chat/completions': [answer] });
  });

  afterEach(() => model.close());

  async function evaluate(...args: string[]): Promise<string> {
    const call = [
      'eval',
      'tasks.jsonl',
      '--model',
      `any@${model.baseUrl}`,
      '--seeds',
      '1',
      ...args,
    ];
    const { code, out, err } = await new CliProcess(call, inFolder()).ended;
    assert.equal(code, 0, err);
    return out;
  }

  const write = (rows: readonly object[]) =>
    writeFile(inFolder('tasks.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

  it('compares the state and the results of calls with those of the true ones', async () => {
    const tasks = environmentTasks({ seed: 1, count: 4 });
    await write(tasks);
    speak = (prompt) => {
      if (prompt.includes('"role":"assistant"')) return '<reasoning>Done.</reasoning>\nIt is done.';
      const at = tasks.findIndex(({ question }) =>
        prompt.includes(JSON.stringify(question).slice(1, -1)),
      );
      const calls = tasks[at]?.referenceAnswer ?? '';
      // The last task is left alone.
      if (at === tasks.length - 1) return '<reasoning>No.</reasoning>\nI do nothing.';
      return `<reasoning>I call.</reasoning>\n<tool>\n${calls}\n</tool>`;
    };
    const out = await evaluate();
    assert.match(out, /^4 tasks, 1 seed, recipe artist-tools, graded by artist-tools$/m);
    assert.match(out, /^passed +75\.0 % .*3 of 4 rollouts, 4 tasks$/m);
  });

  it('grades mathematical answers by value, whether they stand in a box or not', async () => {
    await write([
      { id: 'half', problem: 'Half of one?', solution: 'It is $\\boxed{\\frac{1}{2}}$.' },
      { id: 'third', problem: 'A third of one?', solution: 'It is $\\boxed{\\frac13}$.' },
    ]);
    speak = () => '<think>I know it.</think>\n<answer>\\boxed{0.5}</answer>';
    const report = EvaluationReport.parse(JSON.parse(await evaluate('--json')));
    assert.deepEqual([report.all.passed, report.all.rollouts], [1, 2]);
    const again = await evaluate();
    assert.match(again, /^2 tasks, 1 seed, recipe artist-math, graded by math$/m);
  });
});
