// Repairs damaged artifacts with records from peers. Verifies each record by the digests in the index, stores it like a
// repairing upload (docs/decisions/0014), and then verifies the artifact.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { PayloadReading } from '@holdfast/warc';
import type { DamageReporter } from '../../content/damage-notes.ts';
import { CompanionCounts } from '../../domain/companions/record-grouper.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import { listArtifactKeptRecords } from '../../index/companion-places.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { listArtifactDamage } from '../../index/view/damaged.db.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import { type IngestDeps, importRecords } from '../../ingest/run/import-run.ts';
import { type Peer, type PeerLimits, PeerResponseError, PeerUnavailableError } from './ask-peer.ts';
import { findAtPeer } from './find-at-peer.ts';
import type { SpooledResponse } from './spooled-response.ts';
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts';

export interface PeerRepairDeps {
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  readonly ingest: IngestDeps;
  readonly damage: Pick<DamageReporter, 'lookAgain'>;
  readonly peers: readonly Peer[];
  readonly limits: PeerLimits;
  readonly log: Log;
  /** Called with the outcome of each request to a peer for an artifact. */
  onAsked?(peer: string, outcome: PeerOutcome): void;
}

/** `refused`: the peer's record differs from the record in the index. `missing`: the peer lacks the artifact. */
export const PEER_OUTCOMES = ['repaired', 'refused', 'missing', 'unavailable'] as const;
export type PeerOutcome = (typeof PEER_OUTCOMES)[number];

/** Counts consecutive failures of peers. After too many, a peer is not asked again in the same pass. */
export class PeerFailures {
  readonly #inARow = new Map<Peer, number>();

  isGivenUp(peer: Peer): boolean {
    return (this.#inARow.get(peer) ?? 0) >= MAX_FAILURES;
  }

  note(peer: Peer, isFailure: boolean): void {
    this.#inARow.set(peer, isFailure ? (this.#inARow.get(peer) ?? 0) + 1 : 0);
  }
}

const MAX_FAILURES = 3;
/** Size and number of records at which a batch is imported. */
const BATCH_BYTES = 32 * 1024 * 1024;
const BATCH_ARTIFACTS = 64;

interface VerifiedRecord {
  readonly artifact: StoredArtifact;
  readonly peer: Peer;
  readonly archive: SpooledResponse;
  readonly verified: VerifiedArchive;
}

interface WalkOptions {
  readonly failures?: PeerFailures;
  /** User who requested the repair. */
  readonly by?: string | undefined;
  readonly signal: AbortSignal;
  /** Waits until the rate limit allows receiving this many more bytes. */
  throttle?(bytes: number): Promise<void>;
}

/** Repairs the artifacts. Returns the UUIDs of repaired artifacts with the URL of the peer that supplied the record. */
export async function repairFromPeers(
  deps: PeerRepairDeps,
  artifacts: readonly StoredArtifact[],
  options: WalkOptions,
): Promise<Map<string, string>> {
  const repaired = new Map<string, string>();
  let batch: VerifiedRecord[] = [];
  const flush = async () => {
    const found = batch;
    batch = [];
    try {
      for (const [uuid, url] of await storeRecords(deps, found, options)) repaired.set(uuid, url);
    } finally {
      await closeAll(found);
    }
  };
  try {
    for (const artifact of artifacts) {
      options.signal.throwIfAborted();
      const found = await findRecord(deps, artifact, options);
      if (!found) continue;
      batch.push(found);
      const bytes = batch.reduce((sum, { archive }) => sum + archive.sizeBytes, 0);
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_ARTIFACTS) await flush();
    }
    await flush();
  } finally {
    await closeAll(batch);
  }
  return repaired;
}

async function closeAll(found: readonly VerifiedRecord[]): Promise<void> {
  for (const { archive } of found) await archive.close();
}

/** Asks the peers in order. Returns undefined if no peer supplies a verified record. */
async function findRecord(
  deps: PeerRepairDeps,
  artifact: StoredArtifact,
  { failures, signal, throttle }: WalkOptions,
): Promise<VerifiedRecord | undefined> {
  const kept = await listArtifactKeptRecords(deps.db, artifact);
  for (const peer of deps.peers) {
    if (failures?.isGivenUp(peer)) continue;
    const outcome = await fetchFromPeer(deps, peer, { artifact, kept }, signal);
    failures?.note(peer, outcome === 'unavailable');
    if (typeof outcome === 'object') {
      await throttle?.(outcome.archive.sizeBytes);
      return { artifact, peer, ...outcome };
    }
    deps.onAsked?.(peer.url, outcome);
  }
  return undefined;
}

