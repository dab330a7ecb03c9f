// Reads a configuration source of the node for a client. Returns its current content, or the last good copy if the
// source cannot be reached or its content is invalid.
import { BadConfigurationError } from '@holdfast/config-format';
import { isDiskFull, type Semaphore } from '@holdfast/service-kit';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import { findSectionAt } from '../../domain/configuration/sections.ts';
import { parseSourceUrl } from '../../domain/configuration/source-url.ts';
import { readContent } from '../../index/configuration/content.db.ts';
import { type ConfigSourceRow, findSource, type SourceCopy } from '../../index/configuration/sources.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type FetchLimits, fetchSource } from '../../loading/remote/fetch-source.ts';
import { SourceUnavailableError } from '../../loading/remote/source-unavailable.ts';
import { checkContentEffect, SuddenlyEmptyError } from '../../loading/sources/check-effect.ts';
import { inflateSource } from '../../loading/sources/inflate-source.ts';
import { parseLastModified } from '../../loading/sources/obtain.ts';
import { openLocalSource } from '../../loading/sources/read-local.ts';
import { readSourceContent } from '../../loading/sources/read-source-content.ts';
import { type SpooledBytes, spoolBytes } from '../../loading/spool.ts';
import { makeNotASourceError, makeSourceUnavailableError } from '../errors.ts';
import { makeEtag, type ReadableFile } from '../files/file-response.ts';
import { type FilesDeps, readFile } from '../files/files.ts';

export interface OpenSourceDeps extends FilesDeps {
  readonly limits: FetchLimits;
  readonly operatorOrigins: OriginSet;
  readonly spoolFolder: string;
  /** Limits concurrent downloads of sources on behalf of clients. */
  readonly originTurns: Semaphore;
}

export interface SourceRequest {
  readonly url: string;
  /** Host header of the request, to recognize URLs of this service. */
  readonly host: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a source or a section. Throws 400 if the URL belongs to neither a source nor a section, and 404 if the source
 * cannot be read or the file does not exist.
 */
export async function openSource(
  deps: OpenSourceDeps,
  { url, host, signal }: SourceRequest,
): Promise<ReadableFile> {
  if (url === 'dyn:cluster.xml') return readFile(deps, 'cluster');
  if (url === 'dyn:user-config.xml') return readFile(deps, 'user-config');
  const known = await findSource(deps.db, url);
  const configured = deps.configured.find((one) => one.url === url);
  if (known === undefined && configured === undefined) {
    const section = findSectionAt(url, host);
    if (section === undefined) throw makeNotASourceError();
    return readFile(deps, section);
  }
  const source = configured ?? parseSourceUrl(url);
  const opening = { url, kind: known?.kind ?? 'configuration', copy: known?.copy, signal } as const;
  try {
    return await (source.remote
      ? deps.originTurns.run(signal, () => fetchRemote(deps, opening))
      : openFile(deps, opening));
  } catch (error) {
    if (isDiskFull(error) && opening.copy !== undefined) return copyOf(deps.db, opening.copy);
    const isBad = error instanceof BadConfigurationError || error instanceof SuddenlyEmptyError;
    if (!isBad && !(error instanceof SourceUnavailableError)) throw error;
    if (opening.copy === undefined || !(source.remote || isBad)) throw makeSourceUnavailableError(error);
    return copyOf(deps.db, opening.copy);
  }
}

interface RequestedSource extends Pick<ConfigSourceRow, 'url' | 'kind' | 'copy'> {
  readonly signal: AbortSignal;
}

async function fetchRemote(deps: OpenSourceDeps, opening: RequestedSource): Promise<ReadableFile> {
  const { limits, operatorOrigins } = deps;
  const { url, copy, signal } = opening;
  const fetched = await fetchSource(url, { known: copy, limits, operatorOrigins, signal });
  if (fetched.outcome === 'unchanged') return copyOf(deps.db, copy!);
  try {
    const spooled = await spoolCheckedContent(deps, opening, fetched.bytes);
    const unchanged = spooled.spool.sha256 === copy?.sha256 ? copy.modifiedMs : undefined;
    return spooledFile(spooled, parseLastModified(fetched.lastModified) ?? unchanged ?? deps.nowMs());
  } finally {
    fetched.close();
  }
}

async function openFile(deps: OpenSourceDeps, opening: RequestedSource): Promise<ReadableFile> {
  const file = await openLocalSource(opening.url, deps.limits.sizeBytes);
  try {
    return spooledFile(await spoolCheckedContent(deps, opening, file.bytes), file.modifiedMs);
  } finally {
    await file.close();
  }
}

interface CheckedSpool {
  readonly spool: SpooledBytes;
  readonly format: ReadableFile['format'];
}

/**
 * Accepts only content that a load would accept, because clients could otherwise read any file or URL that the service
 * can reach. Throws BadConfigurationError and SuddenlyEmptyError.
 */
async function spoolCheckedContent(
  deps: OpenSourceDeps,
  opening: RequestedSource,
  bytes: AsyncIterable<Uint8Array>,
): Promise<CheckedSpool> {
  const { copy, signal } = opening;
  const spooled = await spoolBytes(deps.spoolFolder, inflateSource(bytes, deps.limits.sizeBytes));
  if (spooled.sha256 === copy?.sha256) return { spool: spooled, format: copy.format };
  const read = (content: AsyncIterable<Uint8Array>) =>
    readSourceContent({ platform: deps.platform(), signal }, opening, content);
  try {
    const content = await read(spooled.read(signal));
    if (copy !== undefined) await checkContentEffect(content, () => read(readContent(deps.db, copy, signal)));
    return { spool: spooled, format: content.format };
  } catch (error) {
    await spooled.close();
    throw error;
  }
}

function copyOf(db: Db, copy: SourceCopy): ReadableFile {
  const { sha256, sizeBytes, modifiedMs, format } = copy;
  return {
    etag: makeEtag(sha256),
    modifiedMs,
    format,
    sizeBytes,
    open: (signal) => readContent(db, copy, signal),
  };
}

function spooledFile({ spool, format }: CheckedSpool, modifiedMs: number): ReadableFile {
  const { sha256, sizeBytes, read, close } = spool;
  return { etag: makeEtag(sha256), modifiedMs, format, sizeBytes, open: read, close };
}
