// Sends GET requests to other services, and limits the size of their responses. Does not use `fetch`, which accepts no
// agent of node:https. Follows no redirects, because credentials must not be sent to other servers.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Agent for `https:` URLs. Undefined for Node's default agent. */
  readonly agent: Agent | undefined;
  readonly signal: AbortSignal;
}

/** Thrown if a response is longer than allowed. */
export class ResponseTooLongError extends Error {
  override readonly name = 'ResponseTooLongError';
}

/** Resolves when the response headers have arrived. The caller must read or destroy the response. */
export function sendGet(url: URL, { agent, ...options }: GetOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request =
    url.protocol === 'https:' ? httpsRequest(url, { ...options, agent }) : httpRequest(url, options);
  request.on('response', resolve).on('error', reject).end();
  return promise;
}

/** Yields the body of the response. Throws ResponseTooLongError after `maxBytes`. Closes an unfinished response. */
export async function* readResponse(
  response: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLongError(`sent more than ${maxBytes} bytes`);
    yield chunk;
  }
}
