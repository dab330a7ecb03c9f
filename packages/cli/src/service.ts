// How the repository service is reached and what its refusals mean in plain words. Knows HTTP, not archives.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { systemCode, UsageError } from './usage-error.ts';

export interface Service {
  readonly url: URL;
  readonly authorization: string;
  /** Kept open between requests; `close` when done. */
  readonly agent: HttpAgent | HttpsAgent;
}

/** The service could not be reached or said no; `message` is a sentence for the reader. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTTP status, absent when there was no answer. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Throws `UsageError` when `url` is no address of a service. */
export function serviceUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`${url} is no address of a service: it looks like http://127.0.0.1:24610`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError('Give the credentials with --user and --password-file, not in the address.');
  }
  if (!parsed.pathname.endsWith('/')) parsed.pathname += '/';
  return parsed;
}

export function openService(url: URL, user: string, password: string): Service & { close(): void } {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const agent =
    url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  return { url, authorization, agent, close: () => agent.destroy() };
}

/** A request not yet ended; `path` is relative to the service's address. */
export function startRequest(
  { url, authorization, agent }: Service,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
): ClientRequest {
  const target = new URL(path, url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return send(target, { method, agent, headers: { ...headers, authorization } });
}

/** Asks something small that needs a login, so that a wrong password is known before a large file is sent. */
export async function checkLogin(service: Service): Promise<void> {
  const request = startRequest(service, 'GET', 'namespaces', { accept: 'application/json' });
  request.setTimeout(30_000, () => request.destroy(new Error('it does not answer')));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.end();
  }).catch((error: unknown) => {
    throw new Refusal(`The service at ${service.url.origin} cannot be reached: ${failure(error)}.`);
  });
  if (answer.statusCode !== 200) throw await refusal(answer);
  for await (const _ of answer);
}

/** What an answer other than 200 means. */
export async function refusal(answer: IncomingMessage): Promise<Refusal> {
  const detail = await problemDetail(answer);
  const said = detail === undefined ? '' : `: ${detail}`;
  const status = answer.statusCode ?? 0;
  switch (status) {
    case 400:
      return new Refusal(`The service refused it${said}`, status);
    case 401:
      return new Refusal('The service does not accept this user and password.', status);
    case 403:
      return new Refusal('This user may not do that here.', status);
    case 404:
      return new Refusal('There is no repository service at this address.', status);
    case 503:
      return new Refusal(`The service is not ready${said}`, status);
    default:
      return new Refusal(`The service answered ${status}${said}`, status);
  }
}

const PROBLEM_BYTES = 64 * 1024;

/** What an error answer says in words; undefined when it is none of the service's. */
export async function problemDetail(answer: IncomingMessage): Promise<string | undefined> {
  try {
    let text = '';
    answer.setEncoding('utf8');
    for await (const chunk of answer) {
      text += chunk;
      if (text.length > PROBLEM_BYTES) return undefined;
    }
    const { detail, message } = JSON.parse(text) as { detail?: unknown; message?: unknown };
    return [detail, message].find((words): words is string => typeof words === 'string');
  } catch {
    return undefined;
  }
}

/** A system's error in words that can end a sentence. */
export function failure(error: unknown): string {
  const code = systemCode(error);
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no machine of that name';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was cut';
    default:
      return (error as { message?: string }).message || code || String(error);
  }
}
