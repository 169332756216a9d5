// What went wrong between this computer and a site, in sentences for the agent.
import { errorMessage, systemCode } from '../support/errors.ts';
import { shownUrl } from './shownUrl.ts';
import { WebError } from './web.ts';

/** A WebError as it is; a WebError that says what another error means for the agent. */
export function connectionError(error: unknown, url: URL): WebError {
  if (error instanceof WebError) return error;
  const code = systemCode(error) ?? '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const message = `${url.host} could not be reached in time. Try another site, or this one later.`;
    return new WebError('too-slow', message, { cause: error });
  }
  return new WebError('unreachable', sentence(error, code, url), { cause: error });
}

function sentence(error: unknown, code: string, { host, href }: URL): string {
  if (/^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/.test(code)) {
    return `There is no site "${host}". Check the address, or search for the page.`;
  }
  if (code === 'EAI_AGAIN') {
    return `The name "${host}" could not be looked up. This computer may be offline.`;
  }
  if (/^(CERT_|ERR_TLS_CERT|ERR_SSL|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) {
    return `${host} did not prove that it is that site (${code}). Look for the page on another site.`;
  }
  if (code === 'ECONNREFUSED') return `${host} answers no questions on this port.`;
  if (/^Z_|^ERR__?Z|^ERR_BROTLI|^ERR_PADDING/.test(code)) {
    return `${shownUrl(href)} sent a damaged answer. Try once more, or another site.`;
  }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code)) {
    return `${host} broke the connection off. Try once more, or another site.`;
  }
  return `${host} could not be asked: ${errorMessage(error)}.`;
}
