// Stores plugin registries in the repository service, as the artifacts that LOCKSS services expect. A changed file
// becomes a new committed version. Interrupted work is resumed.
import type { FetchedRegistryFile } from '../../domain/registries/registry-artifacts.ts';
import { formatArtifactHead, makeRegistryAuid } from '../../domain/registries/registry-artifacts.ts';
import {
  findRegistryContent,
  markRegistryFileStored,
  markStoreProblem,
  type StorableFile,
  selectStorableFiles,
} from '../../index/plugins/registry-files.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import type { ArtifactStore, ArtifactVersion } from '../../repository/artifact-store.ts';
import { RepositoryUnavailableError } from '../../repository/send-request.ts';

export interface StoreDeps {
  readonly db: Db;
  readonly store: ArtifactStore;
  /** Returns the Unix time in milliseconds. */
  readonly nowMs: () => number;
  /** Called after each artifact that was added or committed. */
  readonly onStored: () => void;
}

export interface StoreOutcome {
  readonly stored: number;
  /** First error that prevented files from being stored. */
  readonly failure: RepositoryUnavailableError | undefined;
}

/**
 * Stores missing files. Checks registries that are recorded as complete only if `isThorough` is true. A failure of one
 * registry does not affect the others. Rejects with the abort reason of `signal`. An abort reason that is a
 * RepositoryUnavailableError is instead recorded as the failure of the remaining registries.
 */
export async function storeRegistries(
  deps: StoreDeps,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<StoreOutcome> {
  const files = await selectStorableFiles(deps.db);
  let stored = 0;
  let failure: RepositoryUnavailableError | undefined;
  for (const [registry, its] of Map.groupBy(files, (file) => file.registry)) {
    if (!isThorough && its.every(({ isStored }) => isStored)) continue;
    try {
      stored += await storeRegistry(deps, registry, its, signal);
      await markStoreProblem(deps.db, registry, undefined);
    } catch (error) {
      if (error !== signal.reason) signal.throwIfAborted();
      if (!(error instanceof RepositoryUnavailableError)) throw error;
      failure ??= error;
      await markStoreProblem(deps.db, registry, problemOf(registry, error));
    }
  }
  return { stored, failure };
}

function problemOf(registry: string, { message }: Error): string {
  return `${registry}: not everything is stored in the repository service, which is tried again. ${message}`;
}

async function storeRegistry(
  deps: StoreDeps,
  registry: string,
  files: readonly StorableFile[],
  signal: AbortSignal,
): Promise<number> {
  const auid = makeRegistryAuid(registry);
  const latest = new Map(
    (await deps.store.latestOfAu(auid, signal)).map((artifact) => [artifact.uri, artifact]),
  );
  let stored = 0;
  for (const file of files) {
    const { sha256 } = file;
    const uri = file.isPage ? registry : file.url;
    const there = latest.get(uri);
    if (there?.sha256 !== sha256 || !there.isCommitted) {
      await markRegistryFileStored(deps.db, file, undefined);
      stored += await storeFile(deps, { auid, uri, file, latest }, signal);
    }
    const now = latest.get(uri);
    if (now?.sha256 !== sha256 || file.isStored) continue;
    await markRegistryFileStored(deps.db, file, {
      sha256,
      uuid: now.uuid,
      version: now.version,
      atMs: deps.nowMs(),
    });
  }
  return stored;
}

interface StorageContext {
  readonly auid: string;
  readonly uri: string;
  readonly file: StorableFile;
  /** Latest artifact of each URL, including artifacts stored during this attempt. */
  readonly latest: Map<string, ArtifactVersion>;
}

/** Stores the file under the requested URL. After a redirect, also stores it under the final URL. */
async function storeFile(deps: StoreDeps, storing: StorageContext, signal: AbortSignal): Promise<number> {
  const { uri, file } = storing;
  const content = await findRegistryContent(deps.db, file.url, file.sha256);
  // If the content is missing, another load has changed the file meanwhile. That load stores the new content.
  if (content === undefined) return 0;
  const names = content.finalUrl === file.url ? [uri] : [content.finalUrl, uri];
  for (const url of names) {
    const { fields, mediaType, fetchedMs, body, finalUrl } = content;
    const fetched = { url, finalUrl: names.length === 1 ? url : finalUrl, mediaType, fields, fetchedMs };
    await storeArtifact(deps, storing, fetched, body, signal);
  }
  return names.length;
}

/** Stores the file under one URL. If there is an uncommitted artifact with the same content, commits it instead. */
async function storeArtifact(
  { store, onStored }: StoreDeps,
  { auid, latest, file: { sha256 } }: StorageContext,
  fetched: FetchedRegistryFile,
  payload: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const { url: uri, mediaType, fetchedMs: collectedMs } = fetched;
  const there = latest.get(uri);
  if (there?.sha256 === sha256 && there.isCommitted) return;
  const begun = there?.sha256 === sha256 ? there : undefined;
  const head = formatArtifactHead(fetched);
  const made = begun ?? (await store.create({ auid, uri, collectedMs, head, mediaType, payload }, signal));
  if (made === undefined) {
    // The latest committed version has this content, but there is a later uncommitted version.
    if (there !== undefined) latest.set(uri, { ...there, sha256, isCommitted: true });
    return;
  }
  onStored();
  await store.commit(made.uuid, signal);
  onStored();
  latest.set(uri, { ...made, sha256, isCommitted: true });
}
