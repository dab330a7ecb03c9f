// Downloads a plugin file with a conditional request. Uses the last good copy if the download fails.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import type { SignatureTrust } from '../../domain/signed-jar/trust.ts';
import { type DownloadRow, findDownload, saveDownload } from '../../index/plugins/downloads.db.ts';
import type { DownloadHeaders } from '../../index/schema/plugin-tables.ts';
import type { Db } from '../../index/schema/schema.ts';
import { fetchSource } from '../remote/fetch-source.ts';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';
import { type SignatureVerdict, verifyArchiveSignature } from './archive-signature.ts';
import { isHtmlPage } from './registry-page.ts';

export interface DownloadDeps {
  readonly db: Db;
  readonly operatorOrigins: OriginSet;
  /** When this signal aborts, running downloads end, and the stored copies are used. */
  readonly deadline: AbortSignal;
  /** Returns the Unix time in milliseconds. */
  readonly nowMs: () => number;
  /** Required signatures. Undefined if no signatures are required. */
  readonly trust: SignatureTrust | undefined;
}

export interface DownloadedFile {
  /** URL after redirects. */
  readonly finalUrl: string;
  readonly mediaType: string;
  readonly body: Buffer;
  /** Names of the signers, for messages. Undefined if no signature is required. */
  readonly signedBy?: string | undefined;
}

const limits = { sizeBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };

export interface DownloadResult {
  /** Downloaded file or copy. Undefined if neither is usable. */
  readonly file: DownloadedFile | undefined;
  /** Explains why there is no usable response. */
  readonly problem?: string;
  /** True if the file was rejected because its signature is missing or invalid. */
  readonly isRefused?: boolean;
}

export async function downloadPluginFile(
  deps: DownloadDeps,
  url: string,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const copy = await findDownload(deps.db, url);
  const answer = await requestFile(deps, url, copy, signal);
  if ('changed' in answer) return { file: answer.changed };
  const { failure, isRefused } = answer;
  const sentence = failure && `${url}: it ${failure}`;
  if (copy === undefined) return { file: undefined, problem: sentence!, isRefused };
  const file = copyOf(copy);
  const verdict = await verifyDownload(deps, file, signal);
  if ('refused' in verdict)
    return { file: undefined, problem: sentence ?? `${url}: it ${verdict.refused}`, isRefused: true };
  const judged = { ...file, signedBy: verdict.signedBy };
  if (sentence === undefined) return { file: judged };
  const when = new Date(copy.fetched_ms).toISOString();
  return { file: judged, problem: `${sentence}; the copy of ${when} is used` };
}

/** Result of a request without new content. */
interface UnchangedDownload {
  /**
   * Reason why there is no new content, without a subject; the caller prepends the file name. Undefined if the copy is
   * current.
   */
  readonly failure: string | undefined;
  readonly isRefused: boolean;
}

async function requestFile(
  deps: DownloadDeps,
  url: string,
  copy: DownloadRow | undefined,
  signal: AbortSignal,
): Promise<{ readonly changed: DownloadedFile } | UnchangedDownload> {
  const { db, operatorOrigins, deadline, nowMs } = deps;
  const until = AbortSignal.any([signal, deadline]);
  const answer = await fetchFile(url, copy, operatorOrigins, until).catch((error: unknown) => {
    signal.throwIfAborted();
    if (deadline.aborted) return 'was not fetched, because the time limit was reached';
    if (error instanceof SourceUnavailableError) return error.message;
    throw error;
  });
  if (typeof answer === 'string') return { failure: answer, isRefused: false };
  if (answer === undefined) return { failure: undefined, isRefused: false };
  // Some servers respond with status 200 and an error page or an unsigned file, which must not replace the copy.
  if (isNamedAsArchive(url) && !isArchive(answer.body) && answer.body.length > 0)
    return { failure: 'returned something other than an archive', isRefused: false };
  const row = { ...answer, url, fetched_ms: nowMs() };
  const verdict = await verifyDownload(deps, copyOf(row), signal);
  if ('refused' in verdict) return { failure: verdict.refused, isRefused: true };
  await saveDownload(db, row);
  return { changed: { ...copyOf(row), signedBy: verdict.signedBy } };
}

/** Verifies the signature of a file. Registry pages and empty JARs (which withdraw their plugins) need no signature. */
async function verifyDownload(
  { trust }: DownloadDeps,
  { mediaType, body }: DownloadedFile,
  signal: AbortSignal,
): Promise<SignatureVerdict | { readonly signedBy: undefined }> {
  if (trust === undefined || body.length === 0) return { signedBy: undefined };
  if (isArchive(body)) return await verifyArchiveSignature(body, trust, signal);
  return isHtmlPage(mediaType, body.toString('utf8', 0, 200))
    ? { signedBy: undefined }
    : { refused: 'is not a JAR, and only JARs can be signed' };
}

/** Downloads the file. Returns undefined if the copy is current according to the server. */
async function fetchFile(
  url: string,
  copy: DownloadRow | undefined,
  operatorOrigins: OriginSet,
  signal: AbortSignal,
) {
  const known = copy && { etag: copy.etag ?? undefined, lastModified: copy.last_modified ?? undefined };
  const answer = await fetchSource(url, { known, limits, operatorOrigins, signal });
  if (answer.outcome === 'unchanged') return undefined;
  const body = await buffer(answer.bytes);
  return {
    final_url: answer.url,
    body,
    head: headOf(body, answer.fields),
    media_type: answer.mediaType ?? null,
    etag: answer.etag ?? null,
    last_modified: answer.lastModified ?? null,
  };
}

function headOf(body: Buffer, fields: DownloadHeaders['fields']): string {
  const sha256 = createHash('sha256').update(body).digest('hex');
  // Removes NUL characters, which PostgreSQL's jsonb cannot store.
  return JSON.stringify({ sha256, fields } satisfies DownloadHeaders).replaceAll('\\u0000', '');
}

function isNamedAsArchive(url: string): boolean {
  return /\.(?:jar|zip)$/i.test(new URL(url).pathname);
}

/** Returns whether the file begins with the magic number of a ZIP file or of an empty ZIP file. */
export function isArchive(body: Buffer): boolean {
  const start = body.subarray(0, 4).toString('latin1');
  return start === 'PK\x03\x04' || start === 'PK\x05\x06';
}

function copyOf({
  final_url,
  media_type,
  body,
}: Pick<DownloadRow, 'final_url' | 'media_type' | 'body'>): DownloadedFile {
  return { finalUrl: final_url, mediaType: media_type ?? '', body };
}
