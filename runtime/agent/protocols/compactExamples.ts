// Worked examples for very small models. They copy the nearest example and change its names, so there is one for each kind
// of question that people ask of a file. The tasks, files and figures are made up.
import { workedStep } from './toolR1Text.ts';

/** What decides how a file is opened. */
export type FileKind = 'table' | 'lines' | 'json' | 'text' | 'document' | 'none';

export interface CompactExample {
  readonly kind: FileKind;
  readonly question: string;
  /** File name and preview as the user message shows them; empty when no file is needed. */
  readonly file: string;
  /** The reply. Where the answer needs a look first: the look, what the runtime answers, and the answer. */
  readonly turns: readonly string[];
}

/** Names, and after a semicolon the condition that picks rows, as previews of files show them: the condition first. */
function preview(title: string, namesAndCondition: string): string {
  const [names, condition] = namesAndCondition.split('; ');
  return `${condition === undefined ? '' : `${condition}; `}${title}: ${names ?? ''}`;
}

/** A question on a table that one block answers. */
function onTable(
  question: string,
  file: string,
  columns: string,
  thought: string,
  ...code: readonly string[]
): CompactExample {
  const open = ['import csv', `rows = list(csv.DictReader(open('${file}')))`];
  return {
    kind: 'table',
    question,
    file: `${file}, ${preview('columns', columns)}`,
    turns: [workedStep(thought, [...open, ...code, 'final_answer(answer)'].join('\n'))],
  };
}

/** A question on a file with one JSON value a line. */
function onLines(
  question: string,
  file: string,
  keys: string,
  thought: string,
  ...code: readonly string[]
): CompactExample {
  const open = ['import json', `rows = [json.loads(line) for line in open('${file}')]`];
  return {
    kind: 'lines',
    question,
    file: `${file}, ${preview('keys', keys)}`,
    turns: [workedStep(thought, [...open, ...code, 'final_answer(answer)'].join('\n'))],
  };
}

/** A question on a JSON file. */
function onJson(
  question: string,
  file: string,
  shown: string,
  thought: string,
  ...code: readonly string[]
): CompactExample {
  const open = ['import json', `data = json.load(open('${file}'))`];
  return {
    kind: 'json',
    question,
    file: `${file}, ${shown}`,
    turns: [workedStep(thought, [...open, ...code, 'final_answer(answer)'].join('\n'))],
  };
}

const tables: readonly CompactExample[] = [
  onTable(
    'How many members are in members.csv?',
    'members.csv',
    'id, member',
    'Count all rows of members.csv.',
    'answer = len(rows)',
  ),
  onTable(
    'How many boats in boats.csv are red?',
    'boats.csv',
    "name, colour, length; row['colour'] == 'red'",
    'Count the rows of boats.csv where colour is red.',
    "answer = sum(1 for row in rows if row['colour'] == 'red')",
  ),
  onTable(
    'How many guests in guests.csv come from Peru?',
    'guests.csv',
    "guest, country, nights; row['country'] == 'Peru'",
    'Count the rows of guests.csv where country is Peru.',
    "answer = sum(1 for row in rows if row['country'] == 'Peru')",
  ),
  onTable(
    'How many cars in cars.csv were built in the year 2012?',
    'cars.csv',
    "maker, year, price; row['year'] == '2012'",
    'Count the rows of cars.csv where year is 2012.',
    "answer = sum(1 for row in rows if row['year'] == '2012')",
  ),
  onTable(
    'How many parcels in parcels.csv weigh more than 10 kg?',
    'parcels.csv',
    'id, weight, city',
    'Count the rows of parcels.csv where weight is more than 10.',
    "answer = sum(1 for row in rows if float(row['weight']) > 10)",
  ),
  onTable(
    'What is the total weight of all parcels in parcels.csv?',
    'parcels.csv',
    'id, weight, city',
    'Add up weight over all rows of parcels.csv.',
    "answer = sum(float(row['weight']) for row in rows)",
  ),
  onTable(
    'How many tickets in sales.csv were sold in May in total?',
    'sales.csv',
    "month, hall, tickets; row['month'] == 'May'",
    'Add up tickets over the rows of sales.csv where month is May.',
    "answer = sum(float(row['tickets']) for row in rows if row['month'] == 'May')",
  ),
  onTable(
    'How many litres of milk did the farm Birkhof deliver in deliveries.csv in total?',
    'deliveries.csv',
    "day, farm, litres; row['farm'] == 'Birkhof'",
    'Add up litres over the rows of deliveries.csv where farm is Birkhof.',
    "answer = sum(float(row['litres']) for row in rows if row['farm'] == 'Birkhof')",
  ),
  onTable(
    'What is the average height in trees.csv?',
    'trees.csv',
    'species, height',
    'Divide the sum of height by the number of rows of trees.csv.',
    "answer = sum(float(row['height']) for row in rows) / len(rows)",
  ),
  onTable(
    'Which player in scores.csv has the most points?',
    'scores.csv',
    'name, team, points',
    'Take name of the row with the highest points in scores.csv.',
    "best = max(rows, key=lambda row: float(row['points']))",
    "answer = best['name']",
  ),
  onTable(
    'Which hotel in hotels.csv is the cheapest?',
    'hotels.csv',
    'hotel, city, price',
    'Take hotel of the row with the lowest price in hotels.csv.',
    "best = min(rows, key=lambda row: float(row['price']))",
    "answer = best['hotel']",
  ),
  onTable(
    'Who is the tallest student in students.csv?',
    'students.csv',
    'student, height, class',
    'Take student of the row with the highest height in students.csv.',
    "best = max(rows, key=lambda row: float(row['height']))",
    "answer = best['student']",
  ),
  onTable(
    'What is the highest speed in runs.csv?',
    'runs.csv',
    'run, speed, track',
    'Take the highest speed of all rows of runs.csv.',
    "answer = max(float(row['speed']) for row in rows)",
  ),
  onTable(
    'Which shop in turnover.csv sold the most over all days?',
    'turnover.csv',
    'day, shop, sold',
    'Add up sold by shop in turnover.csv and take the largest.',
    'totals = {}',
    'for row in rows:',
    "    totals[row['shop']] = totals.get(row['shop'], 0) + float(row['sold'])",
    'answer = max(totals, key=totals.get)',
  ),
  onTable(
    'What is the phone number of Nora Lund in contacts.csv?',
    'contacts.csv',
    "name, phone; row['name'] == 'Nora Lund'",
    'Take phone of the row of contacts.csv where name is Nora Lund.',
    "answer = [row['phone'] for row in rows if row['name'] == 'Nora Lund'][0]",
  ),
  onTable(
    'How many different colours are there in boats.csv?',
    'boats.csv',
    'name, colour, length',
    'Count the different values of colour in boats.csv.',
    "answer = len(set(row['colour'] for row in rows))",
  ),
];

