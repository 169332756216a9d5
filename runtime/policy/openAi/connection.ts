// What a failed connection means: nobody listens, the host is unknown, the certificate is not trusted, or the line broke.
import { failure, systemCode } from '../../support/errors.ts';
import { knownServer } from './knownServers.ts';
import type { ServerModel } from '../modelName.ts';
import type { Problem } from './problem.ts';

const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The problem in an error of `fetch`; null when the error is not about the connection. */
export function connectionProblem(error: unknown, model: ServerModel): Problem | null {
  const code = codeIn(error);
  if (code === null) return null;
  if (code === 'ECONNREFUSED') return final('unreachable', refusedMessage(model));
  if (code === 'ENOTFOUND') {
    return final(
      'unknown-host',
      `There is no host called ${hostOf(model)}. Check the spelling of ${model.baseUrl} and the network.`,
    );
  }
  if (certificateCodes.has(code)) {
    return final(
      'untrusted-certificate',
      `The certificate of ${hostOf(model)} is not trusted (${code}). If it is your own, set NODE_EXTRA_CA_CERTS to the file of its authority.`,
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return final(
      'not-https',
      `${hostOf(model)} does not speak HTTPS. Write the address with http:// if the server is a local one.`,
    );
  }
  return passing(code, model);
}

function final(code: string, message: string): Problem {
  return { failure: failure('policy', code, message), retry: false, askedMilliseconds: null };
}

/** Everything else may be over in a moment: resets, unreachable networks, name servers that do not answer. */
function passing(code: string, model: ServerModel): Problem {
  const message = `The connection to ${model.baseUrl} broke (${code}). Check that the server still runs and the network holds, then run again.`;
  return {
    failure: failure('policy', 'connection-lost', message),
    retry: true,
    askedMilliseconds: null,
  };
}

function refusedMessage(model: ServerModel): string {
  const known = knownServer(model.baseUrl);
  const start =
    known === null
      ? 'Start the server or correct the address.'
      : `If it is ${known.name}, start it with: ${known.start(model.name)}`;
  return `Nothing listens at ${model.baseUrl}. ${start}`;
}

function hostOf(model: ServerModel): string {
  return new URL(model.baseUrl).host;
}

/** The first system code in the chain of causes; `fetch` wraps what happened below it once or twice. */
function codeIn(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const code = systemCode(current);
    if (code !== null) return code;
    // A body that ends too early has no code below it.
    if (current instanceof TypeError && current.message === 'terminated' && !current.cause) {
      return 'ECONNRESET';
    }
    current = current.cause;
  }
  return null;
}
