// Test helper: sends one request on a new socket and returns the raw response, complete or truncated.
import { type IncomingHttpHeaders, request } from 'node:http';
import { formatQuery, type TestRepositoryClient } from '@holdfast/testkit';

export interface Asked {
  method?: string;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  /** Authorization header, which replaces the client's credentials. If empty, the header is omitted. */
  authorization?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values of the header lines, as received. */
  lines: [string, string][];
  /** Received bytes of the body, not decoded. */
  body: Buffer;
  /** True if the connection closed in the middle of the response. */
  cut: boolean;
}

/** Sends the request. Rejects only if no response arrives; a truncated response is a result. */
export function ask(client: TestRepositoryClient, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', query = {}, headers = {}, authorization = client.authorization } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(`${client.url}${path}${formatQuery(query)}`, {
      method,
      agent: false,
      headers: { ...(authorization && { authorization }), ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => undefined);
      response.once('close', () => {
        const { statusCode, headers: named, rawHeaders, complete } = response;
        const lines = Array.from({ length: rawHeaders.length / 2 }, (_, i): [string, string] => [
          rawHeaders[2 * i]!,
          rawHeaders[2 * i + 1]!,
        ]);
        resolve({ status: statusCode!, headers: named, lines, body: Buffer.concat(pieces), cut: !complete });
      });
    });
    sent.end();
  });
}

/** Parses the body of an error response. */
export function readProblem({ headers, body }: Answer): { status: number; title: string; detail: string } {
  if (headers['content-type'] !== 'application/problem+json') {
    throw new Error(`no problem document: ${headers['content-type']} ${body}`);
  }
  return JSON.parse(body.toString());
}
