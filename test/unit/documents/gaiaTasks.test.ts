// Thirty tasks in the shape of GAIA, with attachments of every kind: what the converters make of each file is compared value by
// value, and each answer is worked out again from the converted text alone.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Task } from '../../../runtime/contract/task.ts';
import { convertDocument } from '../../../runtime/documents/convertDocument.ts';
import { createConverters } from '../../../runtime/documents/converters.ts';
import { TesseractRecogniser } from '../../../runtime/documents/picture/tesseractRecogniser.ts';
import { matchGaia } from '../../../runtime/judge/gaiaScorer.ts';
import { readForeignTasks } from '../../../runtime/store/importers/importTasks.ts';
import { sheetRows, tableRows, type Row } from '../../fakes/tableRows.ts';

const folder = fileURLToPath(new URL('../../fixtures/gaia/2023/validation', import.meta.url));
const never = new AbortController().signal;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const column = (rows: readonly Row[], at: number): number[] => rows.map((row) => Number(row[at]));
const days = (from = '', to = ''): number =>
  (Date.parse(to.replaceAll('/', '-')) - Date.parse(from.replaceAll('/', '-'))) / 86_400_000;

/** Data below the heads. */
const body = (markdown: string): Row[] => tableRows(markdown).slice(1);
const money = (cell = ''): number => Number(cell.replace(/ EUR$/, '').replace(',', ''));

/** Number, item, sum insured and own share, on both pages. */
const insured = (text: string): Row[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))
    .filter((cells) => cells.length === 4 && /^\d+$/.test(cells[0] ?? ''));

const minutesAfter = (clock: string, minutes: number): string => {
  const [hours = 0, past = 0] = clock.split(':').map(Number);
  const all = hours * 60 + past + minutes;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
};

const loans: readonly Row[] = [
  ['京都ランタン館', '和時計', '820000', '2024/04/02', '2024/10/01'],
  ['大阪からくり博物館', '茶運び人形', '1450000', '2024/05/14', ''],
  ['京都ランタン館', '提灯', '64000', '2023/11/20', '2024/03/31'],
  ['東京時計資料館', '懐中時計', '390000', '2024/07/01', '2025/01/15'],
  ['大阪からくり博物館', '弓曳き童子', '2100000', '2025/02/03', ''],
  ['京都ランタン館', '行灯', '58000', '2024/09/09', ''],
  ['名古屋科学館', '算盤', '27000', '2024/12/01', '2025/06/30'],
];
const policy: readonly Row[] = [
  ['1', 'Tower clock movement', '182,000 EUR', '1,500 EUR'],
  ['2', 'Singing bird box', '96,500 EUR', '500 EUR'],
  ['3', 'Orrery', '241,000 EUR', '2,000 EUR'],
  ['4', 'Brass microscope', '18,400 EUR', '250 EUR'],
  ['5', 'Difference engine model', '310,000 EUR', '2,500 EUR'],
  ['6', 'Pocket sundial', '42,750 EUR', '500 EUR'],
  ['7', 'Telegraph key', '6,200 EUR', '250 EUR'],
  ['8', 'Marine chronometer', '128,300 EUR', '1,000 EUR'],
];
const hours: readonly Row[] = [
  ['Days', 'Summer', 'Winter'],
  ['Monday', 'closed', 'closed'],
  ['Tuesday to Thursday', '10:00 to 18:00', '10:00 to 16:30'],
  ['Friday', '10:00 to 21:00', '10:00 to 19:45'],
  ['Saturday and Sunday', '09:30 to 18:00', '10:00 to 17:00'],
];
const visits: readonly Row[] = [
  ['', '2024', '2025'],
  ['Q1', '1105', '1240'],
  ['Q2', '1990', '2315'],
  ['Q3', '1020', '980'],
  ['Q4', '1640', '1875'],
];

