// One of the node's own sources, read for a client: as its origin has it now, or the last good copy when the origin
// cannot be reached.

import type PQueue from 'p-queue';
import { sourceUrl } from '../../domain/configuration/source-url.ts';
import { readContent } from '../../index/configuration/content.db.ts';
import { type Copy, findSource } from '../../index/configuration/sources.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type FetchLimits, fetchSource } from '../../loading/remote/fetch-source.ts';
import { SourceUnavailableError } from '../../loading/remote/source-unavailable.ts';
import { timeOf } from '../../loading/sources/obtain.ts';
import { openLocal } from '../../loading/sources/read-local.ts';
import { type Spool, spool } from '../../loading/spool.ts';
import { notASource, sourceUnavailable } from '../errors.ts';
import { etagOf, type ReadableFile } from '../files/file-answer.ts';
import { type FilesDeps, readFile } from '../files/files.ts';

export interface OpenSourceDeps extends FilesDeps {
  readonly limits: FetchLimits;
  readonly spoolFolder: string;
  /** Bounds how many origins are asked at once on behalf of clients. */
  readonly originQueue: PQueue;
}

/** Throws 400 for anything that is not a source of this node, written as it is known here, and 404. */
export async function openSource(
  deps: OpenSourceDeps,
  text: string,
  signal: AbortSignal,
): Promise<ReadableFile> {
  if (text === 'dyn:cluster.xml') return readFile(deps, 'cluster');
  if (text === 'dyn:user-config.xml') return readFile(deps, 'user-config');
  const known = await findSource(deps.db, text);
  const configured = deps.configured.find(({ url }) => url === text);
  if (known === undefined && configured === undefined) throw notASource();
  const source = configured ?? sourceUrl(text);
  try {
    return await (source.remote
      ? deps.originQueue.add(() => fetchRemote(deps, source.url, known?.copy, signal), { signal })
      : openFile(deps, source.url));
  } catch (error) {
    if (!(error instanceof SourceUnavailableError)) throw error;
    if (!source.remote || known?.copy === undefined) throw sourceUnavailable(error);
    return copyOf(deps.db, known.copy);
  }
}

async function fetchRemote(
  deps: OpenSourceDeps,
  url: string,
  copy: Copy | undefined,
  signal: AbortSignal,
): Promise<ReadableFile> {
  const fetched = await fetchSource(url, { known: copy, limits: deps.limits, signal });
  if (fetched.outcome === 'unchanged') return copyOf(deps.db, copy!);
  try {
    const spooled = await spool(deps.spoolFolder, fetched.bytes);
    const unchanged = spooled.sha256 === copy?.sha256 ? copy.modifiedMs : undefined;
    return spooledFile(spooled, url, timeOf(fetched.lastModified) ?? unchanged ?? deps.nowMs());
  } finally {
    fetched.close();
  }
}

async function openFile(deps: OpenSourceDeps, url: string): Promise<ReadableFile> {
  const file = await openLocal(url, deps.limits.sizeBytes);
  try {
    return spooledFile(await spool(deps.spoolFolder, file.bytes), url, file.modifiedMs);
  } finally {
    await file.close();
  }
}

function copyOf(db: Db, copy: Copy): ReadableFile {
  const { sha256, sizeBytes, modifiedMs, format } = copy;
  return {
    etag: etagOf(sha256),
    modifiedMs,
    format,
    sizeBytes,
    open: (signal) => readContent(db, copy, signal),
  };
}

function spooledFile(
  { sha256, sizeBytes, read, close, beginsWith }: Spool,
  url: string,
  modifiedMs: number,
): ReadableFile {
  const format = beginsWith('<') ? 'xml' : new URL(url).pathname.endsWith('.tdb') ? 'tdb' : 'properties';
  return { etag: etagOf(sha256), modifiedMs, format, sizeBytes, open: read, close };
}