async function fetchFromPeer(
  deps: PeerRepairDeps,
  peer: Peer,
  wanted: Parameters<typeof verifyArchive>[2],
  signal: AbortSignal,
): Promise<Pick<VerifiedRecord, 'archive' | 'verified'> | Exclude<PeerOutcome, 'repaired'>> {
  const { spoolFolder, checkRoom } = deps.ingest;
  const about = { artifact: wanted.artifact.id, peer: peer.url };
  let hasRefused = false;
  const refuse = (error: PeerResponseError) => {
    hasRefused = true;
    deps.log.error({ ...about, reason: error.message }, 'a record from a peer was refused');
  };
  try {
    const find = { spoolFolder, ...(checkRoom && { checkRoom }), limits: deps.limits, signal };
    for await (const archive of findAtPeer(find, peer, wanted.artifact)) {
      let isTaken = false;
      try {
        const verified = await verifyArchive({ codec: deps.codec, signal }, archive, wanted);
        isTaken = true;
        return { archive, verified };
      } catch (error) {
        if (!(error instanceof PeerResponseError)) throw error;
        refuse(error);
      } finally {
        if (!isTaken) await archive.close();
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PeerUnavailableError) {
      deps.log.warn(
        { ...about, reason: error.message },
        'a damaged artifact could not be requested from a peer',
      );
      return 'unavailable';
    }
    if (!(error instanceof PeerResponseError)) throw error;
    refuse(error);
  }
  return hasRefused ? 'refused' : 'missing';
}

/** Imports the records, grouped by AU, peer and payload extraction. Returns the artifacts that are now intact. */
async function storeRecords(
  deps: PeerRepairDeps,
  found: readonly VerifiedRecord[],
  options: WalkOptions,
): Promise<[uuid: string, url: string][]> {
  const repaired: [string, string][] = [];
  const groups = Map.groupBy(found, ({ artifact, peer, verified }) =>
    JSON.stringify([artifact.auId, peer.url, verified.payloads]),
  );
  for (const group of groups.values()) {
    const [{ peer, verified }] = group as [VerifiedRecord];
    await importGroup(deps, group, { peer, payloads: verified.payloads }, options);
    for (const { artifact } of group) {
      if (!(await verifyRepair(deps, artifact))) continue;
      repaired.push([artifact.id, peer.url]);
      deps.onAsked?.(peer.url, 'repaired');
    }
  }
  return repaired;
}

async function importGroup(
  { codec, ingest, log }: PeerRepairDeps,
  group: readonly VerifiedRecord[],
  { peer, payloads }: { peer: Peer; payloads: PayloadReading },
  { by, signal }: WalkOptions,
): Promise<void> {
  const { namespace, auid } = group[0]!.artifact;
  const job = {
    namespace,
    auid,
    storeDuplicate: false,
    repairs: new Set(group.map(({ artifact }) => artifact.id)),
    payloads,
    excludes: () => false,
    companions: new CompanionCounts(),
    acknowledge: () => undefined,
  };
  const companions = ingest.keepRecords === 'all' ? ('all' as const) : ('requests' as const);
  const outputs = codec.read(readVerified(group), signal, { companions, keepDamaged: false, payloads });
  const provenance = { via: 'repair' as const, by, source: `peer:${peer.url}` };
  await importRecords({ ...ingest, provenance }, job, outputs);
  log.info({ auid, peer: peer.url, artifacts: group.length }, 'records from a peer were stored');
}

async function* readVerified(group: readonly VerifiedRecord[]): AsyncGenerator<Uint8Array, void> {
  for (const { archive, verified } of group) {
    for (const { start, end } of verified.ranges) yield* archive.read(start, end);
  }
}

/** Verifies the artifact after its repair. */
async function verifyRepair(
  { pool, db, damage, log }: PeerRepairDeps,
  { id: uuid, namespace }: StoredArtifact,
): Promise<boolean> {
  const now = await findArtifact(pool, { namespace, uuid });
  if (!now) return false;
  await damage.lookAgain(now);
  const left = await listArtifactDamage(db, uuid);
  if (left.length > 0) log.error({ artifact: uuid, left }, 'an artifact is still damaged after a repair');
  return left.length === 0;
}
