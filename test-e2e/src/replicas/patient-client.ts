// HTTP client that repeats refused requests after the time in Retry-After. Returns every other failure, and never
// repeats a request that may have taken effect.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatBasicAuth } from '@holdfast/testkit';
import { password } from './replica.ts';

export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Milliseconds over which the body is sent. */
  readonly sendMs?: number;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** Duration of the last attempt, in milliseconds. */
  readonly tookMs: number;
}

export interface PatientClient {
  readonly url: string;
  /**
   * Sends a request. Resolves to the final response. Rejects if the connection was cut or the request took too long.
   */
  ask(ask: ClientRequest): Promise<ClientResponse>;
  /** Returns how often the client waited because of Retry-After. */
  waits(): number;
}

const longestAttemptMs = 60_000;

/**
 * Creates a client that repeats refused requests for up to `patienceMs`. With 0, the client never repeats a request.
 */
export function createPatientClient(url: string, patienceMs: number): PatientClient {
  const agent = new Agent({ keepAlive: true });
  const authorization = formatBasicAuth('admin', password);
  let waits = 0;
  return {
    url,
    waits: () => waits,
    async ask(ask) {
      const headers = { authorization, ...ask.headers };
      for (const until = performance.now() + patienceMs; ; waits++) {
        const answer = await sendOnce(agent, url, { ...ask, headers });
        const waitMs = parseRetryAfterMs(answer);
        if (waitMs === undefined || performance.now() + waitMs > until) return answer;
        await sleep(waitMs);
      }
    },
  };
}

function parseRetryAfterMs({ status, headers }: ClientResponse): number | undefined {
  const seconds = Number(headers['retry-after']);
  return (status === 503 || status === 429) && seconds >= 0 ? seconds * 1_000 : undefined;
}

function sendOnce(
  agent: Agent,
  url: string,
  { method, path, headers, body, sendMs }: ClientRequest,
): Promise<ClientResponse> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), {
      agent,
      method,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
      signal: AbortSignal.timeout(longestAttemptMs),
    });
    let answered = false;
    request.once('response', (response) => {
      answered = true;
      buffer(response).then((bytes) => {
        const { statusCode: status = 0, headers: received } = response;
        const tookMs = performance.now() - begun;
        resolve({ status, headers: received, bytes, text: bytes.toString(), tookMs });
        request.destroy();
      }, reject);
    });
    // After an early response, the rest of the body need not be sent.
    request.on('error', (error) => !answered && reject(error));
    send(request, body, sendMs).catch(reject);
  });
}

async function send(
  request: ReturnType<typeof httpRequest>,
  body: Buffer | undefined,
  sendMs = 0,
): Promise<void> {
  if (body && sendMs > 0) {
    const steps = 20;
    const size = Math.ceil(body.length / steps);
    for (let at = 0; at < body.length && !request.destroyed; at += size) {
      request.write(body.subarray(at, at + size));
      await sleep(sendMs / steps);
    }
    request.end();
  } else request.end(body);
}
