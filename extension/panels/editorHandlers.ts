// Requests of a page that have the editor do something: open a text, copy, save.
import path from 'node:path';
import type { ExportFormat } from '../../runtime/contract/viewing.ts';
import { exportTrajectories } from './exportTrajectories.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import type { EditorActions } from './editorActions.ts';
import type { OpenFile } from './openFile.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import { stepText } from './stepText.ts';

type EditorName =
  | 'open-diff'
  | 'open-file'
  | 'open-line'
  | 'open-as-text'
  | 'copy'
  | 'copy-link'
  | 'export'
  | 'show-log';

export interface EditorParts {
  readonly runtime: RuntimeRequests;
  readonly file: OpenFile;
  readonly actions: EditorActions;
}

/** Characters of one side of a diff. */
const diffText = 2_000_000;

const fields = { code: 'code', observation: 'observation.text' } as const;

export function editorHandlers(parts: EditorParts): PanelHandlers<EditorName> {
  const { actions, file } = parts;
  return {
    'open-diff': async ({ left, right, part }) => {
      const [one, other] = await Promise.all([
        textOf(parts, left, part),
        textOf(parts, right, part),
      ]);
      await actions.openDiff(one, other);
      return {};
    },
    'open-file': async ({ path: named }) => {
      if (!path.isAbsolute(named))
        throw new Problem(`${named} is not a whole path, so it cannot be opened.`);
      await actions.openFile(named);
      return {};
    },
    'open-line': async ({ line }) => {
      await actions.openLine(file.file, line);
      return {};
    },
    'open-as-text': async ({ id, step }) => {
      const handle = await file.handle();
      const request = { handle, id, from: step, to: step };
      const { steps } = await parts.runtime.request('read-steps', request);
      const [found] = steps;
      if (found === undefined) throw new Problem(`Step ${step} is not in the file.`);
      await actions.openText({ name: `${id}, step ${step}.txt`, text: stepText(found) });
      return {};
    },
    copy: async ({ text }) => {
      await actions.copy(text);
      return {};
    },
    'copy-link': async ({ id, step }) => {
      await actions.copyLink({ file: file.file, id, step });
      return {};
    },
    export: async ({ ids, format }) => ({ saved: await save(parts, ids, format) }),
    'show-log': () => {
      actions.showLog();
      return Promise.resolve({});
    },
  };
}

async function textOf(
  { runtime, file }: EditorParts,
  { id, step }: { id: string; step: number },
  part: keyof typeof fields,
): Promise<{ name: string; text: string }> {
  const place = { handle: await file.handle(), id };
  const slice = { ...place, step, field: fields[part], offset: 0, limit: diffText };
  const [{ position }, { text, characters }] = await Promise.all([
    runtime.request('read-trajectory', place),
    runtime.request('read-text', slice),
  ]);
  const left = characters - text.length;
  const rest = left > 0 ? `\n… ${left} characters left out …\n` : '';
  const ending = part === 'code' ? 'py' : 'txt';
  return { name: `Trajectory ${position}, step ${step}.${ending}`, text: text + rest };
}

async function save(
  { runtime, file, actions }: EditorParts,
  ids: readonly string[],
  format: ExportFormat,
): Promise<string | null> {
  const name = ids.length === 1 && ids[0] !== undefined ? ids[0] : path.parse(file.file).name;
  const to = await actions.askWhereToSave(name, format);
  if (to === null) return null;
  const handle = await file.handle();
  await exportTrajectories(runtime, { handle, ids: [...ids], format, to });
  actions.tellSaved(to, ids.length);
  return to;
}
