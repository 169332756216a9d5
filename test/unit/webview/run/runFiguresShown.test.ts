// The charts and tables of a run: that they name what the trainer writes, and what they are drawn from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunPlace } from '../../../../runtime/contract/training/runView.ts';
import { makeRunFigures } from '../../../fakes/runFigures.ts';
import { makeRunPage, runPlace } from '../../../fakes/runPages.ts';
import { Boards } from '../../../../webview/run/boards.ts';
import { ComparedRuns } from '../../../../webview/run/comparedRuns.ts';
import { rewardChart } from '../../../../webview/run/rewardChart.ts';
import { runCharts } from '../../../../webview/run/runCharts.ts';
import type { RunHost, TrainingRoute } from '../../../../webview/run/runContext.ts';
import { savedRunRoute } from '../../../../webview/run/savedRunRoute.ts';
import { stepTable } from '../../../../webview/run/stepColumns.ts';

const now = Date.parse('2026-05-04T12:00:00.000Z');
const page = makeRunPage({ now });
const { recipe } = page.job;
const route: TrainingRoute = {
  ...{ page: 'run', axis: 'step', smooth: true, zoom: null, compared: [], tables: [] },
};

describe('the charts of a run', () => {
  const charts = runCharts(recipe);

  it('are made of metrics that the trainer writes', () => {
    const file = path.resolve('runtime/trainer/tool_r1_trainer/step_metrics.py');
    const written = readFileSync(file, 'utf8');
    const names = charts
      .flatMap(({ series }) => series)
      .flatMap(({ figure }) => [figure.of, ...(figure.over ?? []), ...(figure.plus ?? [])]);
    for (const name of new Set(names)) {
      const [group = '', last = ''] = name.split('/');
      const isMade = group === 'seconds' && written.includes('f"seconds/{name}"');
      const isPart = name.startsWith('reward/part/') && written.includes('f"reward/part/{name}"');
      const isNamed = written.includes(`"${name}"`);
      assert.ok(isNamed || isPart || (isMade && written.includes(`"${last}"`)), name);
    }
  });

  it('have names and ids of their own, and tell series apart by more than colour', () => {
    assert.equal(new Set(charts.map(({ id }) => id)).size, charts.length);
    assert.ok(charts.length >= 13);
    for (const { kind, series, id } of charts) {
      const looks = series.map(({ texture = 'solid', dash = 'solid' }) =>
        kind === 'stack' ? texture : dash,
      );
      assert.equal(new Set(looks).size, looks.length, id);
    }
  });

  it('stack the parts of a reward that add up, with their weights', () => {
    const chart = rewardChart({ kind: 'tool-r1', weights: { answer: 1, parse: 0.3, exec: 0 } });
    assert.deepEqual(
      chart.series.map(({ name, figure }) => [name, figure.times]),
      [
        ['answer', 1],
        ['0.3 × parse', 0.3],
      ],
    );
    assert.deepEqual(chart.scale, [0, 1.3]);
    assert.equal(rewardChart({ kind: 'binary-answer' }).kind, 'lines');
  });
});

describe('the board of a run', () => {
  const boards = new Boards(recipe);

  it('makes figures once for each state of a run', () => {
    const first = boards.board(page, route, []);
    const again = boards.board({ ...page, badges: [] }, { ...route, axis: 'time' }, []);
    assert.equal(first.own, again.own);
    const news = { ...page, metrics: makeRunFigures({ seed: 7, steps: 313 }) };
    assert.notEqual(boards.board(news, route, []).own, first.own);
  });

  it('is as long as the longest run, and leaves room for what is not known', () => {
    const other = { name: 'other', metrics: makeRunFigures({ seed: 3, steps: 400 }) };
    assert.deepEqual(boards.board(page, route, []).whole, { from: 0, to: 312 });
    assert.equal(boards.board(page, route, [other]).whole.to, 400);
    const offline = boards.board(makeRunPage({ now, state: 'offline' }), route, []);
    assert.equal(offline.unknownFrom, 312);
    assert.ok(offline.whole.to > 320);
    const zoom = { from: 10, to: 20 };
    assert.deepEqual(boards.board(page, { ...route, zoom }, []).shown, zoom);
  });

  it('marks where a crashed run ended and where it can go on from', () => {
    const crashed = makeRunPage({ now, state: 'crashed' });
    const marks = boards.board(crashed, route, []).marks;
    assert.deepEqual(
      marks.map(({ kind, x }) => [kind, x]),
      [
        ['checkpoint', 300],
        ['end', 312],
      ],
    );
    const time = boards.board(crashed, { ...route, axis: 'time' }, []).marks;
    assert.equal(time[1]?.x, crashed.metrics.seconds.at(-1));
    assert.deepEqual(boards.board(page, route, []).marks, []);
  });

  it('sorts out charts without figures', () => {
    const known = Object.entries(page.metrics.columns);
    const columns = Object.fromEntries(known.filter(([name]) => name !== 'policy/kl'));
    const bare = { ...page, metrics: { ...page.metrics, columns } };
    const { drawn, empty } = boards.sorted(boards.board(bare, route, []));
    assert.deepEqual(
      empty.map(({ id }) => id),
      ['kl'],
    );
    assert.equal(drawn.length, boards.charts.length - 1);
  });
});

