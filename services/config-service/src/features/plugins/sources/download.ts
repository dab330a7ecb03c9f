// A file from a URL: asked for only if it changed, and with the last good copy at hand when it cannot be had.
import type { Executor } from '@holdfast/pg-kit';
import type { ConfigSchema } from '../../../index/schema.ts';
import { type DownloadRow, findDownload, keepDownload } from '../downloads.db.ts';
import { fetchBounded } from './fetch-bounded.ts';

export interface DownloadDeps {
  readonly db: Executor<ConfigSchema>;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Download {
  /** Where it really came from, after redirects. */
  readonly finalUrl: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

const limits = { longestBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };

export interface Downloaded {
  /** Undefined when there is neither an answer nor a copy. */
  readonly file: Download | undefined;
  /** Why there was no answer: a sentence. */
  readonly problem?: string;
}

export async function download(deps: DownloadDeps, url: string, signal: AbortSignal): Promise<Downloaded> {
  const copy = await findDownload(deps.db, url);
  const answer = await ask(deps, url, copy, signal);
  if ('changed' in answer) return { file: answer.changed };
  const { failure } = answer;
  if (failure === undefined) return { file: copyOf(copy!) };
  const sentence = `${url}: cannot be fetched: ${failure}`;
  if (copy === undefined) return { file: undefined, problem: sentence };
  const when = new Date(copy.fetched_ms).toISOString();
  return { file: copyOf(copy), problem: `${sentence}; the copy of ${when} is used` };
}

/** `failure` undefined: the copy is as good as new. */
async function ask(
  { db, fetch, now }: DownloadDeps,
  url: string,
  copy: DownloadRow | undefined,
  signal: AbortSignal,
): Promise<{ readonly changed: Download } | { readonly failure: string | undefined }> {
  const answer = await fetchBounded(fetch, url, conditions(copy), limits, signal).catch(failureOf(signal));
  if (typeof answer === 'string') return { failure: answer };
  const { status, headers, body } = answer;
  if (status === 304 && copy !== undefined) return { failure: undefined };
  if (status !== 200) return { failure: `the answer was ${status}` };
  // A server that says 200 to everything must not take the place of the copy.
  if (isNamedAsArchive(url) && !isArchive(body)) return { failure: 'the answer is no archive' };
  const row = {
    url,
    final_url: answer.url,
    body,
    media_type: headers.get('content-type'),
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
    fetched_ms: now(),
  };
  await keepDownload(db, row);
  return { changed: copyOf(row) };
}

function failureOf(signal: AbortSignal): (error: unknown) => string {
  return (error) => {
    signal.throwIfAborted();
    return (error as Error).message;
  };
}

function isNamedAsArchive(url: string): boolean {
  return /\.(?:jar|zip)$/i.test(new URL(url).pathname);
}

/** A ZIP begins so, also an empty one. */
export function isArchive(body: Buffer): boolean {
  const start = body.subarray(0, 4).toString('latin1');
  return start === 'PK\x03\x04' || start === 'PK\x05\x06';
}

function conditions(copy: DownloadRow | undefined): Record<string, string> {
  return {
    accept: '*/*',
    ...(copy?.etag != null && { 'if-none-match': copy.etag }),
    ...(copy?.last_modified != null && { 'if-modified-since': copy.last_modified }),
  };
}

function copyOf({ final_url, media_type, body }: DownloadRow): Download {
  return { finalUrl: final_url, mediaType: media_type ?? '', body };
}
