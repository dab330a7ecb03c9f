// Repairs one damaged artifact. First checks the artifact again. If it is still damaged, imports an intact copy (same
// payload and URL, in any AU) with its companion records (docs/decisions/0014). If there is no usable copy, asks the
// peers. If the peers cannot help, the response lists the user's options.
import type { RepairOutcome } from '@holdfast/api-types';
import type { DamageReporter } from '../../content/damage-notes.ts';
import { MISSING_OBJECT, SHORT_OBJECT } from '../../content/damage-reason.ts';
import { verifyCompanions } from '../../content/verify-companions.ts';
import { CompanionCounts } from '../../domain/companions/record-grouper.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import {
  type ArtifactDamage,
  findIntactCopies,
  type IntactCopy,
  listArtifactDamage,
} from '../../index/view/damaged.db.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { IngestDeps } from '../../ingest/run/import-run.ts';
import { importRecords } from '../../ingest/run/import-run.ts';
import { findArtifactToRepair } from '../../jobs/peers/peer-repair-job.ts';
import { type PeerRepairDeps, repairFromPeers } from '../../jobs/peers/repair-from-peers.ts';
import type { ArtifactsDeps } from '../artifacts/artifacts.ts';
import { choosePayloadReading, copyBytes } from './copy-reading.ts';

export interface RepairDeps extends Pick<ArtifactsDeps, 'db' | 'pool' | 'store'> {
  readonly damage: Pick<DamageReporter, 'lookAgain'>;
  readonly ingest: IngestDeps;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Dependencies of repair from peers. Undefined if no peers are configured. */
  readonly peerRepairs?: PeerRepairDeps | undefined;
}

/** Maximum number of copies from which a repair is tried. */
const MAX_COPIES = 5;

interface RepairRequest {
  /** Name of the user who requested the repair; undefined without login. */
  readonly by: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Repairs the artifact. The outcome `well` means that the artifact was intact. Rejects if the store or the index is
 * unavailable.
 */
export async function repairArtifact(
  deps: RepairDeps,
  artifact: StoredArtifact,
  request: RepairRequest,
): Promise<RepairOutcome> {
  await deps.damage.lookAgain(artifact);
  const found = await listArtifactDamage(deps.db, artifact.id);
  if (found.length === 0) return { outcome: 'well', damages: [], remedies: [] };
  const copy = await runRepair(deps, artifact, found, request);
  const peer = copy === undefined ? await repairArtifactFromPeers(deps, artifact, found, request) : undefined;
  const left = await listArtifactDamage(deps.db, artifact.id);
  return {
    outcome: left.length === 0 ? 'repaired' : 'damaged',
    ...(copy !== undefined && { copy }),
    ...(peer !== undefined && { peer }),
    damages: left.map(toDamageWire),
    remedies: listRemedies(left),
  };
}

export function toDamageWire({ part, reason, foundMs, key }: ArtifactDamage) {
  return { part, reason, found: foundMs, ...(key !== null && { key }) };
}

/** Tries the copies. Returns the UUID of the copy that repaired the artifact. */
async function runRepair(
  deps: RepairDeps,
  artifact: StoredArtifact,
  damages: readonly ArtifactDamage[],
  request: RepairRequest,
): Promise<string | undefined> {
  const { id: uuid, namespace } = artifact;
  const damaged = (await findArtifactToRepair(deps, { uuid, namespace, damages })) ?? artifact;
  for (const copy of await findIntactCopies(deps.db, damaged.id, MAX_COPIES)) {
    request.signal.throwIfAborted();
    if (!(await repairFromCopy(deps, damaged, copy, request))) continue;
    // The repair of another artifact with the same content may already have repaired this artifact.
    if ((await listArtifactDamage(deps.db, artifact.id)).length < damages.length) return copy.uuid;
  }
  return undefined;
}

/** Tries the peers. Returns the URL of the peer whose record repaired the artifact. */
async function repairArtifactFromPeers(
  { peerRepairs }: RepairDeps,
  { id: uuid, namespace }: StoredArtifact,
  damages: readonly ArtifactDamage[],
  request: RepairRequest,
): Promise<string | undefined> {
  if (!peerRepairs) return undefined;
  const damaged = await findArtifactToRepair(peerRepairs, { uuid, namespace, damages });
  return damaged && (await repairFromPeers(peerRepairs, [damaged], request)).get(damaged.id);
}

/** Tries to repair the artifact from this copy. Returns false if the copy no longer exists or is damaged too. */
async function repairFromCopy(
  deps: RepairDeps,
  damaged: StoredArtifact,
  { uuid, namespace }: IntactCopy,
  { by, signal }: RepairRequest,
): Promise<boolean> {
  const copy = await findArtifact(deps.pool, { namespace, uuid });
  const payloads = copy && (await choosePayloadReading(deps, damaged, copy, signal));
  if (!payloads) return false;
  const job = {
    namespace: damaged.namespace,
    auid: damaged.auid,
    storeDuplicate: false,
    payloads,
    excludes: () => false,
    companions: new CompanionCounts(),
    acknowledge: () => undefined,
  };
  const companions = deps.ingest.keepRecords === 'all' ? ('all' as const) : ('requests' as const);
  // Includes the copy's companion records if all are intact.
  const areWhole = (await verifyCompanions(deps, copy.id, signal)) === undefined;
  const bytes = copyBytes(deps, copy, { withCompanions: areWhole, signal });
  const outputs = deps.codec.read(bytes, signal, { companions, keepDamaged: false, payloads });
  const provenance = { via: 'repair' as const, by, source: `artifact:${copy.id}` };
  await importRecords({ ...deps.ingest, provenance }, job, outputs);
  return true;
}

/** Returns the user's options for repairing the remaining damage. */
function listRemedies(damages: readonly ArtifactDamage[]): RepairOutcome['remedies'] {
  const remedies = new Set<RepairOutcome['remedies'][number]>();
  for (const { part, reason } of damages) {
    remedies.add(part === 'companions' ? 'importWithCompanions' : 'importAgain');
    if (reason === MISSING_OBJECT || reason === SHORT_OBJECT) remedies.add('restoreObject');
  }
  return [...remedies];
}
