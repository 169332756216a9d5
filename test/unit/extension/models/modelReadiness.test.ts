import assert from 'node:assert/strict';
import type { ModelListing } from '../../../../runtime/contract/requests.ts';
import { modelProblem } from '../../../../extension/models/modelReadiness.ts';

const ollama = 'http://localhost:11434/v1';

function server(name: string, ready: boolean, detail: string): ModelListing {
  return { name: `${name}@${ollama}`, kind: 'server', ready, detail };
}

const off = server(
  'NAME',
  false,
  'Ollama does not answer at this address. Start it with: ollama serve',
);
const editor: ModelListing = { name: 'editor:a/b', kind: 'editor', ready: true, detail: 'B' };

describe('whether the chosen model can be asked', () => {
  const cases: [what: string, model: string, listing: ModelListing[], problem: RegExp | null][] = [
    ['the embedded one, also before it is fetched', 'embedded', [], null],
    ['a server that lists it', `qwen@${ollama}`, [server('qwen', true, 'on Ollama')], null],
    ['a server that is off', `qwen@${ollama}`, [off], /Start it with: ollama serve/],
    [
      'a server without it',
      `gone@${ollama}`,
      [server('qwen', true, 'on Ollama')],
      /does not offer gone\.$/,
    ],
    [
      'one that is listed as not ready',
      `qwen@${ollama}`,
      [server('qwen', false, 'The key is wrong.')],
      /cannot be used: The key is wrong\./,
    ],
    ['a server that was not asked', 'a@https://other.example/v1', [off], null],
    ['an editor model that is there', 'editor:a/b', [editor], null],
    [
      'an editor model that is gone',
      'editor:a/c',
      [editor],
      /does not offer the language model a\/c/,
    ],
    ['a file', 'gguf:/models/a.gguf', [], null],
  ];
  for (const [what, model, listing, problem] of cases) {
    it(`tells for ${what}`, () => {
      const said = modelProblem(model, listing);
      if (problem === null) assert.equal(said, null);
      else assert.match(said ?? '', problem);
    });
  }
});
