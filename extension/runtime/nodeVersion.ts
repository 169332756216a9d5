// Whether the Node of this editor can run the runtime.

const needed = [20, 18] as const;

/** A sentence that says what to do, or null when it is new enough. `version` as in `20.18.0`. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > needed[0] || (major === needed[0] && minor >= needed[1]);
  if (enough) return null;
  return `The agent needs Node ${needed.join('.')} or newer, and this editor brings Node ${version}. Update the editor.`;
}
