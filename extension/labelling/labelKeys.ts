// Keys of the labelling pages, as package.json has them, where a person can change them as all keys of VS Code.
import * as z from 'zod';
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import { commands, type CommandId } from '../manifest.ts';
import { check } from '../support/check.ts';
import { labelCommands } from './labelActions.ts';

/** What finds these commands in VS Code's list of keys. */
export const keysQuery = commands.labelWrong.replace(/Wrong$/, '');

const Manifest = z.looseObject({
  contributes: z.looseObject({
    keybindings: z.array(z.looseObject({ command: z.string(), key: z.string() })),
  }),
});

/**
 * The key of each action as package.json has it; null where it has none. VS Code does not tell an extension what a person changed,
 * so these are the keys until they change them.
 * @param packageJson of the extension, as VS Code hands it over
 */
export function defaultKeys(packageJson: unknown): Record<LabelAction, string | null> {
  const manifest = check(Manifest, packageJson);
  const bindings = manifest.ok ? manifest.value.contributes.keybindings : [];
  const keyOf = (id: CommandId) => bindings.find(({ command }) => command === id)?.key ?? null;
  const entries = Object.entries(labelCommands).map(([action, id]) => {
    const key = keyOf(id);
    return [action, key === null ? null : keyWords(key)];
  });
  // An entry for each action of the table above.
  return Object.fromEntries(entries) as Record<LabelAction, string | null>;
}

/** As a person reads it on the key: `Enter`, `Ctrl+S`, `?`. */
export function keyWords(key: string): string {
  if (key === 'shift+/') return '?';
  const parts = key.split('+');
  const isOneCharacter = parts.length === 1 && key.length === 1;
  return isOneCharacter ? key : parts.map(capital).join('+');
}

function capital(part: string): string {
  return `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`;
}
