// Tools and files as a prompt names them. Pure text; what a tool does is told by its own signature.
import type { ToolSignature } from '../../contract/tool.ts';

/** Files named in a prompt; the rest is counted, and code can list them. */
const maxFilesNamed = 40;

/** One line of Python, for example `inspect_file_as_text(file_path: str, question: str = None) -> str`. */
export function renderSignature(tool: ToolSignature): string {
  const parameters = tool.parameters.map((parameter) =>
    parameter.defaultValue === undefined
      ? `${parameter.name}: ${parameter.type}`
      : `${parameter.name}: ${parameter.type} = ${parameter.defaultValue}`,
  );
  return `${tool.name}(${parameters.join(', ')}) -> ${tool.returns}`;
}

/** Signature, description and every parameter: a Python stub. */
export function renderTool(tool: ToolSignature): string {
  const lines = [`def ${renderSignature(tool)}:`, `    ${oneLine(tool.description)}`];
  for (const parameter of tool.parameters) {
    lines.push(`    ${parameter.name}: ${oneLine(parameter.description)}`);
  }
  return lines.join('\n');
}

/** Modules as `import` takes them; `numpy.*` reads `numpy`. */
export function renderImports(allowed: readonly string[]): string {
  return allowed.map((name) => name.replace(/\.\*$/, '')).join(', ');
}

export interface PromptFile {
  readonly name: string;
  readonly bytes: number;
}

/** One line a file, with its size; long lists end with a count and the way to see the rest. */
export function renderFiles(files: readonly PromptFile[]): string {
  const named = files.slice(0, maxFilesNamed).map((file) => `- ${file.name} (${size(file.bytes)})`);
  const left = files.length - named.length;
  if (left > 0) {
    named.push(`- and ${left} more; pathlib.Path('.').rglob('*') lists them all`);
  }
  return named.join('\n');
}

/** A size for people: `812 bytes`, `1.4 kB`, `32 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? 'TB'}`;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
