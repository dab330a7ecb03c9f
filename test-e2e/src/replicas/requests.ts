// Builds the requests that clients send to the replicas.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { formatQuery, makeResponseRecord } from '@holdfast/testkit';
import type { ClientRequest } from './patient-client.ts';

export interface SentPage {
  readonly auid: string;
  readonly uri: string;
  readonly body: Buffer;
  /** Digest of the body, in lower-case hex. */
  readonly sha256: string;
}

const boundary = 'a-boundary-that-no-payload-has';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export function makeCreateRequest({ auid, uri, body }: SentPage): ClientRequest {
  const form = [
    part('name="artifactProps"', Buffer.from(JSON.stringify({ auid, uri })), 'application/json'),
    part('name="httpResponseHeader"', Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')),
    part('name="payload"; filename="payload"', body, 'application/octet-stream'),
  ];
  return { method: 'POST', path: '/artifacts', headers: multipart, body: closeForm(form) };
}

/** Creates an import request, with `storeDuplicate`, for pages of one AU. */
export function makeImportRequest(pages: readonly SentPage[], sendMs = 0): ClientRequest {
  const archive = pages.map(({ uri, body }) => gzipSync(makeResponseRecord(uri, body), { level: 1 }));
  return makeArchiveRequest(pages[0]!.auid, Buffer.concat(archive), sendMs);
}

export function makeArchiveRequest(auid: string, archive: Buffer, sendMs = 0): ClientRequest {
  const form = [
    part('name="auid"', Buffer.from(auid)),
    part('name="archive"; filename="a.warc.gz"', archive, 'application/warc'),
  ];
  const path = `/archives${formatQuery({ storeDuplicate: true })}`;
  return { method: 'POST', path, headers: multipart, body: closeForm(form), sendMs };
}

export const makeCommitRequest = (uuid: string): ClientRequest => ({
  method: 'PUT',
  path: `/artifacts/${uuid}?committed=true`,
});

export const makePayloadRequest = (uuid: string): ClientRequest =>
  makeGetRequest(`/artifacts/${uuid}/payload`);

export function makeListRequest(auid: string, limit: number, continuationToken?: string): ClientRequest {
  const query = { version: 'all', includeUncommitted: true, limit, continuationToken };
  return makeGetRequest(`/aus/${encodeURIComponent(auid)}/artifacts`, query);
}

export const makeCdxRequest = (url: string): ClientRequest =>
  makeGetRequest('/replay/cdxb/default', { url, matchType: 'exact' });

export function makeJsonRequest(method: 'PUT' | 'PATCH', path: string, value: unknown): ClientRequest {
  const headers = { 'content-type': 'application/json' };
  return { method, path, headers, body: Buffer.from(JSON.stringify(value)) };
}

export const makeGetRequest = (
  path: string,
  query: Parameters<typeof formatQuery>[0] = {},
): ClientRequest => ({
  method: 'GET',
  path: path + formatQuery(query),
});

export const hashSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function part(disposition: string, value: Buffer, type?: string): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const typed = type === undefined ? head : `${head}Content-Type: ${type}\r\n`;
  return Buffer.concat([Buffer.from(`${typed}\r\n`), value, Buffer.from('\r\n')]);
}

const closeForm = (form: readonly Buffer[]): Buffer =>
  Buffer.concat([...form, Buffer.from(`--${boundary}--\r\n`)]);
