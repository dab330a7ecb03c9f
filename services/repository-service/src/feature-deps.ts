// Creates the dependencies of the features: limits, exports, creations, imports, and the dependencies of the console's
// live pages. Uses the settings and the components that wiring.ts has opened.

import type { ServiceBase } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database, DatabaseShare } from '@holdfast/pg-kit';
import { computeWorkerShare, Semaphore } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import type { DamageReporter } from './content/damage-notes.ts';
import { softwareName } from './domain/service-identity.ts';
import type { ServiceSettings } from './env.ts';
import { Exports } from './export/exports.ts';
import { MemoryBudget } from './features/artifacts/create/payload-spool.ts';
import type { PageTokenSettings } from './features/shared/paging.ts';
import type { IndexSchema } from './index/schema.ts';
import type { CodecThreads } from './ingest/reading/codec-threads.ts';
import { GroupCommit } from './ingest/storing/group-commit.ts';
import type { CommitDeps } from './ingest/storing/segment-committer.ts';
import { listJobDefinitions } from './jobs/known-jobs.ts';
import type { OpenCaptures } from './open-captures.ts';

// Maximum size of a gzip member that is passed between threads in a batch. A larger one gets a segment of its own.
export const INLINE_LIMIT_BYTES = 8 * 1024 * 1024;
// Maximum number of large artifacts that are created concurrently. Each one buffers a few upload parts.
const LARGE_CREATES = 8;
// Maximum number of cached exports. Clients can resume the download of a cached export.
const MAX_EXPORTS = 16;
// Fraction of the PostgreSQL pool for CDX queries. Listings get the same fraction; all other work gets the rest.
const SHARE_OF_POOL = 0.4;
// Maximum number of concurrent event streams. A user has one stream per browser window.
const MAX_STREAMS = 100;
const MAX_STREAMS_OF_USER = 12;

/** Creates the exports, which share the connections of listings. */
export function createExports(
  settings: ServiceSettings,
  { room }: ServiceBase<Database<IndexSchema>>,
  of: { store: ObjectStore; listings: DatabaseShare<IndexSchema>; workers: number },
) {
  const { store, workers } = of;
  const { pool: source, kysely: db } = of.listings;
  const spool = { folder: settings.spoolFolder, checkRoom: () => room.check() };
  // Creating an export holds one of the connections reserved for listings. Exports may hold at most half of them.
  const madeAtOnce = Math.max(1, Math.min(2, Math.floor(computePoolShare(settings) / 2)));
  const mostKept = computeWorkerShare(MAX_EXPORTS, workers, 2);
  return new Exports({ source, db, store, spool, madeAtOnce, mostKept, nowMs: Date.now });
}

/** Returns the additional dependencies and limits for the console's live pages. */
export function createLiveDeps(settings: ServiceSettings, workers: number) {
  return {
    knownJobs: listJobDefinitions(settings),
    nowMs: Date.now,
    maxStreams: computeWorkerShare(MAX_STREAMS, workers, 2),
    maxStreamsOfUser: MAX_STREAMS_OF_USER,
    pollEveryMs: settings.pollEveryMs,
  };
}

/** Returns the maximum number of connections for CDX queries. Listings have the same maximum. */
export function computePoolShare({ databasePool }: ServiceSettings): number {
  return Math.max(1, Math.floor(databasePool * SHARE_OF_POOL));
}

interface Foundations {
  readonly database: Database<IndexSchema>;
  readonly listings: DatabaseShare<IndexSchema>;
  readonly replay: OpenCaptures;
  readonly store: ObjectStore;
  readonly codec: CodecThreads;
  readonly tokens: PageTokenSettings;
  readonly damage: DamageReporter;
  readonly checkRoom: () => void;
  readonly onSegment: NonNullable<CommitDeps['onSegment']>;
  /** Number of worker processes of this service. */
  readonly workers: number;
}

/** Creates the dependencies and limits of the features. */
export function createFeatureDeps(settings: ServiceSettings, foundations: Foundations) {
  const { database, listings, replay, store, codec, tokens, damage, checkRoom, onSegment } = foundations;
  const db = database.kysely;
  const writing = { db, store, software: softwareName, newId: uuidv7, nowMs: Date.now, checkRoom, onSegment };
  return {
    db,
    pool: database.pool,
    captures: replay.captures,
    listingDb: listings,
    store,
    codec,
    tokens,
    damage,
    storeUrl: (key: string) => store.url(key),
    laaws: settings.compatibility === 'laaws',
    defaultNamespace: settings.defaultNamespace,
    deletionPolicy: {
      needsApproval: settings.deletionApproval === 'on',
      needsReason: settings.deletionReason === 'required',
      undoMs: settings.deletionUndoMs,
    },
    pageLimits: { default: settings.pageDefault, max: settings.pageMax },
    smallContentBytes: settings.smallContentBytes,
    spoolFolder: settings.spoolFolder,
    maxImports: settings.maxImports,
    inflation: { floorBytes: settings.inflatedFloorBytes, ratio: settings.inflatedRatio },
    maxImportsOfUser: settings.maxImportsOfUser ?? Math.ceil(settings.maxImports * 0.75),
    maxExports: settings.maxExports,
    maxExportsOfUser: Math.ceil(settings.maxExports * 0.75),
    cdxMaxLimit: settings.cdxMaxLimit,
    allowOrigin: settings.allowOrigin,
    replayLink: settings.replayLink,
    urlSearch: settings.urlSearch,
    cdxbNotFoundStatus: settings.cdxbNotFoundStatus === '200' ? (200 as const) : (404 as const),
    filterDialect: settings.filterDialect === 'outbackcdx' ? ('outbackcdx' as const) : ('pywb' as const),
    cdxaNotFoundStatus: settings.cdxaNotFoundStatus === '200' ? (200 as const) : (404 as const),
    ingest: {
      ...writing,
      spoolFolder: settings.spoolFolder,
      keepRecords: settings.keepRecords,
      limits: {
        sizeBytes: settings.segmentBytes,
        records: settings.segmentRecords,
        ageMs: settings.segmentMs,
      },
    },
    create: createDeps(settings, writing, computeWorkerShare(LARGE_CREATES, foundations.workers)),
  };
}

function createDeps(settings: ServiceSettings, ingest: CommitDeps, largeWrites: number) {
  const atOnce = new Semaphore(settings.maxCreates);
  const limits = {
    grouping: settings.groupCommit === 'on',
    delayMs: settings.groupDelayMs,
    sizeBytes: settings.segmentBytes,
    records: settings.segmentRecords,
  };
  return {
    ingest,
    atOnce,
    groups: new GroupCommit(ingest, limits, () => atOnce.count > 1),
    spoolFolder: settings.spoolFolder,
    ...(ingest.checkRoom && { checkRoom: ingest.checkRoom }),
    inlineLimitBytes: INLINE_LIMIT_BYTES,
    memory: new MemoryBudget(settings.createMemoryBytes),
    largeWrites: new Semaphore(largeWrites),
    storesUnchanged: settings.compatibility === 'laaws',
  };
}
