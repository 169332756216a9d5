// The product as VS Code knows it inside the host suite.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';

const Manifest = z.looseObject({
  version: z.string(),
  main: z.string(),
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string(), title: z.string() })),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

export function extensionUnderTest(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('tool-r1.tool-r1');
  assert.ok(extension, 'VS Code does not know the extension');
  return extension;
}

/** Its package.json. */
export function manifestUnderTest(): Manifest {
  return Manifest.parse(extensionUnderTest().packageJSON);
}

/** Asks again until the question has an answer; VS Code updates its model a moment after a change. */
export async function eventually<Answer>(
  question: () => Answer | null | undefined | Promise<Answer | null | undefined>,
  what: string,
  milliseconds = 10_000,
): Promise<Answer> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await question();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
