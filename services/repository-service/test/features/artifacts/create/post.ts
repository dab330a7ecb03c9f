// Test helper: streams a form to POST /artifacts with the framing that a test chooses, and returns the complete
// response.
import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { formatQuery, type TestRepositoryClient } from '@holdfast/testkit';

export interface SentPart {
  name: string;
  filename?: string;
  headers?: Record<string, string>;
  body: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

export interface PostOptions {
  query?: Record<string, string>;
  authorization?: string;
  signal?: AbortSignal;
  /** If true, omits the last delimiter of the form. */
  cut?: boolean;
}

export interface Posted {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export function post(
  client: TestRepositoryClient,
  parts: readonly SentPart[],
  { query = {}, authorization = client.authorization, signal, cut = false }: PostOptions = {},
): Promise<Posted> {
  const boundary = `----test${randomUUID()}`;
  return new Promise((resolve, reject) => {
    const sent = request(`${client.url}/artifacts${formatQuery(query)}`, {
      method: 'POST',
      agent: false,
      headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      ...(signal && { signal }),
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const { statusCode, headers } = response;
      buffer(response).then(
        (body) => resolve({ status: statusCode!, headers, text: body.toString() }),
        reject,
      );
    });
    // The response may arrive before the whole form has been sent. Sending then stops.
    pipeline(Readable.from(framed(parts, boundary, cut)), sent).catch(() => undefined);
  });
}

async function* framed(parts: readonly SentPart[], boundary: string, cut: boolean) {
  for (const { name, filename, headers = {}, body } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${lines.join('')}\r\n`,
    );
    if (typeof body === 'string' || Buffer.isBuffer(body)) yield Buffer.from(body);
    else yield* body;
    yield Buffer.from('\r\n');
  }
  if (!cut) yield Buffer.from(`--${boundary}--\r\n`);
}

export interface WireArtifact {
  namespace: string;
  uuid: string;
  auid: string;
  uri: string;
  version: number;
  contentLength: number;
  contentDigest: string;
  collectionDate: number;
  storeDate: number;
  state: string;
  committed: boolean;
  storageUrl: string;
}

/** Returns the created artifact of a 201 response. Throws for any other response. */
export function readCreated({ status, text }: Posted): WireArtifact {
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as WireArtifact;
}

/** Returns the status and the detail of an error response. */
export function readDetail({ status, headers, text }: Posted): { status: number; detail: string } {
  if (headers['content-type'] !== 'application/problem+json')
    throw new Error(`no problem: ${status} ${text}`);
  return { status, detail: (JSON.parse(text) as { detail: string }).detail };
}

export const makeProps = (properties: Record<string, unknown>): SentPart => ({
  name: 'artifactProps',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(properties),
});
export const makeHead = (text: string): SentPart => ({
  name: 'httpResponseHeader',
  headers: { 'Content-Type': 'application/octet-stream' },
  body: Buffer.from(text, 'latin1'),
});
export const makeBody = (body: SentPart['body'], contentType = 'text/html'): SentPart => ({
  name: 'payload',
  filename: 'payload',
  headers: { 'Content-Type': contentType },
  body,
});

export async function commit(client: TestRepositoryClient, { uuid, namespace }: WireArtifact): Promise<void> {
  const response = await fetch(`${client.url}/artifacts/${uuid}?namespace=${namespace}&committed=true`, {
    method: 'PUT',
    headers: { authorization: client.authorization },
  });
  if (!response.ok) throw new Error(`commit: ${response.status} ${await response.text()}`);
}
