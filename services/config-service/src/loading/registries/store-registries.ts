// Puts the registries of plugins into the repository service, as the artifacts that the node's other services look for: what
// changed as a new version, committed, and nothing twice. What was left half done is gone on with.
import type { FetchedFile } from '../../domain/registries/registry-artifacts.ts';
import { artifactHead, registryAuid } from '../../domain/registries/registry-artifacts.ts';
import {
  contentOf,
  markStored,
  markStoreProblem,
  type StorableFile,
  storableFiles,
} from '../../index/plugins/registry-files.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import type { ArtifactStore, ListedArtifact } from '../../repository/artifact-store.ts';
import { RepositoryUnavailableError } from '../../repository/exchange.ts';

export interface StoreDeps {
  readonly db: Db;
  readonly store: ArtifactStore;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Whenever an artifact was added or committed. */
  readonly onStored: () => void;
}

export interface StoreOutcome {
  /** How many artifacts were added or committed. */
  readonly stored: number;
  /** The first reason why not everything is stored. */
  readonly failure: RepositoryUnavailableError | undefined;
}

/**
 * Stores what is missing; of registries that lack nothing, so far as is known, it asks whether that is still so only if
 * `isThorough`. A registry that fails keeps none of the others back. Rejects with the reason of `signal`, unless that is a
 * RepositoryUnavailableError as well, which is why the others fail then, too.
 */
export async function storeRegistries(
  deps: StoreDeps,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<StoreOutcome> {
  const files = await storableFiles(deps.db);
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
  const auid = registryAuid(registry);
  const latest = new Map(
    (await deps.store.latestOfAu(auid, signal)).map((artifact) => [artifact.uri, artifact]),
  );
  let stored = 0;
  for (const file of files) {
    const { sha256 } = file;
    const uri = file.isPage ? registry : file.url;
    const there = latest.get(uri);
    if (there?.sha256 !== sha256 || !there.isCommitted) {
      await markStored(deps.db, file, undefined);
      stored += await storeFile(deps, { auid, uri, file, latest }, signal);
    }
    const now = latest.get(uri);
    if (now?.sha256 !== sha256 || file.isStored) continue;
    await markStored(deps.db, file, { sha256, uuid: now.uuid, version: now.version, atMs: deps.nowMs() });
  }
  return stored;
}

interface Storing {
  readonly auid: string;
  /** What the artifact of the file is called. */
  readonly uri: string;
  readonly file: StorableFile;
  /** What there is by URL, to which is added what is stored. */
  readonly latest: Map<string, ListedArtifact>;
}

/** Under the URL that was asked for, and under the one that it led to. */
async function storeFile(deps: StoreDeps, storing: Storing, signal: AbortSignal): Promise<number> {
  const { uri, file } = storing;
  const content = await contentOf(deps.db, file.url, file.sha256);
  // It has changed meanwhile; the load that did it sees to it.
  if (content === undefined) return 0;
  const names = content.finalUrl === file.url ? [uri] : [content.finalUrl, uri];
  for (const url of names) {
    const { fields, mediaType, fetchedMs, body, finalUrl } = content;
    const fetched = { url, finalUrl: names.length === 1 ? url : finalUrl, mediaType, fields, fetchedMs };
    await storeOne(deps, storing, fetched, body, signal);
  }
  return names.length;
}

/** What somebody began to store with this content is committed; what has it already counts as stored. */
async function storeOne(
  { store, onStored }: StoreDeps,
  { auid, latest, file: { sha256 } }: Storing,
  fetched: FetchedFile,
  payload: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const { url: uri, mediaType, fetchedMs: collectedMs } = fetched;
  const there = latest.get(uri);
  if (there?.sha256 === sha256 && there.isCommitted) return;
  const begun = there?.sha256 === sha256 ? there : undefined;
  const head = artifactHead(fetched);
  const made = begun ?? (await store.create({ auid, uri, collectedMs, head, mediaType, payload }, signal));
  if (made === undefined) {
    // Not the latest version of all, but the latest committed one.
    if (there !== undefined) latest.set(uri, { ...there, sha256, isCommitted: true });
    return;
  }
  onStored();
  await store.commit(made.uuid, signal);
  onStored();
  latest.set(uri, { ...made, sha256, isCommitted: true });
}
