// The sample workspace holds what its tasks need, and the answers can be worked out from what the converters give: each is
// computed here a third time, from the Markdown alone.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Task } from '../../../runtime/contract/task.ts';
import { convertDocument } from '../../../runtime/documents/convertDocument.ts';
import { createConverters } from '../../../runtime/documents/converters.ts';
import { type Row, tableRows } from '../../fakes/tableRows.ts';

const folder = new URL('../../../media/sample-workspace/', import.meta.url);
const business = new URL('kestrel-boats/', folder);
const converters = createConverters({
  recogniser: null,
  transcriber: null,
  now: () => performance.now(),
});
const never = new AbortController().signal;

const tasks = readFileSync(new URL('tasks.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Task.parse(JSON.parse(line)));

async function text(name: string, member: string | null = null): Promise<string> {
  const bytes = new Uint8Array(readFileSync(new URL(name, business)));
  return (await convertDocument(converters, { source: { name, bytes }, member }, never)).text;
}

/** Rows below the header, without the column of row numbers. */
async function sheet(name: string): Promise<Row[]> {
  return tableRows(await text('bookings-2025.xlsx', name))
    .slice(2)
    .map((row) => row.slice(1));
}

interface Booking {
  readonly start: string;
  readonly boat: string;
  readonly customer: string;
  readonly price: number;
  readonly total: number;
  readonly cancelled: string;
}

async function bookings(): Promise<Booking[]> {
  return (await sheet('Bookings')).map(
    ([
      ,
      ,
      start = '',
      boat = '',
      customer = '',
      hours,
      rate,
      discount = '',
      total,
      cancelled = '',
    ]) => ({
      start,
      boat,
      customer,
      price: Number(hours) * Number(rate) * (1 - Number.parseFloat(discount) / 100),
      total: Number(total),
      cancelled,
    }),
  );
}

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;
const germanDate = (date: string): string => date.split('.').reverse().join('-');
const csv = async (name: string): Promise<Row[]> => tableRows(await text(name)).slice(1);

async function gateLog(): Promise<Record<string, string>[]> {
  const lines = (await text('gate-log.jsonl')).split('\nLines:\n')[1]?.split('\n') ?? [];
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

async function cancellationFees(): Promise<number> {
  const steps = tableRows(await text('notes/price-policy.docx'))
    .slice(1)
    .map(([notice = '', share = '']) => ({
      least: Number(/\d+/.exec(notice)?.[0] ?? '0'),
      share: Number.parseFloat(share) / 100,
    }));
  const members = new Set(
    (await csv('customers.csv')).filter((row) => row[3] !== '').map((row) => row[0]),
  );
  let className = '';
  const rowing = new Set<string>();
  for (const [first = '', boat = ''] of (await sheet('Boats')).slice(2)) {
    if (first !== '^') className = first;
    if (className === 'Rowing') rowing.add(boat);
  }
  const fees = (await bookings()).map(({ start, boat, customer, price, cancelled }) => {
    if (cancelled === '' || rowing.has(boat)) return 0;
    const notice = daysBetween(cancelled, start.slice(0, 10));
    const share = steps.find(({ least }) => notice >= least)?.share ?? 0;
    return price * share * (members.has(customer) ? 0.5 : 1);
  });
  return sum(fees);
}

const answers: readonly (() => Promise<string>)[] = [
  async () => String((await bookings()).filter(({ start }) => start.startsWith('2025-07')).length),
  async () => String((await csv('customers.csv')).filter((row) => row[2] === 'Kiel').length),
  async () => {
    const rows = await csv('fuel-log.csv');
    const sums = [...new Set(rows.map((row) => row[1]))].map((boat) => ({
      boat,
      litres: sum(rows.filter((row) => row[1] === boat).map((row) => Number(row[2]))),
    }));
    const most = sums.sort((a, b) => b.litres - a.litres)[0];
    return `${most?.boat ?? ''}, ${most?.litres.toFixed(1) ?? ''}`;
  },
  async () =>
    String(
      (await gateLog()).filter(
        (entry) => entry['event'] === 'denied' && entry['reason'] === 'expired',
      ).length,
    ),
  async () => {
    const rows = (await csv('supplier-invoices.csv')).filter(
      (row) => row[2] === 'Müller Bootsbedarf',
    );
    return sum(rows.map((row) => Number(row[3]?.replace('.', '').replace(',', '.')))).toFixed(2);
  },
  async () => {
    const markdown = await text('bookings-2025.xlsx', 'Boats');
    const red = /laid up \{fill (#\w+)\}/.exec(markdown)?.[1] ?? 'none';
    const boats = [...markdown.matchAll(/\| B\d\d \| (\w+) \{fill (#\w+)\}/g)];
    return boats
      .filter((match) => match[2] === red)
      .map((match) => match[1] ?? '')
      .sort()
      .join(', ');
  },
  async () => {
    const pay = (await sheet('Payroll')).map(([name = '', , rate, ...months]) => ({
      name,
      cost: Number(rate) * sum(months.slice(0, 5).map(Number)),
    }));
    const most = pay.sort((a, b) => b.cost - a.cost)[0];
    return `${most?.name ?? ''}, ${most?.cost.toFixed(2) ?? ''}`;
  },
  async () => {
    const paid = (await csv('supplier-invoices.csv')).filter((row) => row[4] !== '');
    return String(
      paid.filter((row) => daysBetween(germanDate(row[1] ?? ''), germanDate(row[4] ?? '')) > 14)
        .length,
    );
  },
  async () => {
    const expected = Number(/expects (\d+) euro/.exec(await text('season-review.pptx'))?.[1]);
    const season = Number((await sheet('Summary')).find((row) => row[0] === 'Season')?.[2]);
    return ((expected / season - 1) * 100).toFixed(2);
  },
  async () => {
    const report = await text('harbour-inspection.pdf');
    const classA = new Set(
      [...report.matchAll(/\b(B\d\d)\b.*\bA\b.*20\d\d/g)].map((match) => match[1] ?? ''),
    );
    const august = (await bookings()).filter(
      ({ start, boat }) => start.startsWith('2025-08') && classA.has(boat),
    );
    return sum(august.map(({ total }) => total)).toFixed(2);
  },
  async () => {
    assert.match(
      await text('notes/team-meeting.md'),
      /closed from 22:00 to 06:00[\s\S]*two hours ahead/,
    );
    const owners = new Map((await csv('customers.csv')).map((row) => [row[4], row[1]]));
    const closed = (await gateLog()).filter((entry) => {
      const hour = (new Date(entry['time'] ?? '').getUTCHours() + 2) % 24;
      return entry['event'] === 'opened' && (hour >= 22 || hour < 6);
    });
    return (countBy(closed.map((entry) => owners.get(entry['card']) ?? ''))[0] ?? []).join(', ');
  },
  async () => (await cancellationFees()).toFixed(2),
];

describe('the sample workspace', () => {
  it('has twelve tasks, easy to hard, each with its answer and the way to it', () => {
    assert.deepEqual(
      tasks.map(({ id }) => id),
      Array.from({ length: 12 }, (_, index) => `sample-${String(index + 1).padStart(2, '0')}`),
    );
    assert.deepEqual(
      tasks.map(({ level }) => level),
      [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3],
    );
    for (const { id, referenceAnswer, metadata } of tasks) {
      assert.ok((referenceAnswer ?? '').length >= 2, id);
      assert.ok(String(metadata['how']).length > 20, id);
    }
  });
  it('holds the files that the tasks name, and is small', () => {
    for (const { files } of tasks) {
      for (const file of files) assert.ok(statSync(new URL(file, folder)).isFile(), file);
    }
    const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const bytes = sum(all.map((entry) => statSync(`${entry.parentPath}/${entry.name}`).size));
    assert.ok(bytes < 500_000, String(bytes));
  });
  for (const [index, task] of tasks.entries()) {
    it(`${task.id} follows from the converted files`, async () => {
      assert.equal(await answers[index]?.(), task.referenceAnswer);
    });
  }
});
