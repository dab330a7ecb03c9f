// Reads the current content of a source. If it has changed, decompresses it and stores it in the database.
import { createHash } from 'node:crypto';
import { parseConditionTime } from '@holdfast/http-kit';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import type { SourceUrl } from '../../domain/configuration/source-url.ts';
import { deleteConfigContent, storeContent } from '../../index/configuration/content.db.ts';
import type { ObtainedContent } from '../../index/configuration/sources.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type FetchLimits, fetchSource } from '../remote/fetch-source.ts';
import { inflateSource } from './inflate-source.ts';
import { openLocalSource } from './read-local.ts';

export interface ObtainSourceDeps {
  readonly db: Db;
  readonly operatorOrigins: OriginSet;
  readonly limits: FetchLimits;
  readonly nowMs: () => number;
}

/**
 * Reads the current content. Returns `copy` if it has not changed. Otherwise, stores the new content, to which no row
 * refers yet. Throws SourceUnavailableError.
 */
export function obtainSource(
  deps: ObtainSourceDeps,
  { url, remote }: SourceUrl,
  copy: ObtainedContent | undefined,
  signal: AbortSignal,
): Promise<ObtainedContent> {
  return remote ? obtainRemote(deps, url, copy, signal) : obtainLocal(deps, url, copy);
}

async function obtainRemote(
  deps: ObtainSourceDeps,
  url: string,
  copy: ObtainedContent | undefined,
  signal: AbortSignal,
): Promise<ObtainedContent> {
  const { limits, operatorOrigins } = deps;
  const fetched = await fetchSource(url, { known: copy, limits, operatorOrigins, signal });
  if (fetched.outcome === 'unchanged') return copy!;
  try {
    const { etag, lastModified } = fetched;
    const content = await storeContent(
      deps.db,
      inflateSource(fetched.bytes, deps.limits.sizeBytes),
      deps.nowMs,
    );
    const same = content.sha256 === copy?.sha256;
    if (same) await deleteConfigContent(deps.db, content.contentId);
    const modifiedMs = parseLastModified(lastModified) ?? (same ? copy.modifiedMs : deps.nowMs());
    return { ...content, ...(same ? { contentId: copy.contentId } : {}), etag, lastModified, modifiedMs };
  } finally {
    fetched.close();
  }
}

/** Computes the digest of the file first, so that an unchanged file is not stored again. */
async function obtainLocal(
  deps: ObtainSourceDeps,
  url: string,
  copy: ObtainedContent | undefined,
): Promise<ObtainedContent> {
  if (copy !== undefined && (await hashLocalFile(deps, url)) === copy.sha256) return copy;
  const file = await openLocalSource(url, deps.limits.sizeBytes);
  try {
    const content = await storeContent(deps.db, inflateSource(file.bytes, deps.limits.sizeBytes), deps.nowMs);
    return { ...content, etag: undefined, lastModified: undefined, modifiedMs: file.modifiedMs };
  } finally {
    await file.close();
  }
}

async function hashLocalFile({ limits }: ObtainSourceDeps, url: string): Promise<string> {
  const file = await openLocalSource(url, limits.sizeBytes);
  try {
    const hash = createHash('sha256');
    for await (const piece of inflateSource(file.bytes, limits.sizeBytes)) hash.update(piece);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Parses a Last-Modified header. Returns undefined if it is not an HTTP date. */
export function parseLastModified(lastModified: string | undefined): number | undefined {
  const time = lastModified === undefined ? undefined : parseConditionTime(lastModified);
  return time?.wholeSeconds === true ? time.ms : undefined;
}
