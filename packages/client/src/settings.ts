// Settings of a client, and options of a call.
import { type Agent as HttpAgent, type IncomingHttpHeaders, Agent as PlainAgent } from 'node:http';
import { type Agent as HttpsAgent, Agent as TlsAgent } from 'node:https';

export interface ClientSettings {
  /** Base URL of the service, such as `http://127.0.0.1:24610`. Must not contain a login. */
  readonly url: string | URL;
  readonly user: string;
  readonly password: string;
  /** Aborts all current and later calls of this client. They reject with the signal's abort reason. */
  readonly signal?: AbortSignal | undefined;
  /** Agent, for example for certificates, a proxy or a connection limit. The caller, not `close`, must destroy it. */
  readonly agent?: HttpAgent | HttpsAgent | undefined;
  /** Maximum number of retries of a call. Only safe retries are made. 0 disables retries. Default 3. */
  readonly repeats?: number | undefined;
  /** Maximum total pause before the retries of a call, in milliseconds. Default 30,000. */
  readonly longestWaitMs?: number | undefined;
  /** Idle timeout of a connection, in milliseconds. 0 disables the timeout. Default 120,000. */
  readonly silenceMs?: number | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface CallOptions {
  /** Aborts the call. The call, or reading its response, then rejects with the signal's abort reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the status and the headers of each response, including error responses, before the body is read. */
  readonly onAnswer?: ((answer: ResponseHead) => void) | undefined;
  /** Accept header. Default: the result of `toAcceptHeader` in callable.ts. */
  readonly accept?: string | undefined;
  /** Overrides the client's setting with the same name. */
  readonly repeats?: number | undefined;
  /** Overrides the client's setting with the same name. */
  readonly silenceMs?: number | undefined;
}

/** Validated settings. They contain the login, so do not log them. */
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

/** Validates the settings. Throws TypeError; its message does not contain the login. */
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
  const url = parseAddress(settings.url);
  // Rejects a colon in the user name, because the service splits the credentials at the first colon.
  if (user.includes(':')) throw new TypeError('A user name must not contain a colon.');
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

function parseAddress(given: string | URL): URL {
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
