import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { TrajectoryReader } from '../../runtime/store/trajectoryReader.ts';
import { toolNames } from '../../runtime/tools/toolChoice.ts';
import { CliProcess } from '../fakes/cliProcess.ts';
import { chat, startOpenAiServer } from '../fakes/openAiServer.ts';
import { recording, reply } from '../fakes/recordings.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { startWebSites, type WebSites } from '../fakes/webSites.ts';

describe('tool-r1 run with the web', function () {
  // Three processes, each with a sandbox of its own, one after the other.
  this.timeout(120_000);

  const inFolder = temporaryFolder();
  let sites: WebSites;
  beforeEach(async () => {
    sites = await startWebSites();
  });
  afterEach(() => sites.close());

  const run = (out: string, ...args: readonly string[]) => {
    const fixed = ['run', 'Look it up.', '--model', 'replay:replies.json', '--out', out];
    return new CliProcess([...fixed, ...args], inFolder(), sites.env).ended;
  };

  const write = (...replies: readonly string[]) =>
    writeFile(inFolder('replies.json'), recording(replies));

  async function observationsOf(file: string): Promise<readonly string[]> {
    const reader = await TrajectoryReader.open(inFolder(file));
    const [summary] = reader.summaries;
    assert.ok(summary);
    const { trajectory } = await reader.load(summary.id);
    return trajectory.steps.map(({ observation }) => JSON.stringify(observation));
  }

  it('asks all four tools, and gives the same without a network from what it recorded', async () => {
    await write(
      reply('I ask Wikipedia.', "moon = wikipedia_qa('mean radius of Io')\nprint(moon)"),
      reply('I search.', "keeper = web_qa('first keeper of the lighthouse')\nprint(keeper)"),
      reply(
        'I read a PDF and an old page.',
        `dues = visit_qa('${sites.site.origin}/dues.pdf')\nwall = find_archived_url('http://news.example/', '20210615')\nprint(dues, wall)`,
      ),
      reply(
        'I put it together.',
        "import re\nfinal_answer([re.search(p, t).group() for p, t in [('1821.6 km', moon), ('Ysolde Marsh', keeper), ('42 crowns', dues), ('1887', wall)]])",
      ),
    );
    const live = await run('live.jsonl', '--record', 'web.jsonl');
    assert.equal(live.code, 0, live.out + live.err);
    const answer =
      /\['1821.6 km', 'Ysolde Marsh', '42 crowns', '1887'\]|1821\.6 km.*Ysolde Marsh.*42 crowns.*1887/s;
    assert.match(live.out, answer);
    const asked = sites.requests();
    assert.ok(asked >= 7, `only ${asked} requests`);

    await sites.close();
    const replayed = await run('replayed.jsonl', '--replay', 'web.jsonl');
    assert.equal(replayed.code, 0, replayed.out + replayed.err);
    assert.deepEqual(await observationsOf('replayed.jsonl'), await observationsOf('live.jsonl'));
    assert.equal(sites.requests(), asked);

    const again = (...args: readonly string[]) =>
      new CliProcess(['replay', 'live.jsonl', ...args], inFolder(), sites.env).ended;
    const compared = await again('--web-replay', 'web.jsonl');
    assert.equal(compared.code, 0, compared.out + compared.err);
    assert.equal(compared.out.match(/^same /gm)?.length, 4);
    const closed = await again();
    assert.equal(closed.code, 1);
    assert.match(closed.out, /another outcome/);
  });

  it('keeps the sources of an answer with the call', async () => {
    await write(reply('I search.', "final_answer(web_qa('first keeper'))"));
    const { code, out, err } = await run('run.jsonl', '--web');
    assert.equal(code, 0, out + err);
    const text = await readFile(inFolder('run.jsonl'), 'utf8');
    assert.match(text, /"notes":\["Source: Keepers \(http:\/\/127\.0\.0\.1:\d+\/keepers\)"\]/);
  });

  it('says what is not in a recording, and goes on', async () => {
    await writeFile(inFolder('web.jsonl'), '');
    const code =
      "try:\n    visit_qa('https://other.example/')\nexcept LookupError as error:\n    final_answer(str(error))";
    await write(reply('I try.', code));
    const { code: exit, out, err } = await run('run.jsonl', '--replay', 'web.jsonl');
    assert.equal(exit, 0, out + err);
    assert.match(out, /Answer.*\n?.*visit_qa\(url: str, question: str \| None = None\)/);
    assert.equal(sites.requests(), 0);
  });

  /** The tools that the paper of Tool-R1 names. */
  const allTools = {
    ...{ version: 1, name: 'all-tools', extends: 'tool-r1', description: 'Seven tools.' },
    agent: { tools: toolNames },
  };
  const refusals: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ['--recipe', 'all-tools.json'],
      /lists wikipedia_qa, web_qa, visit_qa, find_archived_url .* but the web is off/,
    ],
    [['--web', '--search', 'google'], /There is no search service "google"/],
    [['--web', '--vision', 'embedded'], /cannot look at pictures here/],
    [['--replay', 'a.jsonl', '--record', 'b.jsonl'], /--replay answers from a file alone/],
  ];
  for (const [args, message] of refusals) {
    it(`refuses ${args.join(' ')} before anything is opened`, async () => {
      await write(reply('I end.', 'final_answer(1)'));
      await writeFile(inFolder('all-tools.json'), JSON.stringify(allTools));
      const { code, err } = await run('run.jsonl', ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }

  it('has a model read pages and another one look at pictures', async () => {
    const picture = await sharp({
      create: { width: 8, height: 6, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    await writeFile(inFolder('chart.png'), picture);
    const code =
      "final_answer([web_qa('first keeper'), local_visualizer('chart.png', 'What is it?')])";
    const model = await startOpenAiServer({
      'POST /v1/chat/completions': [
        chat(reply('I ask.', code)),
        chat('Answer: Ysolde Marsh\nEvidence: The first keeper was Ysolde Marsh.'),
      ],
    });
    const seer = await startOpenAiServer({ 'POST /v1/chat/completions': [chat('A white wall.')] });
    try {
      const models = ['--model', `m@${model.baseUrl}`, '--vision', `s@${seer.baseUrl}`];
      const {
        code: exit,
        out,
        err,
      } = await run('run.jsonl', '--web', '-f', 'chart.png', ...models);
      assert.equal(exit, 0, out + err);
      assert.match(out, /Answer: Ysolde Marsh/);
      assert.match(out, /A white wall\./);
      const [asked] = seer.bodies('POST /v1/chat/completions');
      assert.match(JSON.stringify(asked), /What is it\?.*data:image\/png;base64,iVBOR/);
      const [first] = model.bodies('POST /v1/chat/completions');
      assert.match(JSON.stringify(first), /def local_visualizer\(.*def find_archived_url\(/);
    } finally {
      await seer.close();
      await model.close();
    }
  });
});