describe('the table of train steps', () => {
  it('has the newest first and leaves out what no step has', () => {
    const { columns, rows } = stepTable(page.metrics, 3);
    assert.deepEqual(
      rows.map(({ step }) => step),
      [312, 311, 310],
    );
    assert.deepEqual(columns.map(({ name }) => name).slice(0, 3), ['Reward', 'Answer', 'Parse']);
    const few = { steps: [1], seconds: [0], columns: { 'reward/total': [1.2] }, totalSteps: 1 };
    assert.deepEqual(stepTable(few, 3).rows, [{ step: 1, cells: ['1.20'] }]);
  });
});

describe('the runs that are compared with', () => {
  const other: RunPlace = { machine: 'box', folder: '/runs/other' };
  const run = { place: other, name: 'other', state: 'done' as const, metrics: page.metrics };
  const make = (answer: () => unknown) => {
    const changes: (readonly RunPlace[])[] = [];
    const problems: unknown[] = [];
    const request = () => Promise.resolve().then(answer);
    const compared = new ComparedRuns({
      host: { request: request as RunHost['request'] },
      changed: (places) => changes.push(places),
      complain: (error) => problems.push(error),
    });
    return { compared, changes, problems };
  };

  it('are read once, and can be taken away', async () => {
    const { compared, changes } = make(() => ({ run }));
    await compared.read([other]);
    await compared.read([other]);
    await compared.choose();
    assert.deepEqual(changes, [[other]]);
    compared.remove({ ...other });
    assert.deepEqual(compared.runs, []);
  });

  it('stay as they are when nothing was chosen or a run is gone', async () => {
    const nothing = make(() => ({ run: null }));
    await nothing.compared.choose();
    assert.deepEqual(nothing.changes, []);
    const gone = make(() => {
      throw new Error('That run is gone.');
    });
    await gone.compared.read([other]);
    assert.match(String(gone.problems[0]), /gone/);
  });
});

describe('what VS Code kept of the page', () => {
  const saved = {
    ...{ version: 1, place: runPlace },
    route: { ...route, axis: 'time', zoom: { from: 1, to: 5 }, badge: 'learning' },
  };

  it('is taken up where it was left', () => {
    assert.deepEqual(savedRunRoute(saved, runPlace), saved.route);
    const closed = { ...saved, route: { ...saved.route, badge: null } };
    assert.deepEqual(savedRunRoute(closed, runPlace), closed.route);
  });

  it('is not trusted when it is of another run or another version', () => {
    assert.equal(savedRunRoute(saved, { ...runPlace, folder: '/else' }), null);
    assert.equal(savedRunRoute({ ...saved, version: 2 }, runPlace), null);
    assert.equal(savedRunRoute({ ...saved, route: { page: 'nowhere' } }, runPlace), null);
    assert.equal(savedRunRoute('text', runPlace), null);
  });

  it('loses only what cannot be read', () => {
    const odd = {
      page: 'run',
      axis: 7,
      zoom: { from: 5, to: 1 },
      badge: 'x',
      compared: [3],
      tables: 'a',
    };
    assert.deepEqual(savedRunRoute({ ...saved, route: odd }, runPlace), route);
  });
});
