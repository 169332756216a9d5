import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { defaultKeys, keysQuery, keyWords } from '../../../../extension/labelling/labelKeys.ts';
import { labelCommands } from '../../../../extension/labelling/labelActions.ts';
import { contextKeys } from '../../../../extension/manifest.ts';
import { LabelAction } from '../../../../runtime/contract/labelPanel.ts';

const PackageJson = z.looseObject({
  contributes: z.looseObject({
    keybindings: z.array(z.looseObject({ command: z.string(), key: z.string(), when: z.string() })),
  }),
});

describe('keys of labelling', () => {
  let packageJson: z.infer<typeof PackageJson>;

  before(async () => {
    const file = new URL('../../../../package.json', import.meta.url);
    packageJson = PackageJson.parse(JSON.parse(await readFile(file, 'utf8')));
  });

  it('has a command and a key of its own for each action', () => {
    assert.deepEqual(Object.keys(labelCommands).toSorted(), LabelAction.options.toSorted());
    const keys = defaultKeys(packageJson);
    assert.deepEqual(keys, {
      ...{ wrong: '1', partial: '2', correct: '3', ambiguous: '4', skip: 's', flag: 'f' },
      ...{ note: 'n', undo: 'u', reveal: 'r', next: 'j', previous: 'k', 'go-on': 'Enter' },
      help: '?',
    });
    assert.equal(new Set(Object.values(keys)).size, LabelAction.options.length);
  });

  it('takes no key from a text field, a list or another part of the window', () => {
    const { keybindings } = packageJson.contributes;
    assert.equal(keybindings.length, LabelAction.options.length);
    for (const { command, when } of keybindings) {
      const conditions = when.split(' && ');
      assert.ok(conditions.includes(contextKeys.labelPanelActive), command);
      for (const key of [
        ...[contextKeys.labelIsTyping, 'inputFocus', 'listFocus'],
        ...['sideBarFocus', 'panelFocus', 'auxiliaryBarFocus'],
      ]) {
        assert.ok(conditions.includes(`!${key}`), `${command} has its key while ${key}`);
      }
    }
  });

  it('finds every command in the list of keys by one word', () => {
    for (const id of Object.values(labelCommands)) assert.ok(id.startsWith(keysQuery), id);
  });

  it('says that an action has no key where package.json has none', () => {
    const none = defaultKeys({ contributes: { keybindings: [] } });
    assert.deepEqual([...new Set(Object.values(none))], [null]);
    assert.equal(defaultKeys(undefined).wrong, null);
  });

  it('writes keys as they are read', () => {
    assert.deepEqual(['s', 'enter', 'shift+/', 'ctrl+enter', 'f2'].map(keyWords), [
      ...['s', 'Enter', '?', 'Ctrl+Enter', 'F2'],
    ]);
  });
});
