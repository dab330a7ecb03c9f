// How a service is reached: what a caller says once, and what it may say with each call.
import { type Agent as HttpAgent, type IncomingHttpHeaders, Agent as PlainAgent } from 'node:http';
import { type Agent as HttpsAgent, Agent as TlsAgent } from 'node:https';

export interface ClientSettings {
  /** Address of the service, such as `http://127.0.0.1:24610`. Without credentials in it. */
  readonly url: string | URL;
  readonly user: string;
  readonly password: string;
  /** Ends every call of this client, those to come as well; what they reject with is its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Brings certificates, a proxy or a bound on connections. It stays the caller's: `close` leaves it open. */
  readonly agent?: HttpAgent | HttpsAgent | undefined;
  /** How often a call is repeated at most where that is safe; 0: never. Default 3. */
  readonly repeats?: number | undefined;
  /** How long the pauses before repeats may be in all. Default 30,000. */
  readonly longestWaitMs?: number | undefined;
  /** A call is given up when nothing moves on its connection for so long; 0: never. Default 120,000. */
  readonly silenceMs?: number | undefined;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface CallOptions {
  /** Ends this call, the reading of its answer included; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Shown the status and the headers of each answer, a refusal too, before its body is read. */
  readonly onAnswer?: ((answer: AnswerHead) => void) | undefined;
  /** The header; when absent, what the contract offers first. */
  readonly accept?: string | undefined;
  /** In place of the client's. */
  readonly repeats?: number | undefined;
  /** In place of the client's. */
  readonly silenceMs?: number | undefined;
}

/** The settings, checked and complete. Never to be shown: it holds the credentials. */
export interface Service {
  /** Ends with `/`. */
  readonly url: URL;
  readonly authorization: string;
  readonly agent: HttpAgent | HttpsAgent;
  readonly signal: AbortSignal | undefined;
  readonly repeats: number;
  readonly longestWaitMs: number;
  readonly silenceMs: number;
  close(): void;
}

/** Throws TypeError, which says nothing of the credentials. */
export function openService(settings: ClientSettings): Service {
  const {
    user,
    password,
    signal,
    agent,
    repeats = 3,
    longestWaitMs = 30_000,
    silenceMs = 120_000,
  } = settings;
  const url = addressOf(settings.url);
  // The service takes everything before the first colon for the name.
  if (user.includes(':')) throw new TypeError('A user name has no colon in it.');
  const Agent = url.protocol === 'https:' ? TlsAgent : PlainAgent;
  const own = agent ? undefined : new Agent({ keepAlive: true });
  return {
    url,
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    agent: agent ?? own!,
    signal,
    repeats,
    longestWaitMs,
    silenceMs,
    close: () => own?.destroy(),
  };
}

function addressOf(given: string | URL): URL {
  const url = URL.parse(String(given));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('The address of a service looks like http://127.0.0.1:24610.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('Give the credentials as user and password, not in the address.');
  }
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
