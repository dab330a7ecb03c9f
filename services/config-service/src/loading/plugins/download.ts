// A file from a URL: asked for only if it changed, and with the last good copy at hand when it cannot be had.
import { buffer } from 'node:stream/consumers';
import type { Origins } from '../../domain/configuration/origins.ts';
import { type DownloadRow, findDownload, saveDownload } from '../../index/plugins/downloads.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { fetchSource } from '../remote/fetch-source.ts';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';

export interface DownloadDeps {
  readonly db: Db;
  readonly operatorOrigins: Origins;
  /** When it aborts, nothing more is fetched and copies are used. */
  readonly deadline: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
}

export interface Download {
  /** The address that it came from, after redirects. */
  readonly finalUrl: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

const limits = { sizeBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };

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
  const sentence = `${url}: it ${failure}`;
  if (copy === undefined) return { file: undefined, problem: sentence };
  const when = new Date(copy.fetched_ms).toISOString();
  return { file: copyOf(copy), problem: `${sentence}; the copy of ${when} is used` };
}

/** `failure`: the end of a sentence that begins with the file; undefined: the copy is as good as new. */
async function ask(
  { db, operatorOrigins, deadline, nowMs }: DownloadDeps,
  url: string,
  copy: DownloadRow | undefined,
  signal: AbortSignal,
): Promise<{ readonly changed: Download } | { readonly failure: string | undefined }> {
  const until = AbortSignal.any([signal, deadline]);
  const answer = await fetched(url, copy, operatorOrigins, until).catch((error: unknown) => {
    signal.throwIfAborted();
    if (deadline.aborted) return 'was not fetched, for want of time';
    if (error instanceof SourceUnavailableError) return error.message;
    throw error;
  });
  if (typeof answer === 'string') return { failure: answer };
  if (answer === undefined) return { failure: undefined };
  // A server that says 200 to everything must not take the place of the copy.
  if (isNamedAsArchive(url) && !isArchive(answer.body)) return { failure: 'was answered with no archive' };
  const row = { ...answer, url, fetched_ms: nowMs() };
  await saveDownload(db, row);
  return { changed: copyOf(row) };
}

/** Undefined when it is the same as the copy. */
async function fetched(
  url: string,
  copy: DownloadRow | undefined,
  operatorOrigins: Origins,
  signal: AbortSignal,
) {
  const known = copy && { etag: copy.etag ?? undefined, lastModified: copy.last_modified ?? undefined };
  const answer = await fetchSource(url, { known, limits, operatorOrigins, signal });
  if (answer.outcome === 'unchanged') return undefined;
  return {
    final_url: answer.url,
    body: await buffer(answer.bytes),
    media_type: answer.mediaType ?? null,
    etag: answer.etag ?? null,
    last_modified: answer.lastModified ?? null,
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

function copyOf({ final_url, media_type, body }: DownloadRow): Download {
  return { finalUrl: final_url, mediaType: media_type ?? '', body };
}