/** Every day but Mondays of July and August, with an income that follows from the prices of the second sheet. */
function visitorDays(text: string): Row[] {
  assert.deepEqual(sheetRows(text, 'Prices'), [
    ['Tickets in euro, valid for 2025', '<'],
    ['Ticket', 'Price'],
    ['Adult', '9'],
    ['Child', '4'],
  ]);
  const [heads, ...rows] = sheetRows(text, 'Days');
  assert.deepEqual(heads, ['Date', 'Adults', 'Children', 'Income']);
  assert.deepEqual(
    rows.map(([day]) => day),
    openDays(),
  );
  for (const [day, adults, children, income] of rows) {
    assert.equal(Number(income), 9 * Number(adults) + 4 * Number(children), day);
  }
  return rows;
}

function openDays(): string[] {
  const all = Array.from({ length: 62 }, (_, index) => new Date(Date.UTC(2025, 6, 1 + index)));
  return all.filter((day) => day.getUTCDay() !== 1).map((day) => day.toISOString().slice(0, 10));
}

/** For each task in order: the answer, from what its attachment was converted to. */
const answers: readonly ((text: string) => string)[] = [
  (text) => {
    const august = visitorDays(text).filter(([day = '']) => day.startsWith('2025-08'));
    return String(sum(column(august, 2)));
  },
  (text) => {
    const rows = visitorDays(text);
    const most = Math.max(...column(rows, 3));
    return `${rows.find((row) => Number(row[3]) === most)?.[0] ?? ''}, ${most}`;
  },
  (text) => {
    const rows = sheetRows(text, 'Exhibits');
    const fill = (cell = ''): string => /\{fill (#\w+)\}/.exec(cell)?.[1] ?? '';
    const lent = fill(rows[0]?.find((cell) => cell.startsWith('on loan')));
    assert.match(lent, /^#/);
    const grams = column(
      rows.slice(2).filter(([name]) => fill(name) === lent),
      3,
    );
    assert.deepEqual(grams, [11350, 23900, 5120]);
    return (sum(grams) / 1000).toFixed(2);
  },
  (text) => {
    assert.match(text, /Sheet 2: Pay \(hidden\)/);
    const pay = sheetRows(text, 'Pay')
      .slice(1)
      .map(([name = '', rate, ...each]) => ({ name, pay: Number(rate) * sum(each.map(Number)) }));
    const most = pay.sort((a, b) => b.pay - a.pay)[0];
    return `${most?.name ?? ''}, ${most?.pay.toFixed(2) ?? ''}`;
  },
  (text) => {
    assert.match(text, /encoded as shift_jis/);
    assert.deepEqual(body(text), loans);
    return String(body(text).filter(([museum]) => museum === '京都ランタン館').length);
  },
  (text) => {
    assert.deepEqual(body(text), loans);
    const of2024 = body(text).filter((row) => row[3]?.startsWith('2024'));
    return String(sum(column(of2024, 2)));
  },
  (text) => {
    assert.match(text, /encoded as utf-16/);
    assert.deepEqual(body(text), loans);
    const returned = body(text)
      .filter((row) => row[4] !== '')
      .map((row) => ({ item: row[1] ?? '', days: days(row[3], row[4]) }));
    const longest = returned.sort((a, b) => b.days - a.days)[0];
    return `${longest?.item ?? ''}, ${longest?.days ?? ''}`;
  },
  (text) => {
    assert.deepEqual(tableRows(text), hours);
    return tableRows(text)[2]?.[2]?.split(' to ')[1] ?? '';
  },
  (text) => {
    assert.deepEqual(tableRows(text), hours);
    assert.match(text, /## Last admission\n\nNobody is let in during the last 45 minutes\./);
    return minutesAfter(tableRows(text)[3]?.[1]?.split(' to ')[1] ?? '', -45);
  },
  (text) => {
    assert.match(text, /1\. Bags larger than 40 cm .*\n2\. Tripods .* 15 euro\.\n3\. Dogs/);
    return /edition (\d+) of 2 May 2025/.exec(text)?.[1] ?? '';
  },
  (text) => {
    assert.deepEqual(tableRows(text), visits);
    const growth = body(text).map((row) => (Number(row[2]) / Number(row[1]) - 1) * 100);
    return Math.max(...growth).toFixed(1);
  },
  (text) => {
    assert.deepEqual(tableRows(text), visits);
    const abroad = Number(/Notes: Say that (\d+) pupils of the third quarter/.exec(text)?.[1]);
    return String(Number(tableRows(text)[3]?.[2]) - abroad);
  },
  (text) => {
    assert.deepEqual(insured(text), policy);
    return String(money(insured(text).find((row) => row[1] === 'Orrery')?.[2]));
  },
  (text) => {
    assert.deepEqual(insured(text), policy);
    return String(insured(text).filter((row) => money(row[3]) >= 1000).length);
  },
  (text) => {
    assert.deepEqual(insured(text), policy);
    const percent = Number(/premium is ([\d.]+) % of all/.exec(text)?.[1]);
    return ((sum(insured(text).map((row) => money(row[2]))) * percent) / 100).toFixed(2);
  },
  (text) => {
    const words = text.replaceAll(/\s+/g, ' ');
    for (const hall of [1, 2, 3, 4]) assert.ok(words.includes(`HALL ${hall}`), words);
    const areas = [...words.matchAll(/(\d+) SQM/g)].map((match) => Number(match[1]));
    assert.deepEqual(areas, [148, 212, 187, 96]);
    const themes = [...words.matchAll(/LANTERNS|CLOCKS|AUTOMATA|OPTICS/g)].map(([theme]) => theme);
    return themes[areas.indexOf(Math.max(...areas))] ?? '';
  },
  (text) => {
    assert.match(text, /Camera maker: Lumena\nCamera: LX-40\nExposure: 1\/125/);
    return /Taken: 2025:05:17 (\d\d:\d\d):08/.exec(text)?.[1] ?? '';
  },
  (text) => {
    assert.match(text, /Title: Bells at noon\nArtist: Lantern Museum/);
    return String(Math.floor(Number(/\((\d+\.\d+) s\)/.exec(text)?.[1])));
  },
  (text) => {
    assert.match(text, /Title: Orrery, wound up\nArtist: Whitlock/);
    return /Year: (\d{4})/.exec(text)?.[1] ?? '';
  },
  (text) => {
    assert.match(text, /our agent in Malmö/, 'the second letter is Latin-1');
    const letter = text.split('## letters/1897-03-02.txt')[1]?.split('##')[0] ?? '';
    return /withhold (\d+) crowns/.exec(letter)?.[1] ?? '';
  },
  (text) => {
    const rows = sheetRows(text, 'Order').slice(1);
    assert.deepEqual(rows, [
      ['lamp oil', '12', '8.4'],
      ['glass chimneys', '30', '3.15'],
      ['wick, metre', '80', '0.95'],
      ['brass polish', '6', '11.2'],
    ]);
    return sum(rows.map((row) => Number(row[1]) * Number(row[2]))).toFixed(2);
  },
  (text) => {
    const rows = sheetRows(text, 'Donations').slice(1);
    assert.deepEqual(column(rows, 1), [12500, 3200, 780, 9400, 4615]);
    return String(sum(column(rows, 1)));
  },
  (text) => {
    assert.match(text, /^Subject: Van for Tuesday$/m);
    assert.match(text, /^From: Noor Haddad <noor@lantern\.example>$/m);
    const load = body(text.split('Attachment: load.csv')[1] ?? '');
    assert.deepEqual(
      load.map(([item]) => item),
      ['crate', 'orrery', 'stand'],
    );
    return sum(column(load, 1)).toFixed(2);
  },
  (text) => {
    assert.ok(!text.includes('alert'), 'scripts are no text');
    const tour = tableRows(text).find(([language]) => language === 'Danish');
    return minutesAfter(tour?.[1] ?? '', Number(/take \*\*(\d+) minutes/.exec(text)?.[1]));
  },
  (text) => {
    assert.match(text, /Lamps of the quay/);
    const [, burned, took] = /winter (\d+) lamps burned; storms took (\d+)/.exec(text) ?? [];
    return String(Number(burned) - Number(took));
  },
  (text) => {
    assert.match(text, /# Pendulum of the tower clock\nLength in metres is 0\.9877\./);
    return Number(/Output:\n```\n([\d.]+)/.exec(text)?.[1]).toFixed(2);
  },
  (text) => {
    const lines = (text.split('\nLines:\n')[1] ?? '').trim().split('\n');
    const all = lines.map((line) => JSON.parse(line) as { sensor: string; humidity: number });
    assert.equal(all.length, 720);
    const of = (name: string) => all.filter(({ sensor }) => sensor === name);
    const total = (name: string) => sum(of(name).map(({ humidity }) => humidity));
    const [dampest] = ['vault', 'hall-2', 'workshop'].sort((a, b) => total(b) - total(a));
    return `${dampest ?? ''}, ${of('vault').filter(({ humidity }) => humidity < 42).length}`;
  },
  (text) => {
    const teeth = [...text.matchAll(/"\w+": (\d+)/g)].map((match) => Number(match[1]));
    const [great = 0, centre = 0, third = 0, , first = 1, second = 1, last = 1] = teeth;
    return ((((great / first) * centre) / second) * (third / last)).toFixed(1);
  },
  (text) => {
    const rooms = [...text.matchAll(/"(HALL \d)": \{"lux": (\d+)/g)];
    return rooms
      .filter((match) => Number(match[2]) > 60)
      .map((match) => match[1])
      .join(', ');
  },
  (text) => {
    assert.equal(text, '', 'it has no attachment');
    return String(12 + (12 * 13) / 2);
  },
];

describe('tasks in the shape of GAIA', function () {
  this.timeout(120_000);
  const recogniser = new TesseractRecogniser(() => undefined);
  const converters = createConverters({
    ...{ recogniser, transcriber: null },
    now: () => performance.now(),
  });
  let tasks: readonly Task[] = [];
  before(async () => {
    const imported = await readForeignTasks(path.join(folder, 'metadata.jsonl'), never);
    assert.deepEqual(imported.problems, []);
    assert.equal(imported.format, 'GAIA metadata');
    tasks = imported.tasks;
  });
  after(() => recogniser.close());

  /** Empty for a task without an attachment. */
  async function converted({ files: [file] }: Task): Promise<string> {
    if (file === undefined) return '';
    const source = { name: path.basename(file), bytes: new Uint8Array(readFileSync(file)) };
    return (await convertDocument(converters, { source, member: null }, never)).text;
  }

  it('are thirty, of three levels, with attachments of seventeen kinds', () => {
    assert.equal(tasks.length, 30);
    const levels = [1, 2, 3].map((level) => tasks.filter((task) => task.level === level).length);
    assert.deepEqual(levels, [11, 13, 6]);
    const kinds = new Set(tasks.flatMap(({ files }) => files.map((file) => path.extname(file))));
    const expected = '.csv .docx .eml .epub .html .ipynb .jpg .json .jsonl .mp3 .ods .pdf .png';
    assert.deepEqual([...kinds].sort(), [...expected.split(' '), '.pptx', '.py', '.xlsx', '.zip']);
  });
  it('have no file that no task names', () => {
    const named = tasks.flatMap(({ files }) => files.map((file) => path.basename(file)));
    assert.deepEqual(readdirSync(folder).sort(), [...named, 'metadata.jsonl'].sort());
  });
  for (const [index, answer] of answers.entries()) {
    it(`${index + 1}: the answer follows from the converted file`, async () => {
      const task = tasks[index];
      assert.ok(task);
      const truth = task.referenceAnswer ?? assert.fail('it has an answer');
      const found = answer(await converted(task));
      assert.equal(found, truth, task.question);
      for (const rules of ['fixed', 'official'] as const) {
        assert.equal(matchGaia(found, truth, rules).matches, true, rules);
        assert.equal(matchGaia(`${found} 1`, truth, rules).matches, false, rules);
      }
    });
  }
});
