// Keys that the processes of a run may need on a machine.

/** Of judges on servers, and of models that are fetched. */
const names = ['TOOL_R1_API_KEY', 'OPENAI_API_KEY', 'HF_TOKEN'];

/** Those that are set here. They travel in the environment of a process, never in its arguments or in a file. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const set = names.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
