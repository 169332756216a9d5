// What VS Code calls inside the extension host: runs the bundled test files with mocha there and writes the counts to the
// file that the environment names. The harness outside of the editor is in test/vscode/.
import { pathToFileURL } from 'node:url';
import type MochaModule from 'mocha';

/** Resolves when every test passed, as VS Code's protocol asks. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { default: Mocha } = (await load('mocha')) as { default: typeof MochaModule };
  const { default: CountReporter } = (await load('reporter')) as {
    default: Mocha.ReporterConstructor;
  };
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    reporter: CountReporter,
    reporterOptions: { file: setting('report') },
  });
  for (const file of setting('files').split('\n')) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}

function load(name: string): Promise<unknown> {
  return import(pathToFileURL(setting(name)).href);
}

function setting(name: string): string {
  const value = process.env[`TOOL_R1_HOST_${name.toUpperCase()}`];
  if (value === undefined) throw new Error(`The harness did not say ${name}.`);
  return value;
}
