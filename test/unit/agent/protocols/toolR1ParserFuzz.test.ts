// 100,000 mutated replies: what must hold whatever a model writes.
import assert from 'node:assert/strict';
import { isComplete, scanPython } from '../../../../runtime/agent/protocols/reply/pythonScanner.ts';
import { parseToolR1 } from '../../../../runtime/agent/protocols/toolR1Parser.ts';
import { codeAction } from '../../../../runtime/agent/protocols/toolR1Text.ts';
import { seededRandom, type Random } from '../../../fakes/random.ts';
import { replyCases } from './toolR1Replies.ts';

const rounds = 100_000;

const pieces = [
  '\n', '\r\n', '\r', ' ', '\t', '    ', '```', '```py\n', '```python\n', '```\n', '~~~\n', '``', '`', '"', "'", '"""', "'''",
  'f"{', '}', '{', '(', ')', '[', ']', '\\', '#', ':', '<end_code>', '</end_code>', '<end_co', '</code>', '<code>', '<', '>',
  'Observation:', '\nObservation: 5\n', '\n  Observation:\n', '**Observation:** 3\n', 'observation: 1\n', '观察：\n',
  '\nThought: ', '\nCode:\n', 'Code:', 'Code: ', '<think>', '</think>', '\n<think>\n', '\n</think>\n', '>>> ', '... ',
  'final_answer(5)', 'print(1)\n', '{"name": "final_answer"}', '\u200b', '\u00a0', '\u0000', '\ufeff', '\u2028', '\ud800', '：',
  'x = 1\n', 'é', '日本', '👩‍👧',
]; // prettier-ignore

function mutate(reply: string, random: Random): string {
  const at = random.below(reply.length + 1);
  const to = at + random.below(Math.min(30, reply.length - at) + 1);
  switch (random.below(7)) {
    case 0:
      return reply.slice(0, at) + random.pick(pieces) + reply.slice(at);
    case 1:
      return reply.slice(0, at) + reply.slice(to);
    case 2:
      return reply.slice(0, to) + reply.slice(at);
    case 3:
      return reply.slice(0, at) + random.pick(replyCases).reply.slice(random.below(20));
    case 4:
      return reply.slice(0, at);
    case 5:
      return reply.slice(0, at) + random.pick(pieces) + reply.slice(to);
    default:
      return random.pick(replyCases).reply + reply.slice(at);
  }
}

function fuzzed(random: Random): string {
  let reply = random.pick(replyCases).reply;
  const times = 1 + random.below(6);
  for (let time = 0; time < times; time += 1) reply = mutate(reply, random);
  return reply;
}

/** Text as it looks, written apart from the parser's own: line ends, invisible characters, spaces. */
function looks(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/(?![\t\n\f])[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}]/gu, ' ');
}

function beforeObservation(reply: string): string {
  const lines = looks(reply).split('\n');
  const first = lines.findIndex((line) => /^\s*Observation:/.test(line));
  return (first === -1 ? lines : lines.slice(0, first)).join('\n');
}

/** Every line of the code must stand in the reply before the first observation, in the same order. */
function assertTakenFrom(code: string, allowed: string): void {
  let from = 0;
  for (const line of looks(code).split('\n')) {
    const text = line.trim();
    const at = allowed.indexOf(text, from);
    assert.notEqual(at, -1, `not in the reply: ${JSON.stringify(text)}`);
    from = at + text.length;
  }
}

/** Returns whether the reply has code. */
function assertHolds(reply: string, cut: boolean): boolean {
  const { code, thought, faults } = parseToolR1(reply, cut);
  const kinds = faults.map((fault) => fault.kind);
  assert.equal(new Set(kinds).size, kinds.length, 'a fault is listed twice');
  assert.equal(thought, thought.trim());
  if (code === null) {
    assert.ok(kinds.length > 0, 'nothing runs and nothing says why');
    return false;
  }
  assert.notEqual(code.trim(), '');
  assert.doesNotMatch(looks(code), /^\s*Observation:/m);
  assertTakenFrom(code, beforeObservation(reply));
  assertStable(code);
  return true;
}

