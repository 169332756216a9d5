// Whether a web view can be used by everybody, as far as a program can tell: the rules of axe-core, run inside the frame.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import * as z from 'zod';

const Violation = z.object({
  id: z.string(),
  help: z.string(),
  nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
});

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Rules about whole pages; a web view is a part of one, and VS Code writes the rest. */
const pageRules = [
  'bypass',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'page-has-heading-one',
  'region',
];

/** One sentence for each thing that is wrong, with the element; empty when nothing is. */
export async function accessibilityProblems(frame: Frame): Promise<string[]> {
  await frame.evaluate(await readFile(axeFile, 'utf8'));
  const found = await frame.evaluate(runAxe, pageRules);
  const violations = z.array(Violation).parse(JSON.parse(found));
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}\n${failureSummary ?? ''}`),
  );
}

declare const axe: { run(node: Document, options: object): Promise<{ violations: unknown }> };

/** Runs in the frame. A web view lies transparent over the editor, whose colour is painted in so that contrast can be seen. */
async function runAxe(disabled: readonly string[]): Promise<string> {
  const { style } = document.documentElement;
  const before = style.backgroundColor;
  style.backgroundColor = 'var(--vscode-editor-background)';
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
  try {
    const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] });
    return JSON.stringify(violations);
  } finally {
    style.backgroundColor = before;
  }
}

export async function assertAccessible(frame: Frame): Promise<void> {
  const problems = await accessibilityProblems(frame);
  assert.equal(problems.length, 0, problems.join('\n\n'));
}
