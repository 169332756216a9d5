// The project's own source files and what they import, read with the TypeScript parser so that text in strings and
// comments counts for nothing.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  /** As written: `node:fs`, `zod`, `../policy/policy.ts`. */
  readonly specifier: string;
  /** Path from the root for a relative import; null for a package. */
  readonly target: string | null;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** Names as they are used in the file. */
  readonly names: readonly string[];
  readonly line: number;
}

export interface SourceFile {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly tree: ts.SourceFile;
}

/** Parses one file; `file` is its path from the root. */
export function parseSource(file: string, text: string): SourceFile {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  visit(tree, (node) => {
    const found = importOf(node, file, tree);
    if (found !== null) imports.push(found);
  });
  return { path: file, text, imports, tree };
}

/** Every `.ts` and `.mjs` file below the folders. */
export async function readSources(
  root: string,
  folders: readonly string[],
): Promise<readonly SourceFile[]> {
  const files = await filesBelow(root, folders);
  const sources = files.filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith('.d.ts'));
  return Promise.all(
    sources.map(async (file) => parseSource(file, await readFile(path.join(root, file), 'utf8'))),
  );
}

/** Paths from the root of all files below the folders, sorted; a folder that is not there has none. */
export async function filesBelow(
  root: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of folders) {
    for (const entry of await entriesOf(path.join(root, folder))) {
      if (!entry.isFile()) continue;
      const file = path.relative(root, path.join(entry.parentPath, entry.name));
      files.push(file.replaceAll('\\', '/'));
    }
  }
  return files.filter((file) => !/(^|\/)(node_modules|__pycache__)\//.test(file)).sort();
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
}

/** Calls back for every node of the tree. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => {
    visit(child, see);
  });
}

export interface Comment {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** All comments, each once. They belong to no node, so every token is asked for those around it. */
export function commentsOf(source: SourceFile): readonly Comment[] {
  const ends = new Map<number, number>();
  const look = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []) {
      ends.set(range.pos, range.end);
    }
    for (const range of ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []) {
      ends.set(range.pos, range.end);
    }
    node.getChildren(source.tree).forEach(look);
  };
  look(source.tree);
  return [...ends].map(([start, end]) => ({
    text: source.text.slice(start, end),
    line: source.tree.getLineAndCharacterOfPosition(start).line + 1,
  }));
}

/** Line of a node, from 1. */
export function lineOf(node: ts.Node, tree: ts.SourceFile): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

function importOf(node: ts.Node, file: string, tree: ts.SourceFile): Import | null {
  const specifier = specifierOf(node);
  if (specifier === null) return null;
  const relative = specifier.startsWith('.');
  return {
    specifier,
    target: relative ? path.posix.join(path.posix.dirname(file), specifier) : null,
    typeOnly: isTypeOnly(node),
    names: namesOf(node),
    line: lineOf(node, tree),
  };
}

function specifierOf(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return textOf(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return textOf(node.argument.literal);
  }
  if (!ts.isCallExpression(node)) return null;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? textOf(node.arguments[0]) : null;
}

function textOf(node: ts.Node | undefined): string | null {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node)) return false;
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function namesOf(node: ts.Node): string[] {
  if (!ts.isImportDeclaration(node)) return [];
  const names = node.importClause?.name === undefined ? [] : [node.importClause.name.text];
  const bound = node.importClause?.namedBindings;
  if (bound === undefined) return names;
  if (ts.isNamespaceImport(bound)) return [...names, bound.name.text];
  return [...names, ...bound.elements.map((element) => element.name.text)];
}
