// Test helper: creates random captures with many equal keys and times, and inserts them into the index.
import { createHash } from 'node:crypto';
import type { Database } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { artifactKinds } from '../../../src/domain/record/fields.ts';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';

export const baseMs = Date.UTC(2014, 0, 26, 20, 6, 24);

// URLs whose keys are longer than an index entry and differ only at the end. Their key order differs from their time
// order.
const longPath = `/long/${'x'.repeat(520)}`;
export const longUrls = ['c', 'a', 'b'].map((end) => `http://example.com${longPath}${end}`);
export const busyUrl = 'http://example.com/busy';
const urls = [
  'http://example.com/',
  'https://www.example.com/',
  'http://example.com/a',
  'http://example.com/a/b',
  'http://example.com/a?x=1',
  'http://example.com/ab',
  'http://example.com:8080/a',
  'http://sub.example.com/a',
  'http://deep.sub.example.com/',
  'http://example.com.evil.org/',
  'http://example-two.com/a',
  'http://other.org/',
  busyUrl,
  ...longUrls,
];
const mimes = ['text/html', 'image/png', undefined];
const statuses = [200, 200, 301, 404, undefined];

/** Returns `count` reproducible captures. */
export function randomCaptures(count: number): Capture[] {
  return makeCaptures(count, urls, 0.3);
}

/** Returns reproducible captures of these URLs. `busyShare`: share of captures of `busyUrl`. */
export function makeCaptures(count: number, urls: readonly string[], busyShare = 0): Capture[] {
  const random = generator(count);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return Array.from({ length: count }, (_, number) => {
    const url = random() < busyShare ? busyUrl : pick(urls);
    return {
      id: uuid(number),
      url,
      urlkey: makeUrlkey(url),
      collectionMs: timeOf(random, url),
      httpStatus: pick(statuses),
      mime: pick(mimes),
      redirect: undefined,
      sha1: createHash('sha1')
        .update(String(number % 7))
        .digest('hex'),
      lengthBytes: 100 + number,
    };
  });
}

/**
 * Returns a time within one minute. Half of the times are whole seconds. Most captures of `busyUrl` are in the same
 * second.
 */
function timeOf(random: () => number, url: string): number {
  if (url === busyUrl && random() < 0.8) return baseMs + 30_000 + Math.floor(random() * 900);
  const seconds = Math.floor(random() * 60);
  return baseMs + seconds * 1000 + (random() < 0.5 ? 0 : Math.floor(random() * 1000));
}

function uuid(number: number): string {
  const hex = createHash('md5').update(`capture ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns reproducible numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Inserts captures into the namespace, as committed or uncommitted. Versions start at `firstVersion`. */
export async function insertCaptures(
  { pool }: Database<IndexSchema>,
  captures: readonly Capture[],
  {
    namespace = 'test',
    committed = true,
    firstVersion = 1,
  }: { namespace?: string; committed?: boolean; firstVersion?: number } = {},
): Promise<void> {
  await pool.query('insert into namespace (name) values ($1) on conflict do nothing', [namespace]);
  const rows = captures.map((capture, number) => ({
    id: capture.id,
    record_length: capture.lengthBytes,
    collection_ms: capture.collectionMs,
    version: firstVersion + number,
    http_status: capture.httpStatus,
    kind: capture.httpStatus === undefined ? artifactKinds.resource : artifactKinds.response,
    sha1: capture.sha1,
    url: capture.url,
    urlkey: capture.urlkey,
    mime: capture.mime,
    redirect: capture.redirect,
    method: capture.method,
    request_body: capture.requestBody,
  }));
  // A database whose schema predates request methods lacks these columns.
  const request = captures.some(({ method }) => method !== undefined) ? ', method, request_body' : '';
  await pool.query(
    `insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms,
       au_id, namespace_id, version, http_status, kind, committed, dechunked, sha256, sha1, url, urlkey, mime, redirect
       ${request})
     select t.id, 1, 0, record_length, 10, collection_ms, 0,
       namespace.id, namespace.id, version, http_status, kind, $2, false, '', decode(sha1, 'hex'), url, urlkey, mime,
       redirect ${request}
     from jsonb_to_recordset($3::jsonb) as t (id uuid, record_length bigint, collection_ms bigint, version integer,
       http_status smallint, kind smallint, sha1 text, url text, urlkey text, mime text, redirect text,
       method text, request_body text),
       namespace
     where namespace.name = $1`,
    [namespace, committed, JSON.stringify(rows)],
  );
  await pool.query('analyze artifact');
}
