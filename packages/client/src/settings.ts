// Settings of a client and options of a call.
import { type Agent as HttpAgent, type IncomingHttpHeaders, Agent as PlainAgent } from 'node:http';
import { type Agent as HttpsAgent, Agent as TlsAgent } from 'node:https';

export interface ClientSettings {
  /** Address of the service, such as `http://127.0.0.1:24610`, without a login. */
  readonly url: string | URL;
  readonly user: string;
  readonly password: string;
  /** When this signal aborts, all current and later calls of this client reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Agent with certificates, a proxy or a connection limit. The client's `close` does not close the agent. */
  readonly agent?: HttpAgent | HttpsAgent | undefined;
  /** Maximum number of retries of a call, where a retry is safe; 0 turns retries off. Default 3. */
  readonly repeats?: number | undefined;
  /** Maximum total time of the pauses before retries. Default 30,000. */
  readonly longestWaitMs?: number | undefined;
  /** Maximum time without data on a call's connection; 0 turns the limit off. Default 120,000. */
  readonly silenceMs?: number | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface CallOptions {
  /**
   * When this signal aborts, the call ends and its response can no longer be read. The call, or reading the response,
   * rejects with the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called with the status and headers of each response, including errors, before its body is read. */
  readonly onAnswer?: ((answer: ResponseHead) => void) | undefined;
  /** Value of the Accept header. Default: the first media type of the contract. */
  readonly accept?: string | undefined;
  /** Overrides the client's setting. */
  readonly repeats?: number | undefined;
  /** Overrides the client's setting. */
  readonly silenceMs?: number | undefined;
}

/** Checked settings. Must not be logged, because they contain the login. */
export interface ServiceConnection {
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

/** Checks the settings. Throws TypeError with a message that does not contain the login. */
export function toServiceConnection(settings: ClientSettings): ServiceConnection {
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
  // The service splits the login at the first colon.
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