/** Code that is whole survives being written in the format that the prompt asks for. */
function assertStable(code: string): void {
  const marks =
    /<\s*\/?\s*(?:end_|code)|bservation|观察|<\/?(?:think|reason)|```|~~~|^\s*(?:>>>|python|py\s*$)/im;
  if (/^\s/.test(code) || !isComplete(scanPython(code, 0)) || marks.test(looks(code))) return;
  const again = parseToolR1(`Thought: again\n${codeAction(code)}`, false);
  assert.equal(again.code, code);
}

describe('parseToolR1 on mutated replies', function () {
  this.timeout(120_000);

  it(`holds its promises for ${rounds} replies`, () => {
    const random = seededRandom(20_261_129);
    let withCode = 0;
    for (let round = 0; round < rounds; round += 1) {
      const reply = fuzzed(random);
      const cut = random.below(4) === 0;
      try {
        if (assertHolds(reply, cut)) withCode += 1;
      } catch (error) {
        throw new Error(`round ${round}, cut ${cut}: ${JSON.stringify(reply)}`, { cause: error });
      }
    }
    // Both outcomes must be common, or the mutations prove nothing.
    assert.ok(withCode > rounds / 5 && withCode < (rounds * 9) / 10, `${withCode} with code`);
  });

  const natural: Readonly<Record<string, (length: number) => string>> = {
    'lines of code': (n) =>
      `Thought: a\nCode:\n\`\`\`py\n${'rows = [1, 2, 3]  # three\n'.repeat(n / 26)}\`\`\``,
    'a long text': (n) => `Thought: ${'so it goes, on and on\n'.repeat(n / 22)}`,
    'one line': (n) => `Thought: ${'a'.repeat(n)}`,
    'line feeds': (n) => '\n'.repeat(n),
    'a table as a string': (n) =>
      `Thought: a\nCode:\n\`\`\`py\ntext = """${"1;2,5;it's\n".repeat(n / 11)}"""\n\`\`\``,
  };
  const hostile: Readonly<Record<string, (length: number) => string>> = {
    spaces: (n) => `x${' '.repeat(n)}x`,
    'spaces behind a bracket': (n) => `<${' '.repeat(n)}x`,
    backticks: (n) => '`'.repeat(n),
    'fences without an end': (n) => "```py\nx = '''\n```\n".repeat(n / 17),
    'fences in two kinds of quotes': (n) =>
      '```py\nx = """\n```\n```py\ny = \'\'\'\n```\n'.repeat(n / 34),
    'backticks on the line of a foreign fence': (n) => `\`\`\`json ${'`'.repeat(n)}x`,
    brackets: (n) => `Code:\n\`\`\`py\n${'('.repeat(n)}`,
    'less-than signs': (n) => `Code:\n\`\`\`py\n${'<'.repeat(n)}`,
    'f-string fields': (n) => `Code:\n\`\`\`py\n${'f"{'.repeat(n / 3)}`,
    'quotes and line feeds': (n) => `Code:\n\`\`\`py\n${"'\n".repeat(n / 2)}`,
    'reasoning tags': (n) => '<think>\n</think>\n'.repeat(n / 17),
    'closing reasoning tags': (n) => '</think>\n'.repeat(n / 9),
    headings: (n) => 'Code:\n'.repeat(n / 6),
    'bold marks': (n) => '*'.repeat(n),
    'zero-width spaces': (n) => `Code:\n\`\`\`py\n${'x\u200b'.repeat(n / 2)}`,
    'unequal indentation': (n) =>
      `Code:\n\`\`\`py\n${' '.repeat(n / 2)}x\n${' '.repeat(n / 2 - 1)}\ty\n\`\`\``,
    'bare code': (n) => `Code:\n${'x = f(1)\n'.repeat(n / 9)}`,
    'a long bare line': (n) => `Code: x = ${'a in b '.repeat(n / 7)}`,
    'answers that start with signs': (n) => '-- \n'.repeat(n / 4),
  };

  for (const [name, make] of Object.entries(natural)) {
    it(`reads a reply of 1 MB in 200 ms: ${name}`, () => {
      const times = [1, 2, 3].map(() => computingMilliseconds(make(1_000_000)));
      assert.ok(Math.min(...times) < 200, `${times.join(', ')} ms`);
    });
  }

  // Nobody writes these; anything worse than linear would take minutes.
  for (const [name, make] of Object.entries(hostile)) {
    it(`does not choke on 1 MB of ${name}`, () => {
      assert.ok(computingMilliseconds(make(1_000_000)) < 3000);
    });
  }
});

/** Computing time, because the wall clock also counts what else the machine does. */
function computingMilliseconds(reply: string): number {
  const started = process.cpuUsage();
  parseToolR1(reply, false);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
