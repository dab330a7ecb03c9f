// Sends a request to a peer, with limits of time and size. Does not follow redirects, because the token must not be
// sent to other servers.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { ResponseTooLongError, readResponse, sendGet } from '@holdfast/service-kit';
import { type PeerSettings, splitTokens } from './settings.ts';

export interface Peer {
  /** Base URL without credentials or trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
  /** HTTP agent. Undefined for Node's default agent. */
  readonly agent: Agent | undefined;
}

export interface PeerLimits {
  /** Maximum time to wait for the response headers, and for each chunk of the body. */
  readonly answerMs: number;
  /** Minimum average transfer rate of responses that take longer than `answerMs`. */
  readonly leastBytesPerSecond: number;
}

export const PEER_LIMITS: PeerLimits = { answerMs: 30_000, leastBytesPerSecond: 50_000 };

/** Thrown if the peer returned no usable response: it is unreachable, too slow, or rejects the token. */
export class PeerUnavailableError extends Error {
  override readonly name = 'PeerUnavailableError';
}

/** Thrown if the response lacks the requested content. The message is a sentence about the peer: "It ...". */
export class PeerResponseError extends Error {
  override readonly name = 'PeerResponseError';
}

interface PeerRequest {
  /** Path and query, starting with a slash. */
  readonly path: string;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

export function openPeers({ repairSources, repairTokens, repairCaFile }: PeerSettings): Peer[] {
  const tokens = repairTokens === undefined ? [] : splitTokens(repairTokens);
  // Node uses `ca` instead of the public certificate authorities, so add those here.
  const agent =
    repairCaFile === undefined
      ? undefined
      : new Agent({ ca: [...getCACertificates('default'), readFileSync(repairCaFile, 'utf8')] });
  return repairSources.map((url, i) => ({
    url,
    token: tokens[i] || undefined,
    agent: url.startsWith('https:') ? agent : undefined,
  }));
}

/**
 * Returns the body of the response, or undefined for status 404. The function and the returned generator throw
 * PeerUnavailableError, PeerResponseError or the signal's reason.
 */
export async function requestFromPeer(
  peer: Peer,
  { path, mostBytes, signal }: PeerRequest,
  limits: PeerLimits,
): Promise<AsyncGenerator<Buffer, void> | undefined> {
  const watch = new AnswerWatch(limits);
  const { url, token, agent } = peer;
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const either = AbortSignal.any([signal, watch.signal]);
  try {
    const message = await sendGet(new URL(url + path), { headers, agent, signal: either });
    const { statusCode: status = 0 } = message;
    if (status === 200) return readBody(message, { watch, mostBytes, signal });
    message.destroy();
    if (status !== 404) throw new PeerUnavailableError(describeStatus(status));
    watch.stop();
    return undefined;
  } catch (error) {
    watch.stop();
    throw toPeerError(error, watch, signal);
  }
}

async function* readBody(
  message: IncomingMessage,
  { watch, mostBytes, signal }: { watch: AnswerWatch; mostBytes: number; signal: AbortSignal },
): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of readResponse(message, mostBytes)) {
      watch.received(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw toPeerError(error, watch, signal);
  } finally {
    watch.stop();
  }
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403)
    return `it does not accept the token, or the role of the token is insufficient (${status})`;
  if (status >= 300 && status < 400) return `it returned ${status}; redirects are not followed`;
  return `it returned status ${status}`;
}

function toPeerError(error: unknown, watch: AnswerWatch, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof PeerUnavailableError || error instanceof PeerResponseError) return error;
  if (error instanceof ResponseTooLongError) return new PeerResponseError(error.message);
  if (watch.signal.aborted) return watch.signal.reason;
  const { code, message } = error as NodeJS.ErrnoException;
  return new PeerUnavailableError(`it cannot be reached (${code ?? message})`, { cause: error });
}

/** Aborts its signal when a response takes too long. */
class AnswerWatch {
  readonly #limits: PeerLimits;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #begunMs = performance.now();
  #bytes = 0;

  constructor(limits: PeerLimits) {
    this.#limits = limits;
    this.#timer = setTimeout(() => this.#abortAsSlow(), limits.answerMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
    const { answerMs, leastBytesPerSecond } = this.#limits;
    const spentMs = performance.now() - this.#begunMs;
    if (spentMs > answerMs && this.#bytes < (leastBytesPerSecond * spentMs) / 1000) this.#abortAsSlow();
    else this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #abortAsSlow(): void {
    this.#abort.abort(new PeerUnavailableError('it is too slow'));
  }
}