const structured: readonly CompactExample[] = [
  onLines(
    'How many events in events.jsonl have the code 12?',
    'events.jsonl',
    "time, level, code; row['code'] == 12",
    'Count the rows of events.jsonl where code is 12.',
    "answer = sum(1 for row in rows if row['code'] == 12)",
  ),
  onLines(
    'How many orders in shop.jsonl have the status open?',
    'shop.jsonl',
    "id, customer, status; row['status'] == 'open'",
    'Count the rows of shop.jsonl where status is open.',
    "answer = sum(1 for row in rows if row['status'] == 'open')",
  ),
  onLines(
    'What is the highest load in machine.jsonl?',
    'machine.jsonl',
    'time, load',
    'Take the highest load of all rows of machine.jsonl.',
    "answer = max(float(row['load']) for row in rows)",
  ),
  onJson(
    'Which city is named in profile.json?',
    'profile.json',
    'keys: name, city, age',
    'Take city of profile.json.',
    "answer = data['city']",
  ),
  onJson(
    'How many rooms in rooms.json are free?',
    'rooms.json',
    "item['state'] == 'free'; list of: room, state, beds",
    'Count the items of rooms.json where state is free.',
    "answer = sum(1 for item in data if item['state'] == 'free')",
  ),
  onJson(
    'How many devices in devices.json are in the hall North?',
    'devices.json',
    "item['hall'] == 'North'; list of: id, hall, power",
    'Count the items of devices.json where hall is North.',
    "answer = sum(1 for item in data if item['hall'] == 'North')",
  ),
  onJson(
    'How many books in library.json have 200 pages?',
    'library.json',
    "item['pages'] == 200; list of: title, pages, author",
    'Count the items of library.json where pages is 200.',
    "answer = sum(1 for item in data if item['pages'] == 200)",
  ),
  onJson(
    'What is the highest price in menu.json?',
    'menu.json',
    'list of: dish, price',
    'Take the highest price of all items of menu.json.',
    "answer = max(float(item['price']) for item in data)",
  ),
];

const texts: readonly CompactExample[] = [
  {
    kind: 'text',
    question: 'How many lines of journal.txt contain the word rain?',
    file: 'journal.txt',
    turns: [
      workedStep(
        'Count the lines of journal.txt with the word rain.',
        "lines = open('journal.txt').read().splitlines()\nanswer = sum(1 for line in lines if 'rain' in line.lower())\nfinal_answer(answer)",
      ),
    ],
  },
  {
    kind: 'text',
    question: 'When does the ferry leave according to notes.txt?',
    file: 'notes.txt',
    turns: [
      workedStep(
        'Print the lines of notes.txt with the word ferry.',
        "for line in open('notes.txt'):\n    if 'ferry' in line.lower():\n        print(line)",
      ),
      'Observation:\nThe ferry leaves at 14:20.',
      workedStep('The line says 14:20.', "final_answer('14:20')"),
    ],
  },
  {
    kind: 'document',
    question: 'What is the deposit in contract.pdf?',
    file: 'contract.pdf',
    turns: [
      workedStep(
        'Print the lines of contract.pdf with the word deposit.',
        "text = inspect_file_as_text('contract.pdf')\nfor line in text.splitlines():\n    if 'deposit' in line.lower():\n        print(line)",
      ),
      'Observation:\nA deposit of 450 euro is due in advance.',
      workedStep('The line says 450 euro.', "final_answer('450 euro')"),
    ],
  },
  {
    kind: 'document',
    question: 'How many orders in orders.xlsx are paid?',
    file: 'orders.xlsx',
    turns: [
      workedStep(
        'Count the lines of orders.xlsx with the word paid.',
        "text = inspect_file_as_text('orders.xlsx')\nanswer = sum(1 for line in text.splitlines() if 'paid' in line.lower())\nfinal_answer(answer)",
      ),
    ],
  },
  {
    kind: 'none',
    question: 'What is 17 % of 250?',
    file: '',
    turns: [workedStep('Multiply 250 by 0.17.', 'answer = 250 * 0.17\nfinal_answer(answer)')],
  },
];

export const compactExamples: readonly CompactExample[] = [...tables, ...structured, ...texts];
