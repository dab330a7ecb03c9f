// Downloads a remote source with one conditional GET, within limits on time and size. Rejects redirects to other hosts.
import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createGuardedLookup, GuardedAddressError, isPermittedHost } from '@holdfast/service-kit';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import { SourceUnavailableError } from './source-unavailable.ts';

export interface FetchOptions {
  /** Validators of the existing copy, so that the server does not send an unchanged source again. */
  readonly known?:
    | { readonly etag?: string | undefined; readonly lastModified?: string | undefined }
    | undefined;
  readonly limits: FetchLimits;
  /**
   * Origins in the operator's settings. Addresses inside the operator's network are requested only at these origins.
   */
  readonly operatorOrigins: OriginSet;
  readonly signal: AbortSignal;
}

export interface FetchLimits {
  /** Time limit for the whole request, including the body, in milliseconds. */
  readonly timeoutMs: number;
  readonly sizeBytes: number;
}

export type FetchedSource =
  | { readonly outcome: 'unchanged' }
  | {
      readonly outcome: 'fetched';
      /** URL after redirects. */
      readonly url: string;
      readonly mediaType: string | undefined;
      /** All header fields, as received. */
      readonly fields: readonly (readonly [name: string, value: string])[];
      /** Body of the response. Throws SourceUnavailableError if it is truncated, too large or too slow. */
      readonly bytes: AsyncIterable<Uint8Array>;
      /** Releases the connection. Must be called even if the body is not read. */
      close(): void;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    };

const MAX_REDIRECTS = 5;
const NOT_TO_BE_ASKED =
  'has an address inside the network, which is requested only if CONFIG_ALLOWED_ORIGINS or the setting of sources names its origin';

// Does not use shared agents, whose connections may have been opened without the guarded DNS lookup.
const KEEPING = { keepAlive: true, timeout: 5_000 };
const agents = { http: new http.Agent(KEEPING), https: new https.Agent(KEEPING) };

/** Requests the source. Throws SourceUnavailableError, or the abort reason of `signal`. */
export async function fetchSource(url: string, options: FetchOptions): Promise<FetchedSource> {
  const timeout = AbortSignal.timeout(options.limits.timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    const { answer, url: finalUrl } = await followRedirects(url, options, signal);
    if (answer.statusCode === 304 && options.known !== undefined) {
      answer.resume();
      return { outcome: 'unchanged' };
    }
    if (answer.statusCode !== 200) throw makeStatusError(answer);
    return {
      outcome: 'fetched',
      url: finalUrl,
      mediaType: answer.headers['content-type'],
      fields: fieldsOf(answer.rawHeaders),
      bytes: readBody(answer, options, timeout),
      close: () => answer.destroy(),
      etag: answer.headers.etag,
      lastModified: answer.headers['last-modified'],
    };
  } catch (error) {
    throw explainError(error, options, timeout);
  }
}

/** Follows redirects, which must stay at the same origin, or lead from http to https on the same host. */
async function followRedirects(
  start: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<{ answer: IncomingMessage; url: string }> {
  let url = new URL(start);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await requestUrl(url, options, signal);
    const location = isRedirect(answer.statusCode) ? answer.headers.location : undefined;
    if (location === undefined) return { answer, url: url.href };
    answer.destroy();
    const next = URL.parse(location, url.href);
    if (redirects === MAX_REDIRECTS)
      throw new SourceUnavailableError(`redirects more than ${MAX_REDIRECTS} times`);
    if (next === null || !isAllowedRedirect(url, next)) {
      throw new SourceUnavailableError('redirects to another host, which is not followed');
    }
    url = next;
  }
}

async function requestUrl(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { known, operatorOrigins } = options;
  const named = operatorOrigins.has(url.origin);
  if (!isPermittedHost(url.hostname, named)) throw new SourceUnavailableError(NOT_TO_BE_ASKED);
  const isTls = url.protocol === 'https:';
  const asking: ClientRequest = (isTls ? https : http).request(url, {
    signal,
    agent: isTls ? agents.https : agents.http,
    lookup: createGuardedLookup(named),
    headers: {
      'Accept-Encoding': 'identity',
      'User-Agent': 'holdfast-config-service',
      ...(known?.etag === undefined ? {} : { 'If-None-Match': known.etag }),
      ...(known?.lastModified === undefined ? {} : { 'If-Modified-Since': known.lastModified }),
    },
  });
  asking.end();
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    // Prevents unhandled errors. The response reports all later errors as well.
    asking.on('error', () => undefined);
    return answer;
  } catch (error) {
    // Sends the request again if the server closed a reused connection. The number of attempts is limited by the number
    // of idle connections, because each attempt uses up one idle connection.
    if (asking.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return requestUrl(url, options, signal);
    throw error;
  }
}

/** Returns pairs of name and value. In `raw`, names and values alternate. */
function fieldsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as [string, string]] : []));
}

const isRedirect = (status = 0): boolean => [301, 302, 303, 307, 308].includes(status);

function isAllowedRedirect(from: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '') return false;
  return (
    to.origin === from.origin ||
    (to.hostname === from.hostname && from.protocol === 'http:' && isPlainHttps(to))
  );
}

const isPlainHttps = (url: URL): boolean => url.protocol === 'https:' && url.port === '';

function makeStatusError(answer: IncomingMessage): SourceUnavailableError {
  const { statusCode = 0 } = answer;
  answer.destroy();
  return new SourceUnavailableError(`returned status ${statusCode}`, {
    missing: statusCode === 404 || statusCode === 410,
  });
}

async function* readBody(
  answer: IncomingMessage,
  options: FetchOptions,
  timeout: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { sizeBytes: limit } = options.limits;
  let sizeBytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.length;
      if (sizeBytes > limit) throw new SourceUnavailableError(`is larger than the ${limit} bytes allowed`);
      yield chunk;
    }
    if (!answer.complete) throw new SourceUnavailableError('broke off');
  } catch (error) {
    throw explainError(error, options, timeout);
  }
}

function explainError(error: unknown, { signal, limits }: FetchOptions, timeout: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof SourceUnavailableError) return error;
  if (timeout.aborted) {
    const message = `was not received completely within ${limits.timeoutMs / 1000} s`;
    return new SourceUnavailableError(message, { unreachable: true, cause: error });
  }
  if (error instanceof GuardedAddressError)
    return new SourceUnavailableError(NOT_TO_BE_ASKED, { cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  return new SourceUnavailableError(`could not be reached (${code ?? message})`, {
    unreachable: true,
    cause: error,
  });
}
