// Long texts of an Inspect sample stand in it once, under their hash; everywhere else `attachment://` and the hash stand for them.
// Pure.

const scheme = 'attachment://';

/** The value with every text in it put in place; what is missing stays as it is. */
export function withAttachments(
  value: unknown,
  attachments: Readonly<Record<string, unknown>>,
): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(scheme)) return value;
    const key = value.slice(scheme.length);
    const text = Object.hasOwn(attachments, key) ? attachments[key] : undefined;
    return typeof text === 'string' ? text : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withAttachments(item, attachments));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withAttachments(item, attachments)]),
  );
}
