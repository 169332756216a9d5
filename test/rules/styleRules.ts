// House habits that the linter does not know: sizes, names, what a file begins with, words that have no place in it.
import path from 'node:path';
import ts from 'typescript';
import { commentsOf, lineOf, type SourceFile, visit } from './sourceFiles.ts';

const maxFileLines = 500;
const maxFunctionLines = 60;

/** Files whose default export a tool asks for. */
const defaultExports = new Set(['test/runner/countReporter.mjs']);

/** Sentences about what is wrong with a source file, each with the place. */
export function styleProblems(source: SourceFile): string[] {
  return [
    ...nameProblems(source.path),
    ...exportProblems(source),
    ...commentProblems(source),
    ...(source.path.startsWith('test/') ? [] : sizeProblems(source)),
  ];
}

function nameProblems(file: string): string[] {
  const name = path.posix.basename(file).replace(/(\.test)?\.(ts|mjs)$/, '');
  if (name === 'index') return [`${file} is a barrel or hides its name; name it for what it holds`];
  if (/^(utils?|helpers?|common|misc)$/.test(name)) return [`${file} says nothing by its name`];
  return /^[a-z][A-Za-z0-9]*$/.test(name) ? [] : [`${file} is not named in camelCase`];
}

function exportProblems(source: SourceFile): string[] {
  const problems: string[] = [];
  let reExports = 0;
  for (const statement of source.tree.statements) {
    const place = `${source.path}:${lineOf(statement, source.tree)}`;
    if (isDefaultExport(statement) && !defaultExports.has(source.path))
      problems.push(`${place} has a default export`);
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) continue;
    reExports += 1;
    if (statement.exportClause === undefined) problems.push(`${place} exports all of another file`);
  }
  const code = source.tree.statements.filter((one) => !ts.isImportDeclaration(one));
  if (reExports > 0 && reExports === code.length) {
    problems.push(`${source.path} is a barrel; import from the files themselves`);
  }
  return problems;
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause)) return false;
    return clause.elements.some((element) => element.name.text === 'default');
  }
  if (!ts.canHaveModifiers(statement)) return false;
  const modifiers = ts.getModifiers(statement) ?? [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
}

function commentProblems(source: SourceFile): string[] {
  const problems: string[] = [];
  const inProduct = !source.path.startsWith('test/');
  if (inProduct && !/^(#!.*\n)?\/\//.test(source.text)) {
    problems.push(`${source.path} does not begin with a comment on what it is for`);
  }
  for (const { text, line } of commentsOf(source)) {
    const place = `${source.path}:${line}`;
    if (/\beslint-disable/.test(text) && !/\beslint-disable[^\n]* -- \S/.test(text)) {
      problems.push(`${place} disables a lint rule without " -- reason"`);
    }
    if (/@ts-(ignore|nocheck|expect-error)/.test(text)) {
      problems.push(`${place} silences the compiler`);
    }
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(text)) problems.push(`${place} leaves work behind`);
  }
  return problems;
}

function sizeProblems(source: SourceFile): string[] {
  const problems: string[] = [];
  const lines = source.text.split('\n').length - 1;
  if (lines > maxFileLines) {
    problems.push(`${source.path} has ${lines} lines; more than ${maxFileLines} are too many`);
  }
  visit(source.tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const end = source.tree.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    const length = end - lineOf(node, source.tree) + 1;
    if (length <= maxFunctionLines) return;
    problems.push(
      `${source.path}:${lineOf(node, source.tree)} holds a function of ${length} lines; more than ${maxFunctionLines} are too many`,
    );
  });
  return problems;
}

/** Console output belongs to scripts that a person runs; the product has a log and a terminal of its own. */
export function consoleProblems(source: SourceFile): string[] {
  const problems: string[] = [];
  visit(source.tree, (node) => {
    const used =
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'console';
    if (used) problems.push(`${source.path}:${lineOf(node, source.tree)} uses the console`);
  });
  return problems;
}

/** Places of one machine that have no meaning on another. */
/** Home folders of Linux and macOS, and where build machines keep a checkout. */
const machinePaths = [/(?<![\w.])\/(?:root|work|build|mnt)\//, /(?<![\w.])\/Users\/\w/];

/** For a text file of any kind. */
export function machinePathProblems(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = machinePaths.find((pattern) => pattern.test(line));
    return found === undefined ? [] : [`${file}:${index + 1} names a place of one machine`];
  });
}
