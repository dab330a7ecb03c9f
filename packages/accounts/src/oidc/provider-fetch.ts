// Sends HTTP requests to an OpenID Connect provider, with limits on time, size and connections. Optionally trusts the
// certificate authorities in a file.
import { readFileSync } from 'node:fs';
import type { Agent, buildConnector as BuildConnector } from 'undici';

/** Time limit of one request to the provider, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 8;

export type ProviderFetch = typeof fetch;

/** Pause after a failed request, in milliseconds. */
export const RETRY_MS = 5_000;

/** Thrown if the provider cannot be reached or returns an unexpected response. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** Loads the HTTP client at the first request, because most nodes have no provider. */
export function createProviderFetch(caFile: string | undefined): ProviderFetch {
  let dispatcher: Agent | undefined;
  const send = async (url: string, init: object) => {
    const { Agent, buildConnector, fetch } = await import('undici');
    dispatcher ??= new Agent({
      connections: MAX_CONNECTIONS,
      headersTimeout: PROVIDER_TIMEOUT_MS,
      bodyTimeout: PROVIDER_TIMEOUT_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      connect: buildProviderConnector(buildConnector, caFile),
    });
    return fetch(url, { ...init, dispatcher });
  };
  return send as unknown as ProviderFetch;
}

/** Reads the file for each new connection, because the certificates may be replaced. */
function buildProviderConnector(
  buildConnector: typeof BuildConnector,
  caFile: string | undefined,
): BuildConnector.connector {
  const timeout = PROVIDER_TIMEOUT_MS;
  const usual = buildConnector({ allowH2: false, timeout });
  if (caFile === undefined) return usual;
  return (options, callback) => {
    let ca: Buffer;
    try {
      ca = readFileSync(caFile);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    buildConnector({ allowH2: false, timeout, ca })(options, callback);
  };
}

/**
 * Rejects all requests for `RETRY_MS` after a failed request, so that clients with invalid tokens cannot cause a flood
 * of requests to the provider.
 */
export function pauseAfterFailures(fetcher: ProviderFetch, nowMs: () => number): ProviderFetch {
  let failed: { readonly error: unknown; readonly atMs: number } | undefined;
  return async (...request) => {
    if (failed !== undefined && nowMs() - failed.atMs < RETRY_MS) throw failed.error;
    try {
      const response = await fetcher(...request);
      if (!response.ok) throw new Error(`the provider responded with status ${response.status}`);
      failed = undefined;
      return response;
    } catch (error) {
      failed = { error, atMs: nowMs() };
      throw error;
    }
  };
}
