// Builds the requests that clients send to the replicas.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { formatQuery, makeResponseRecord } from '@holdfast/testkit';
import type { Ask } from './patient-client.ts';

export interface SentPage {
  readonly auid: string;
  readonly uri: string;
  readonly body: Buffer;
  /** Digest of the body, in lower-case hex. */
  readonly sha256: string;
}

const boundary = 'a-boundary-that-no-payload-has';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export function createRequest({ auid, uri, body }: SentPage): Ask {
  const form = [
    part('name="artifactProps"', Buffer.from(JSON.stringify({ auid, uri })), 'application/json'),
    part('name="httpResponseHeader"', Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')),
    part('name="payload"; filename="payload"', body, 'application/octet-stream'),
  ];
  return { method: 'POST', path: '/artifacts', headers: multipart, body: closed(form) };
}

/**
 * Creates an import of pages that all belong to one AU. The service is asked to store duplicates, although no two
 * bodies are equal.
 */
export function importRequest(pages: readonly SentPage[], sendMs = 0): Ask {
  const archive = pages.map(({ uri, body }) => gzipSync(makeResponseRecord(uri, body), { level: 1 }));
  return archiveRequest(pages[0]!.auid, Buffer.concat(archive), sendMs);
}

export function archiveRequest(auid: string, archive: Buffer, sendMs = 0): Ask {
  const form = [
    part('name="auid"', Buffer.from(auid)),
    part('name="archive"; filename="a.warc.gz"', archive, 'application/warc'),
  ];
  const path = `/archives${formatQuery({ storeDuplicate: true })}`;
  return { method: 'POST', path, headers: multipart, body: closed(form), sendMs };
}

export const commitRequest = (uuid: string): Ask => ({
  method: 'PUT',
  path: `/artifacts/${uuid}?committed=true`,
});

export const payloadRequest = (uuid: string): Ask => get(`/artifacts/${uuid}/payload`);

export function listRequest(auid: string, limit: number, continuationToken?: string): Ask {
  const query = { version: 'all', includeUncommitted: true, limit, continuationToken };
  return get(`/aus/${encodeURIComponent(auid)}/artifacts`, query);
}

export const cdxRequest = (url: string): Ask => get('/replay/cdxb/default', { url, matchType: 'exact' });

export function jsonRequest(method: 'PUT' | 'PATCH', path: string, value: unknown): Ask {
  const headers = { 'content-type': 'application/json' };
  return { method, path, headers, body: Buffer.from(JSON.stringify(value)) };
}

export const get = (path: string, query: Parameters<typeof formatQuery>[0] = {}): Ask => ({
  method: 'GET',
  path: path + formatQuery(query),
});

export const hashSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function part(disposition: string, value: Buffer, type?: string): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const typed = type === undefined ? head : `${head}Content-Type: ${type}\r\n`;
  return Buffer.concat([Buffer.from(`${typed}\r\n`), value, Buffer.from('\r\n')]);
}

const closed = (form: readonly Buffer[]): Buffer =>
  Buffer.concat([...form, Buffer.from(`--${boundary}--\r\n`)]);
