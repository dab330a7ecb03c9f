// Repair of one damaged artifact: it is looked at once more, and where it is damaged still, the record of a whole copy (the
// same payload of the same URL, in whatever AU) is imported again in its place, with what was captured with it. So it goes the way that every repair goes
// (docs/decisions/0014). What no copy mends is said.
import type { RepairOutcome } from '@holdfast/api-types';
import type { DamageNotes } from '../../content/damage-notes.ts';
import { MISSING_OBJECT, SHORT_OBJECT } from '../../content/damage-reason.ts';
import { judgeCompanions } from '../../content/judge-companions.ts';
import { CompanionCounts } from '../../domain/companions/arrangement.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import {
  type Damage,
  damagesOf,
  holderOf,
  type WholeCopy,
  wholeCopies,
} from '../../index/view/damaged.db.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { IngestDeps } from '../../ingest/run/import-run.ts';
import { importRecords } from '../../ingest/run/import-run.ts';
import type { ArtifactsDeps } from '../artifacts/artifacts.ts';
import { copyBytes, readingOf } from './copy-reading.ts';

export interface RepairDeps extends Pick<ArtifactsDeps, 'db' | 'pool' | 'store'> {
  readonly damage: Pick<DamageNotes, 'lookAgain'>;
  readonly ingest: IngestDeps;
  readonly codec: Pick<CodecThreads, 'read'>;
}

/** Copies that are tried. */
const MOST_COPIES = 5;

/** `well`: it is, or was by now. Rejects when the store or the index cannot be used. */
export async function repairArtifact(
  deps: RepairDeps,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<RepairOutcome> {
  await deps.damage.lookAgain(artifact);
  const found = await damagesOf(deps.db, artifact.id);
  if (found.length === 0) return { outcome: 'well', damages: [], remedies: [] };
  const copy = await mend(deps, artifact, found, signal);
  const left = await damagesOf(deps.db, artifact.id);
  return {
    outcome: left.length === 0 ? 'repaired' : 'damaged',
    ...(copy !== undefined && { copy }),
    damages: left.map(damageWire),
    remedies: remediesOf(left),
  };
}

export function damageWire({ part, reason, foundMs, key }: Damage) {
  return { part, reason, found: foundMs, ...(key !== null && { key }) };
}

/** Answers the uuid of the copy that it was mended with. */
async function mend(
  deps: RepairDeps,
  artifact: StoredArtifact,
  damages: readonly Damage[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const damaged = (await holderToMend(deps, artifact, damages)) ?? artifact;
  for (const copy of await wholeCopies(deps.db, damaged.id, MOST_COPIES)) {
    signal.throwIfAborted();
    if (!(await importAgain(deps, damaged, copy, signal))) continue;
    // Another damaged artifact of the same content may have been mended first.
    if ((await damagesOf(deps.db, artifact.id)).length < damages.length) return copy.uuid;
  }
  return undefined;
}

/** A payload that it shares is that of another: when that one is mended, so are all who share it. */
async function holderToMend(
  { db, pool, damage }: RepairDeps,
  { id, namespace }: StoredArtifact,
  damages: readonly Damage[],
): Promise<StoredArtifact | undefined> {
  const uuid = damages.some(({ part }) => part === 'record') ? undefined : await holderOf(db, id);
  const holder = uuid === undefined ? undefined : await findArtifact(pool, { namespace, uuid });
  if (holder) await damage.lookAgain(holder);
  return holder;
}

/** False: the copy is not whole either, or is gone. */
async function importAgain(
  deps: RepairDeps,
  damaged: StoredArtifact,
  { uuid, namespace }: WholeCopy,
  signal: AbortSignal,
): Promise<boolean> {
  const copy = await findArtifact(deps.pool, { namespace, uuid });
  const payloads = copy && (await readingOf(deps, damaged, copy, signal));
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
  // What was captured with the copy comes with it, where that is whole, too.
  const areWhole = (await judgeCompanions(deps, copy.id, signal)) === undefined;
  const bytes = copyBytes(deps, copy, { withCompanions: areWhole, signal });
  const outputs = deps.codec.read(bytes, signal, { companions, keepDamaged: false, payloads });
  await importRecords(deps.ingest, job, outputs);
  return true;
}

/** What would mend what is damaged still. */
function remediesOf(damages: readonly Damage[]): RepairOutcome['remedies'] {
  const remedies = new Set<RepairOutcome['remedies'][number]>();
  for (const { part, reason } of damages) {
    remedies.add(part === 'companions' ? 'importWithCompanions' : 'importAgain');
    if (reason === MISSING_OBJECT || reason === SHORT_OBJECT) remedies.add('restoreObject');
  }
  return [...remedies];
}
