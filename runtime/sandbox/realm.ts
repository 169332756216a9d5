// Takes out of the JavaScript realm what leads to the machine, once everything is loaded. The seal keeps Python from reaching
// the realm at all; this is for the day when it does not.

/** `Function` and `Buffer` stay: Pyodide needs them. Code from strings is off by a flag of the process. */
const stripped = [
  'process',
  'require',
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Worker',
  'navigator',
  'eval',
  'BroadcastChannel',
  'Request',
  'Response',
  'FormData',
  'Storage',
  'localStorage',
  'sessionStorage',
] as const;

export function stripRealm(): void {
  for (const name of stripped) Reflect.deleteProperty(globalThis, name);
}
