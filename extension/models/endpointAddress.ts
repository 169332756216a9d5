// Whether a text is the address of a model server. Pure; asking for it is addEndpoint.ts's business.

/** One sentence on what is wrong with it, to be shown while the person types; null when nothing is. */
export function addressProblem(text: string): string | null {
  const address = text.trim();
  if (address === '')
    return 'Write the address of the server, for example https://models.example.com/v1';
  if (!/^https?:\/\//i.test(address)) return 'The address starts with http:// or https://';
  if (!URL.canParse(address)) return 'This is not a web address. Check the host and the port.';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    return 'Take the user name and the password out; the key is asked for in the next step.';
  }
  if (url.search !== '' || url.hash !== '') return 'Take out everything from ? or # on.';
  return null;
}

/** Without a slash at its end and without the name of a single call, so that the same server is the same text. */
export function plainAddress(text: string): string {
  const url = new URL(text.trim());
  const path = url.pathname.replace(/\/+$/, '').replace(/(\/chat)?\/completions$/, '');
  return `${url.origin}${path}`;
}

/** True where a key would cross a network that others can read. */
export function isOpenToReaders(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isThisMachine;
}
