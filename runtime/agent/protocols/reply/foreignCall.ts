// Recognises the tool calls of other dialects in a reply without Python, so that the policy can be told what to write here.

const jsonName =
  /"(?:name|tool|tool_name|function|action|recipient_name)"\s*:\s*"(?:functions\.)?([A-Za-z_]\w{0,60})"/;
const reactAction = /^[ \t]*Action\s*:\s*`?([A-Za-z_]\w{0,60})/m;
const xmlCall =
  /<(?:tool_call|function_call|function|invoke|tool)\b[^>]{0,40}?(?:[=\s]["']?([A-Za-z_]\w{0,60}))?/i;
/** Only the start of a reply is looked at: a call stands near it. */
const window = 20_000;

/** The tool that a JSON, XML or `Action:` call names; an empty string when the call names none; null without a call. */
export function foreignCall(text: string): string | null {
  const start = text.slice(0, window);
  const json = /[{[]/.test(start) ? jsonName.exec(start) : null;
  if (json !== null) return json[1] ?? '';
  const action = reactAction.exec(start);
  if (action !== null) return action[1] ?? '';
  const xml = xmlCall.exec(start);
  return xml === null ? null : (xml[1] ?? '');
}

/** An answer given as prose, such as `Final answer: 42`. */
export function answersInProse(text: string): boolean {
  return /\bfinal answer\b|\bthe answer is\b|^[^\w\n]{0,20}answer[ \t]{0,8}[:：]/im.test(
    text.slice(0, window),
  );
}
