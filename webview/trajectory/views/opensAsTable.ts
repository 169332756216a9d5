// Whether a value can be shown as rows and columns, judged by what the variables list says of it. The runtime has the last
// word; a value that it cannot show gets a sentence.
import type { Variable } from '../../../runtime/contract/observation.ts';

const frames = new Set(['DataFrame', 'Series', 'ndarray']);

export function opensAsTable({
  type,
  size,
  preview,
}: Pick<Variable, 'type' | 'size' | 'preview'>): boolean {
  if (frames.has(type)) return size !== null && ![size].flat().includes(0);
  if (type === 'list' || type === 'tuple') {
    return size !== null && size !== 0 && /^[[(]\s*[[({]/.test(preview);
  }
  // A dict of lists is a table by columns; of dicts or plain values it is a tree.
  return type === 'dict' && /^\{(?:'[^']*'|"[^"]*"|[^:{[]+): \[/.test(preview);
}
