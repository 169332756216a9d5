// What a server has been found to refuse. Servers call themselves compatible and differ in optional fields; the answer to
// a refused request names the field, so the request is made again without it and the refusal is remembered.

export interface ServerDialect {
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** False once the server said that its chat template has no system role. */
  readonly systemRole: boolean;
  /** Optional fields that the server does not take. */
  readonly refused: ReadonlySet<string>;
}

export const fullDialect: ServerDialect = {
  maxTokensField: 'max_tokens',
  systemRole: true,
  refused: new Set(),
};

/**
 * Optional fields, each with the ones that make no sense without it. Order matters: a name that contains another name
 * comes first. All can go: sampling is then the server's default, and stop strings are cut on this side.
 */
const optionalFields: readonly (readonly [field: string, dependants: readonly string[]])[] = [
  ['return_token_ids', []],
  ['top_logprobs', []],
  ['logprobs', ['top_logprobs']],
  ['stream_options', []],
  ['seed', []],
  ['temperature', []],
  ['top_p', []],
  ['stop', []],
];

export interface Adapted {
  readonly dialect: ServerDialect;
  /** What the server does not take, for the log. */
  readonly refused: string;
}

/**
 * The dialect to try after a 400 or 422, or null when the message names nothing that could be left out.
 * @param message what the server said, with the names of the fields
 */
export function adaptDialect(dialect: ServerDialect, message: string): Adapted | null {
  const other = otherMaxTokensField(dialect, message);
  if (other !== null) {
    return { dialect: { ...dialect, maxTokensField: other }, refused: dialect.maxTokensField };
  }
  if (dialect.systemRole && /system (role|message|prompt)s?\b.*not (be )?support/i.test(message)) {
    return { dialect: { ...dialect, systemRole: false }, refused: 'a system message' };
  }
  for (const [field, dependants] of optionalFields) {
    if (dialect.refused.has(field) || !names(message, field)) continue;
    const refused = new Set([...dialect.refused, field, ...dependants]);
    return { dialect: { ...dialect, refused }, refused: field };
  }
  return null;
}

function otherMaxTokensField(
  dialect: ServerDialect,
  message: string,
): ServerDialect['maxTokensField'] | null {
  // Only from the old name to the new one and back once: both names may stand in the message.
  if (dialect.maxTokensField === 'max_tokens') {
    const refusesOld = names(message, 'max_tokens') && !/too (large|big|high)/i.test(message);
    return refusesOld ? 'max_completion_tokens' : null;
  }
  const onlyNew = names(message, 'max_completion_tokens') && !names(message, 'max_tokens');
  return onlyNew ? 'max_tokens' : null;
}

/** Whether the field stands in the message as a word of its own. */
function names(message: string, field: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9_])${field}(?![A-Za-z0-9_])`).test(message);
}
