// Test helper: creates captures byte by byte, including malicious ones, and stores them.
import { createCipheriv, createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ImportStatus, TestRepositoryClient } from '@holdfast/testkit';

export interface MadeCapture {
  url?: string;
  /** Status line and header lines, without the final blank line. If undefined, the capture is a `resource` record. */
  head?: string | undefined;
  body?: Buffer | string;
  /** Content-Type in the WARC header of a resource. */
  contentType?: string;
  /** Compression level. With level 0, a changed byte in the stored member changes exactly one byte of the content. */
  level?: number;
}

export const plainHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/html';

/** Returns the complete gzip member of a capture. */
export function makeMember({
  url = 'http://a/',
  head,
  body = '',
  contentType,
  level = 1,
}: MadeCapture): Buffer {
  const block = Buffer.concat([
    Buffer.from(head === undefined ? '' : `${head}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
  const type = head === undefined ? contentType : 'application/http; msgtype=response';
  const lines = [
    'WARC/1.1',
    `WARC-Type: ${head === undefined ? 'resource' : 'response'}`,
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    'WARC-Date: 2020-02-20T20:20:20Z',
    `WARC-Target-URI: ${url}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${block.length}`,
  ];
  const record = Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    block,
    Buffer.from('\r\n\r\n'),
  ]);
  return gzipSync(record, { level });
}

let next = 0;

/** Returns a new, realistic AUID. */
export const createAuid = () => `org|example|plugin&base_url~http%3A%2F%2Fa%2F&n~${next++}`;

/** Imports the captures and returns their UUIDs. Throws if a capture is not stored. */
export async function store(
  client: TestRepositoryClient,
  captures: readonly MadeCapture[],
  into: { auid?: string; namespace?: string } = {},
): Promise<string[]> {
  const { statuses, body } = await client.importArchive(Buffer.concat(captures.map(makeMember)), {
    auid: createAuid(),
    storeDuplicate: true,
    ...into,
  });
  const stored = (one: ImportStatus) => one.status === 'OK' && one.artifactUuid !== undefined;
  if (statuses.length !== captures.length || !statuses.every(stored)) {
    throw new Error(`not all stored: ${JSON.stringify(statuses)} ${body}`);
  }
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

/** Returns reproducible incompressible bytes. */
export function makeNoise(lengthBytes: number, seed = 'noise'): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(lengthBytes));
}

export const hashSha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
