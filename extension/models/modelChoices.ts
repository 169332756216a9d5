// What the list of models says: which are there, in which order, and in words. Data only; the list itself is
// chooseModel.ts's business.
import type { ModelListing } from '../../runtime/contract/requests.ts';
import { shortText } from '../support/shortText.ts';

/** How a test of a model went, for as long as the list is open. */
export interface ModelTest {
  readonly answers: boolean;
  readonly detail: string;
  readonly milliseconds: number;
}

export interface ModelRow {
  /** Name for the runtime. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** A codicon that says what it is; the words say it too. */
  readonly icon: string;
  readonly ready: boolean;
  /** The server that it runs on; null for others. */
  readonly baseUrl: string | null;
}

export interface ModelGroup {
  readonly title: string;
  readonly rows: readonly ModelRow[];
}

/** Forms such as `gguf:FILE` that the runtime lists to explain them; there is an entry of its own for files. */
const formNames = new Set(['gguf:FILE[+lora:FILE]', 'onnx:DIR', 'replay:FILE']);
/** How the runtime lists a server without a model. */
const noModelName = /^NAME@/;

export function modelGroups(
  listing: readonly ModelListing[],
  endpoints: readonly string[],
  current: string,
): readonly ModelGroup[] {
  const rows = listing.filter(({ name }) => !formNames.has(name)).map((one) => row(one, current));
  if (!rows.some(({ name }) => name === current)) rows.unshift(unlisted(current));
  const isEndpoint = ({ baseUrl }: ModelRow) => baseUrl !== null && endpoints.includes(baseUrl);
  const groups: readonly [title: string, belongs: (row: ModelRow) => boolean][] = [
    ['Comes with Tool-R1', ({ name }) => name === 'embedded'],
    ['Endpoints', (one) => isEndpoint(one) && one.ready],
    ['Servers that answer', ({ baseUrl, ready }) => baseUrl !== null && ready],
    ['Checkpoints of training runs', ({ name }) => checkpointLabel(name) !== null],
    ['Language models of the editor', ({ name }) => name.startsWith('editor:')],
    ['Not available now', ({ ready }) => !ready],
    ['Others', () => true],
  ];
  return groupRows(rows, groups);
}

/** Each row goes into the first group that it belongs to. */
function groupRows(
  rows: readonly ModelRow[],
  groups: readonly (readonly [title: string, belongs: (row: ModelRow) => boolean])[],
): readonly ModelGroup[] {
  const left = new Set(rows);
  return groups.flatMap(([title, belongs]) => {
    const own = [...left].filter(belongs);
    for (const one of own) left.delete(one);
    return own.length === 0 ? [] : [{ title, rows: own }];
  });
}

function row({ name, kind, ready, detail }: ModelListing, current: string): ModelRow {
  const baseUrl = kind === 'server' ? baseUrlOf(name) : null;
  return {
    name,
    label: labelOf(name, kind, baseUrl),
    description: descriptionOf(name, current, noModelName.test(name) ? null : baseUrl),
    detail: shortText(detail, 160),
    icon: icons[kind],
    ready,
    baseUrl,
  };
}

/** The chosen model when nothing that was found is it: a file, or a server that is off. */
function unlisted(name: string): ModelRow {
  const checkpoint = checkpointLabel(name);
  if (checkpoint !== null) return unlistedCheckpoint(name, checkpoint);
  const baseUrl = baseUrlOf(name);
  const detail =
    baseUrl === null
      ? 'Chosen in the settings.'
      : 'Chosen in the settings, but this server does not list it now.';
  const label = baseUrl === null ? name : name.slice(0, -baseUrl.length - 1);
  const description = descriptionOf(name, name, baseUrl);
  return { name, label, description, detail, icon: 'question', ready: baseUrl === null, baseUrl };
}

/** Any but the newest one of its run. */
function unlistedCheckpoint(name: string, label: string): ModelRow {
  const detail = 'Chosen in the settings. Asking it serves it on its machine.';
  const icon = icons.checkpoint;
  return { name, label, description: 'current', detail, icon, ready: false, baseUrl: null };
}

function labelOf(name: string, kind: ModelListing['kind'], baseUrl: string | null): string {
  if (name === 'embedded') return 'Embedded model';
  if (noModelName.test(name)) return `Server at ${hostOf(baseUrl ?? '')}`;
  if (baseUrl !== null) return name.slice(0, -baseUrl.length - 1);
  return kind === 'editor' ? name.replace(/^editor:/, '') : (checkpointLabel(name) ?? name);
}

function descriptionOf(name: string, current: string, baseUrl: string | null): string {
  return [name === current ? 'current' : '', baseUrl ?? ''].filter(Boolean).join(' · ');
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** The address of `NAME@BASE_URL`; the name may hold an `@` itself. Null for other names. */
export function baseUrlOf(name: string): string | null {
  const start = name.search(/@https?:\/\//);
  return start < 0 ? null : name.slice(start + 1);
}

/** `step 6 of first` for `checkpoint:first/6`; null for other names. */
export function checkpointLabel(name: string): string | null {
  const [, run, step] = /^checkpoint:(.+)\/(\d+)$/.exec(name) ?? [];
  return run === undefined ? null : `step ${step ?? ''} of ${run}`;
}

/** The configured addresses, and that of the chosen model, which may have been written into the settings by hand. */
export function endpointsToAsk(endpoints: readonly string[], current: string): string[] {
  const own = baseUrlOf(current);
  return own === null ? [...endpoints] : [...new Set([...endpoints, own])];
}

/** True for a row that can be tested by a short call: not for a server without a model, nor for what has to be served first. */
export function canTest(row: Pick<ModelRow, 'name' | 'ready'>): boolean {
  return !isServerOnly(row) && (row.ready || checkpointLabel(row.name) === null);
}

/** True for a row that stands for a server without a model, so that there is nothing to choose. */
export function isServerOnly({ name }: Pick<ModelRow, 'name'>): boolean {
  return noModelName.test(name);
}

const icons: Readonly<Record<ModelListing['kind'], string>> = {
  embedded: 'package',
  server: 'server',
  editor: 'sparkle',
  replay: 'debug-rerun',
  onnx: 'file-binary',
  gguf: 'file-binary',
  checkpoint: 'save',
};

/** One line on a test: how long, and what was said. */
export function testText({ answers, detail, milliseconds }: ModelTest): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  const said = shortText(detail, 140);
  return answers ? `Answers in ${seconds} s. ${said}` : `Does not answer: ${said}`;
}
