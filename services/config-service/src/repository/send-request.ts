// Sends one HTTP request to the repository service, within limits on time and size. Does not follow redirects, because
// the credentials must not be sent to another server.

import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';
import { Writable } from 'node:stream';

/**
 * Thrown if the repository service returns no usable response. The message is written for users and contains no
 * secrets.
 */
export class RepositoryUnavailableError extends Error {
  override readonly name = 'RepositoryUnavailableError';
}

export interface ExchangeOptions {
  /** Default: GET. */
  readonly method?: 'POST' | 'PUT';
  readonly body?: FormData;
  /** Value of the Authorization header. If undefined, the header is omitted. */
  readonly authorization: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Agent that accepts only the configured certificate. If undefined, Node's default agent is used. */
  readonly agent: Agent | undefined;
  /** Time limit from the start of the request to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface RepositoryResponse {
  readonly status: number;
  /** True if the Content-Type is JSON. A proxy in front of the service may respond with HTML. */
  readonly isJson: boolean;
  readonly text: string;
}

/** Sends a request. Rejects with RepositoryUnavailableError, or with the abort reason of `signal`. */
export async function sendRequest(url: URL, options: ExchangeOptions): Promise<RepositoryResponse> {
  const { timeoutMs, maxBytes, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, options, AbortSignal.any([signal, timeout]));
    const text = await readText(response, maxBytes);
    return { status: response.statusCode ?? 0, isJson: isJson(response), text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof RepositoryUnavailableError) throw error;
    throw new RepositoryUnavailableError(
      timeout.aborted
        ? `The repository service did not respond within ${timeoutMs / 1000} seconds.`
        : 'The repository service cannot be reached.',
      { cause: error },
    );
  }
}

/** Resolves when the header block of the response has arrived. */
async function send(url: URL, options: ExchangeOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { method = 'GET', body, authorization, headers, agent } = options;
  // Lets `Response` encode the form.
  const form = body && new Response(body);
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    signal,
    agent,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(authorization && { authorization }),
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
  });
  const answered = once(request, 'response');
  // After the response, `once` no longer handles errors. Without this listener, an error would end the process.
  request.on('error', () => undefined);
  if (form?.body) form.body.pipeTo(Writable.toWeb(request)).catch((error) => request.destroy(error));
  else request.end();
  const [response] = (await answered) as [IncomingMessage];
  return response;
}

/** Creates the error for a refused request. `what` is the refused action in the message for status 403. */
export function makeRefusalError(status: number, what = 'read'): RepositoryUnavailableError {
  if (status === 401)
    return new RepositoryUnavailableError(
      'The repository service does not accept the credentials it was given (401).',
    );
  if (status === 403)
    return new RepositoryUnavailableError(
      `The repository service does not permit its user to ${what} (403).`,
    );
  return new RepositoryUnavailableError(`The repository service returned status ${status}.`);
}

export function parseRepositoryResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RepositoryUnavailableError('The repository service returned a response that is not JSON.', {
      cause: error,
    });
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Throwing an error inside the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) {
      throw new RepositoryUnavailableError(
        `The response of the repository service is longer than ${maxBytes} bytes.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes).toString('utf8');
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/(?:problem\+)?json\b/i.test(headers['content-type'] ?? '');
}
