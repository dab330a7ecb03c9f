// For tests: one request on a socket of its own, and the answer exactly as it came, cut off or not.
import { type IncomingHttpHeaders, request } from 'node:http';
import { queryString, type RepositoryClient } from '@holdfast/testkit';

export interface Asked {
  method?: string;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  /** Instead of the client's own credentials; empty for none. */
  authorization?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Header lines as they came, name and value. */
  lines: [string, string][];
  /** What came of the body; nothing is decoded. */
  body: Buffer;
  /** The connection broke before the whole answer was there. */
  cut: boolean;
}

/** Rejects only when no answer begins. */
export function ask(client: RepositoryClient, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', query = {}, headers = {}, authorization = client.authorization } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(`${client.url}${path}${queryString(query)}`, {
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

/** The body of an error answer. */
export function problem({ headers, body }: Answer): { status: number; title: string; detail: string } {
  if (headers['content-type'] !== 'application/problem+json') {
    throw new Error(`no problem document: ${headers['content-type']} ${body}`);
  }
  return JSON.parse(body.toString());
}
