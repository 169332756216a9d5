// Which key goes to which server. A key is a secret between a person and one service, so it is never sent elsewhere.

/**
 * The key for a server that a person named: `TOOL_R1_API_KEY` for any, `OPENAI_API_KEY` for OpenAI's own address only.
 * Null for none.
 */
export function serverKeyFrom(
  env: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): string | null {
  const own = nonEmpty(env['TOOL_R1_API_KEY']);
  if (own !== null) return own;
  const { protocol, hostname } = new URL(baseUrl);
  const isOpenAi = protocol === 'https:' && hostname === 'api.openai.com';
  return isOpenAi ? nonEmpty(env['OPENAI_API_KEY']) : null;
}

function nonEmpty(text: string | undefined): string | null {
  const key = text?.trim() ?? '';
  return key === '' ? null : key;
}
