import assert from 'node:assert/strict';
import type { StepFacts } from '../../../runtime/sandbox/stepResult.ts';
import { stepResult } from '../../../runtime/sandbox/stepResult.ts';
import type { StepReport } from '../../../runtime/sandbox/stepReport.ts';
import type { RequestEnd } from '../../../runtime/sandbox/workerProtocol.ts';

const report = (changes: Partial<StepReport> = {}): StepReport => ({
  outcome: 'executed',
  stdout: 'out',
  stdoutCut: 0,
  value: '1',
  error: null,
  refusals: [],
  warnings: [],
  bound: ['x'],
  deleted: [],
  variables: [],
  ...changes,
});
const end = (changes: Partial<RequestEnd> = {}): RequestEnd => ({
  id: 1,
  end: 'returned',
  cause: '',
  message: '',
  interruptedBy: null,
  violations: [],
  recovery: 'none',
  milliseconds: 1,
  heapBytes: 0,
  outputs: [],
  ...changes,
});
const result = (changes: Partial<StepFacts> = {}) =>
  stepResult({
    report: report(),
    end: end(),
    cancelled: false,
    timeoutMilliseconds: 1500,
    recovery: 'none',
    finalAnswer: null,
    toolCalls: [],
    toolViolations: [],
    outputFiles: [],
    variablesBefore: [],
    milliseconds: 3,
    ...changes,
  });
const variable = {
  name: 'x',
  type: 'int',
  size: null,
  preview: '1',
  step: 1,
  change: 'added',
} as const;

describe('the result of a step', () => {
  it('is what Python reports when all went well', () => {
    const { outcome, stdout, value, bound, recovery } = result();
    assert.deepEqual(
      [outcome, stdout, value, bound, recovery],
      ['executed', 'out', '1', ['x'], 'none'],
    );
  });

  it('is a timeout when the worker interrupted it, whatever Python made of that', () => {
    for (const outcome of ['executed', 'python-error', 'interrupted'] as const) {
      const timeout = result({
        report: report({ outcome }),
        end: end({ interruptedBy: 'timeout' }),
      });
      assert.deepEqual([timeout.outcome, timeout.recovery], ['timeout', 'interrupted']);
      assert.match(timeout.error?.message ?? '', /limit of 1.5 s.*is kept/);
      assert.equal(timeout.value, null);
    }
  });

  it('says that the state is gone back when it had to be stopped by force', () => {
    const aborted = end({
      end: 'aborted',
      cause: 'overrun',
      interruptedBy: 'timeout',
      recovery: 'rolled-back',
    });
    const stopped = result({ report: null, end: aborted, variablesBefore: [variable] });
    assert.deepEqual([stopped.outcome, stopped.recovery], ['timeout', 'rolled-back']);
    assert.match(stopped.error?.message ?? '', /as they were before/);
    assert.deepEqual(stopped.variables, [{ ...variable, change: 'unchanged' }]);
  });

  it('has no variables when nothing could be kept', () => {
    const lost = result({ report: null, end: null, recovery: 'lost', variablesBefore: [variable] });
    assert.deepEqual([lost.outcome, lost.recovery, lost.variables], ['timeout', 'lost', []]);
    assert.match(lost.error?.message ?? '', /empty/);
  });

  it('is cancelled when a person stopped it, before anything else', () => {
    const cancelled = result({ cancelled: true, end: end({ interruptedBy: 'timeout' }) });
    assert.deepEqual(
      [cancelled.outcome, cancelled.error?.type],
      ['cancelled', 'KeyboardInterrupt'],
    );
  });

  it('is the final answer once a tool call brought it, even if the step ended badly', () => {
    const answered = { finalAnswer: { value: 42 } };
    assert.deepEqual(result(answered).finalAnswer, { value: 42 });
    const late = result({
      ...answered,
      report: null,
      end: end({ end: 'aborted', interruptedBy: 'timeout' }),
    });
    assert.deepEqual([late.outcome, late.error], ['final-answer', null]);
  });

  it('is aborted, and marked, when the report is forged', () => {
    const forgeries: Partial<StepFacts>[] = [
      { report: null, end: end({ end: 'tampered', cause: 'report' }) },
      { report: null },
      { report: report({ outcome: 'final-answer' }) },
    ];
    for (const forgery of forgeries) {
      const forged = result(forgery);
      assert.deepEqual([forged.outcome, forged.violations], ['aborted', ['report']]);
      assert.equal(forged.error?.type, 'SandboxError');
    }
  });

  it('names what was reached for', () => {
    const violation = end({
      end: 'aborted',
      cause: 'violation',
      message: 'the code reached for JsProxy_GetAttr_js, which is sealed',
      violations: ['JsProxy_GetAttr_js', 'JsProxy_GetAttr_js'],
      recovery: 'rolled-back',
    });
    const stopped = result({ report: null, end: violation, toolViolations: ['tool-frame'] });
    assert.deepEqual(stopped.violations, ['JsProxy_GetAttr_js', 'tool-frame']);
    assert.match(stopped.error?.message ?? '', /reached for JsProxy_GetAttr_js/);
  });

  it('tells a stack that ran over from the rest', () => {
    const deep = end({
      end: 'aborted',
      cause: 'RangeError',
      message: 'Maximum call stack size exceeded',
    });
    assert.match(
      result({ report: null, end: deep }).error?.message ?? '',
      /too deep for the stack/,
    );
  });
});
