import assert from 'node:assert/strict';
import { RunPage } from '../../../../runtime/contract/training/runView.ts';
import { crashView, type CrashInput } from '../../../../runtime/remote/runs/crashView.ts';

const crashOf = (log: string, over: Partial<CrashInput> = {}) =>
  RunPage.shape.crash.unwrap().parse(
    crashView({
      logs: [{ name: 'trainer.log', text: log }],
      problem: null,
      newestCheckpoint: 300,
      step: 312,
      job: { saveEverySteps: 10 },
      ...over,
    }),
  );

const causeOf = (log: string) => crashOf(log).lines.find(({ isCause }) => isCause)?.text;

describe('crashView', () => {
  const cases: readonly (readonly [what: string, line: string, advice: RegExp])[] = [
    [
      'CUDA out of memory',
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.49 GiB.',
      /maxSequenceTokens/,
    ],
    ['vLLM without room', 'ValueError: No available memory for the cache blocks.', /adapter/],
    [
      'the OOM killer',
      'kernel: Out of memory: Killed process 4711 (python3) total-vm:1kB',
      /ran out of memory/,
    ],
    ['a killed process', 'The trainer was ended by SIGKILL.', /ran out of memory/],
    ['a full disk', 'OSError: [Errno 28] No space left on device', /machine clean/],
    ['a quota', 'OSError: [Errno 122] Disk quota exceeded', /machine clean/],
    ['a lost card', 'NVRM: Xid 79, GPU has fallen off the bus.', /Restart the machine/],
    ['a memory error of a card', 'CUDA error: uncorrectable ECC error encountered', /Restart/],
    ['an old driver', 'CUDA driver version is insufficient for CUDA runtime', /driver/],
    ['a port', "OSError: [Errno 98] Address already in use: ('127.0.0.1', 8000)", /other ports/],
    [
      'a wrong model',
      'OSError: m does not appear to have a file named config.json',
      /config\.json/,
    ],
    [
      'a lost sampler',
      '2026-11-30T22:00:00.000Z run-ended The sampler on b100 is lost. It has not answered for 600 s.',
      /on the network.*its servers are started again/,
    ],
    ['NCCL', '[rank1]: torch.distributed.DistBackendError: NCCL error in: x.cpp', /died first/],
    ['a timeout of NCCL', 'Watchdog caught collective operation timeout: WorkNCCL', /NCCL_DEBUG/],
    ['any other error', 'KeyError: answer', /lines above/],
    ['an error of a module', 'jinja2.exceptions.TemplateError: no template', /lines above/],
  ];
  for (const [what, line, advice] of cases) {
    it(`finds ${what}`, () => {
      const log = `step 312 begins\n${line}\n  some detail\n`;
      assert.equal(causeOf(log), line);
      assert.match(crashOf(log).tryThese.join(' '), advice);
    });
  }

  it('shows the lines around the cause, wherever it stands', () => {
    const before = Array.from({ length: 50 }, (_, index) => `step ${index}`);
    const after = Array.from({ length: 50 }, (_, index) => `note ${index}`);
    const { lines } = crashOf([...before, 'CUDA out of memory', ...after].join('\n'));
    assert.equal(lines.length, 11);
    assert.equal(lines[0]?.text, 'step 44');
    assert.equal(lines[6]?.isCause, true);
    assert.equal(lines.at(-1)?.text, 'note 3');
  });

  it('takes what ran out before the errors of those that noticed', () => {
    const log = 'CUDA out of memory\nNCCL error: remote process exited\nRuntimeError: x\n';
    assert.equal(causeOf(log), 'CUDA out of memory');
  });

  it('takes a lost sampler before what the other processes said of it', () => {
    const log = 'NCCL error: remote process exited\nThe sampler on b100 is lost. It is crashed.\n';
    assert.equal(causeOf(log), 'The sampler on b100 is lost. It is crashed.');
  });

  it('takes the last of several: a run may survive the first ones', () => {
    const { lines } = crashOf('CUDA out of memory, again\nretried\nCUDA out of memory, last\n');
    assert.deepEqual(
      lines.filter(({ isCause }) => isCause).map(({ text }) => text),
      ['CUDA out of memory, last'],
    );
  });

  it('looks into the other logs too', () => {
    const logs = [
      { name: 'trainer.log', text: 'ConnectionRefusedError: [Errno 111]\n' },
      { name: 'tokens.log', text: 'CUDA out of memory\n' },
    ];
    assert.equal(crashOf('', { logs }).log, 'tokens.log');
  });

  it('folds bars and takes colours off', () => {
    assert.equal(causeOf('1%\r2%\n\u001B[31mKeyError: x\u001B[0m\n'), 'KeyError: x');
  });

  it('shows the last lines where no line tells, and goes by the problem', () => {
    const log = Array.from({ length: 20 }, (_, index) => `step ${index}`).join('\n');
    const view = crashOf(log, { problem: 'The disk is full.' });
    assert.equal(view.lines.length, 10);
    assert.ok(view.lines.every(({ isCause }) => !isCause));
    assert.match(view.tryThese[0] ?? '', /Free some space/);
  });

  it('has advice when nothing at all is known', () => {
    const view = crashOf('', { logs: [] });
    assert.deepEqual(view.lines, []);
    assert.ok(view.tryThese.length >= 2);
  });

  it('says what a resume repeats', () => {
    assert.match(crashOf('').tryThese.at(-1) ?? '', /checkpoint 300: 12 train steps are repeated/);
    assert.match(crashOf('', { step: 301 }).tryThese.at(-1) ?? '', /1 train step is repeated/);
    assert.match(crashOf('', { step: 300 }).tryThese.at(-1) ?? '', /no train step is repeated/);
    const none = crashOf('', { newestCheckpoint: null }).tryThese.at(-1) ?? '';
    assert.match(none, /no checkpoint yet.*after train step 10/);
  });
});
