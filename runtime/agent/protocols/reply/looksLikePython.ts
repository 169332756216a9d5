// Whether bare text is meant as Python: asked only where a policy left out the fence, so prose must not pass.
import { isComplete, scanPython } from './pythonScanner.ts';

const simpleStatement =
  /^(?:import|from|return|raise|assert|del|global|nonlocal|yield|await)\s+[\w(["'{]|^(?:pass|break|continue)\s*(?:#.*)?$/;
const compoundStatement =
  /^(?:def|class|while|if|elif|with|match|case|async|except)\s.*:\s*(?:#.*|\S.*)?$|^for\s.+\sin\s.+:|^(?:else|try|finally|except)\s*:/;
/** A header and its body on the next line. */
const compoundWithBody = /^(?:for|while|if|with|def|class|try)\b[^\n]*:[ \t]*\n[ \t]+\S/m;
const assignment =
  /^[A-Za-z_][\w.]*(?:\[[^\]]*\])*(?:\s*,\s*[A-Za-z_]\w*)*(?:\s*:\s*[\w[\], .|]+)?\s*(?:\*\*|\/\/|<<|>>|[-+*/%&|^@:])?=[^=]/;
const call = /^(?:await\s+)?[A-Za-z_][\w.]*(?:\[[^\]]*\])?\(/;
/** Nobody writes longer statements; the patterns above need not be fast on them. */
const longestLine = 2000;
/** Lines that belong to a statement above them. */
const continuation = /^[)\]}#@'"]/;

/** True when every line in the first column starts a statement and nothing is left open. */
export function looksLikePython(text: string): boolean {
  const starts = statementLines(text);
  if (starts === null) return false;
  const acts = starts.some((line) => call.test(line) || assignment.test(line));
  if (!acts && !compoundWithBody.test(text)) return false;
  const forms = [simpleStatement, compoundStatement, assignment, call, continuation];
  return starts.every((line) => forms.some((form) => form.test(line)));
}

/** Lines in the first column that begin outside strings; null when the text is no complete Python. */
function statementLines(text: string): readonly string[] | null {
  const lines: string[] = [];
  const scan = scanPython(text, 0, {
    stopAt: (index, region) => {
      const atLineStart = index === 0 || text.charAt(index - 1) === '\n';
      if (!atLineStart) return text.charAt(index) === '`' && region === 'code';
      const end = text.indexOf('\n', index);
      const line = text.slice(index, end === -1 ? text.length : end);
      if (region === 'code' && /^\S/.test(line)) lines.push(line);
      return line.length > longestLine;
    },
  });
  return !scan.stopped && isComplete(scan) && lines.length > 0 ? lines : null;
}
