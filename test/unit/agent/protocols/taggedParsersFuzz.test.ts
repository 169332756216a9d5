// Mutated replies of the dialects with tags: what must hold whatever a model writes.
import assert from 'node:assert/strict';
import { CallRequest } from '../../../../runtime/contract/environment.ts';
import type { ParsedReply } from '../../../../runtime/contract/reply.ts';
import { parseArtistMath } from '../../../../runtime/agent/protocols/artistMathParser.ts';
import { parseArtistTools } from '../../../../runtime/agent/protocols/artistToolsParser.ts';
import { parseToolRl } from '../../../../runtime/agent/protocols/toolRlParser.ts';
import { parseJson } from '../../../../runtime/support/parseJson.ts';
import { seededRandom, type Random } from '../../../fakes/random.ts';
import { artistMathReplies } from './artistMathReplies.ts';
import { artistToolsReplies } from './artistToolsReplies.ts';

const rounds = 40_000;
const names = [
  'think',
  'reasoning',
  'python',
  'answer',
  'output',
  'tool',
  'tool_result',
  'tool_call',
  'response',
];
const pieces = [
  ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}`, `< ${name} >`]),
  '\n', '\r\n', ' ', '```', '```py\n', '{', '}', '[', ']', '"', ',', ':', '\\', '>>> ', '    ', '<', '>', '/', '\u200b', '\ud800', '\ufeff',
  '{"name": "f", "arguments": {}}', '{"name": "f", "parameters": {}}', 'print(1)\n', 'NaN', '1e999', 'null', '日本',
]; // prettier-ignore
const seeds = [...artistMathReplies, ...artistToolsReplies].map(({ reply }) => reply);

function mutate(reply: string, random: Random): string {
  const at = random.below(reply.length + 1);
  const to = at + random.below(Math.min(30, reply.length - at) + 1);
  switch (random.below(5)) {
    case 0:
      return reply.slice(0, at) + random.pick(pieces) + reply.slice(at);
    case 1:
      return reply.slice(0, at) + reply.slice(to);
    case 2:
      return reply.slice(0, to) + reply.slice(at);
    case 3:
      return reply.slice(0, at) + random.pick(pieces) + reply.slice(to);
    default:
      return random.pick(seeds) + reply.slice(at);
  }
}

function fuzzed(random: Random): string {
  let reply = random.pick(seeds);
  const times = 1 + random.below(6);
  for (let time = 0; time < times; time += 1) reply = mutate(reply, random);
  return reply;
}

type Parse = (reply: string, cut: boolean) => ParsedReply;

/** What every dialect promises. Returns which of code, answer and nothing it is. */
function assertHolds(parse: Parse, reply: string, cut: boolean): 'code' | 'answer' | 'nothing' {
  const { code, answer, thought, faults } = parse(reply, cut);
  const kinds = faults.map(({ kind }) => kind);
  assert.equal(new Set(kinds).size, kinds.length, 'a fault is listed twice');
  assert.ok(
    faults.every(({ message }) => message.trim() !== ''),
    'a fault says nothing',
  );
  assert.equal(thought, thought.trim());
  assert.ok(code === null || answer === undefined, 'a reply acts and answers');
  if (code !== null) {
    assert.notEqual(code.trim(), '');
    return 'code';
  }
  if (answer !== undefined) {
    assert.equal(answer, answer.trim());
    return 'answer';
  }
  assert.ok(faults.length > 0, 'nothing happens and nothing says why');
  return 'nothing';
}

const parsers: Readonly<Record<string, Parse>> = {
  'artist-math': parseArtistMath,
  'artist-tools': parseArtistTools,
  toolrl: parseToolRl,
};

describe('the parsers of tagged replies', function () {
  this.timeout(60_000);

  for (const [name, parse] of Object.entries(parsers)) {
    it(`hold their promises on ${rounds} mutated replies: ${name}`, () => {
      const random = seededRandom(20_261_130);
      const counts = { code: 0, answer: 0, nothing: 0 };
      for (let round = 0; round < rounds; round += 1) {
        const reply = fuzzed(random);
        const cut = random.below(4) === 0;
        try {
          counts[assertHolds(parse, reply, cut)] += 1;
        } catch (error) {
          throw new Error(`round ${round}, cut ${cut}: ${JSON.stringify(reply)}`, { cause: error });
        }
      }
      // Each outcome that the dialect has must be common, or the mutations prove nothing.
      const possible = name === 'toolrl' ? [counts.answer] : Object.values(counts);
      assert.ok(Math.min(...possible) > rounds / 20, JSON.stringify(counts));
    });
  }

  it('give calls that can be read again, line by line', () => {
    const random = seededRandom(5);
    for (let round = 0; round < rounds / 4; round += 1) {
      const { code } = parseArtistTools(fuzzed(random), false);
      for (const line of code?.split('\n') ?? []) {
        assert.ok(parseJson(CallRequest, line).ok, line);
      }
    }
  });

  it('take everything else of a reply but its end the same when it was cut', () => {
    const random = seededRandom(6);
    for (let round = 0; round < rounds / 4; round += 1) {
      const reply = fuzzed(random);
      const [whole, cut] = [parseArtistMath(reply, false), parseArtistMath(reply, true)];
      assert.equal(cut.thought, whole.thought);
      if (cut.code !== null) assert.equal(cut.code, whole.code);
    }
  });

  const hostile: Readonly<Record<string, string>> = {
    'opening tags': '<think><python>'.repeat(60_000),
    'closing tags': '</think></python></tool>'.repeat(40_000),
    'thoughts without end': '<think>a'.repeat(120_000),
    'empty parts': '<think></think>'.repeat(60_000),
    'less-than signs': '<'.repeat(1_000_000),
    calls: `<tool>${'{"name":"f","arguments":{}}\n'.repeat(35_000)}`,
    'lines that are no calls': `<tool>${'x\n'.repeat(500_000)}`,
    'brackets in a call': `<tool>${'['.repeat(1_000_000)}</tool>`,
    'backticks in a part': `<python>${'```\n'.repeat(250_000)}</python>`,
    spaces: ` <python>${' '.repeat(1_000_000)}x`,
  };
  for (const [what, reply] of Object.entries(hostile)) {
    it(`do not choke on 1 MB of ${what}`, () => {
      for (const parse of Object.values(parsers)) {
        const started = process.cpuUsage();
        parse(reply, false);
        const { user, system } = process.cpuUsage(started);
        assert.ok((user + system) / 1000 < 2000, `${Math.round((user + system) / 1000)} ms`);
      }
    });
  }
});
