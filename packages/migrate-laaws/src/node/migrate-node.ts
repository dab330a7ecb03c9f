// Migrates from a running node. Compares each AU's listings in source and target, and transfers only missing records.
// If nothing has changed, reads only the listings.
import type { TransferredArtifacts } from '../transfer/brought-artifacts.ts';
import { ArtifactCensus, hasNoDifferences } from '../transfer/census.ts';
import { type AuReport, limitComparison, type MigrationProblem } from '../transfer/report.ts';
import { type SendTools, type ShipmentResult, sendShipment } from '../transfer/send.ts';
import {
  type AuReference,
  listTargetArtifacts,
  type MigrationTarget,
  updateArtifactStates,
} from '../transfer/target.ts';
import { mirrorAu } from './mirror-au.ts';
import {
  type ArtifactToFetch,
  fetchArtifacts,
  fetchAuids,
  fetchNamespaces,
  fetchRecord,
  hasArtifact,
  type NodeSource,
} from './node-client.ts';

export interface NodeMigrationTools extends SendTools {
  readonly source: NodeSource;
  readonly brought: Pick<TransferredArtifacts, 'has'>;
  /** True to compare source and target without changing anything. */
  readonly verify: boolean;
  /** Returns whether the AU is selected for the migration. */
  wants(namespace: string, auid: string): boolean;
  reported(au: AuReport): void;
}

/** Number of records that are requested in advance. */
const FETCHED_AHEAD = 8;

export async function migrateNode(migration: NodeMigrationTools, jobs: number): Promise<void> {
  const aus = listWantedAus(migration);
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let next = await aus.next(); !next.done; next = await aus.next()) {
        migration.signal.throwIfAborted();
        const copy = migration.source.isHoldfast ? mirrorAu : migrateAu;
        migration.reported(await copy(migration, next.value));
      }
    }),
  );
}

async function* listWantedAus({ source, wants }: NodeMigrationTools): AsyncGenerator<AuReference> {
  for (const namespace of await fetchNamespaces(source)) {
    for await (const auid of fetchAuids(source, namespace))
      if (wants(namespace, auid)) yield { namespace, auid };
  }
}

async function migrateAu(migration: NodeMigrationTools, au: AuReference): Promise<AuReport> {
  const { source, verify } = migration;
  let here = await inspectTarget(migration, au);
  const there = new ArtifactCensus();
  const order: ArtifactToFetch[] = [];
  for await (const artifact of fetchArtifacts(source, au.namespace, au.auid)) {
    there.add(artifact);
    order.push({ uuid: artifact.uuid, contentLength: artifact.contentLength });
  }
  let comparison = there.compare(here.artifacts);
  const asked = await checkExistence(source, au, comparison.surplus);
  const done = {
    stored: 0,
    found: 0,
    deleted: 0,
    removed: 0,
    kept: 0,
    committed: 0,
    problems: [] as MigrationProblem[],
  };
  if (!verify && !hasNoDifferences(comparison)) {
    const missing = new Set(comparison.missing);
    const wanted = order.filter(({ uuid }) => missing.has(uuid));
    if (wanted.length > 0) recordArrival(done, await fetchAndSend(migration, au, wanted, done.problems));
    // Deletes only artifacts that an earlier migration from this source transferred.
    const deleted = asked.gone.filter((uuid) => migration.brought.has(au, uuid));
    done.deleted = deleted.length;
    done.kept = asked.gone.length - deleted.length;
    Object.assign(
      done,
      await updateArtifactStates(migration, au, { deleted, committed: comparison.inOtherState }),
    );
    here = await inspectTarget(migration, au);
    comparison = there.compare(here.artifacts);
  }
  // Uncommitted artifacts that still exist in the source do not count as surplus. A LOCKSS node does not list them, but
  // an earlier migration from its files may have transferred them.
  const surplus = comparison.surplus.filter((uuid) => !(asked.there.has(uuid) && here.uncommitted.has(uuid)));
  const same = hasNoDifferences({ ...comparison, surplus });
  return {
    ...au,
    source: there.summary(),
    target: here.artifacts.summary(),
    same,
    ...(!same && { differences: limitComparison({ ...comparison, surplus }) }),
    ...done,
    damagedJournals: 0,
  };
}

interface TargetContent {
  readonly artifacts: ArtifactCensus;
  /** UUIDs of uncommitted artifacts in the target. */
  readonly uncommitted: Set<string>;
}

async function inspectTarget(target: MigrationTarget, au: AuReference): Promise<TargetContent> {
  const here: TargetContent = { artifacts: new ArtifactCensus(), uncommitted: new Set() };
  for await (const artifact of listTargetArtifacts(target, au)) {
    here.artifacts.add(artifact);
    if (!artifact.committed) here.uncommitted.add(artifact.uuid);
  }
  return here;
}

function recordArrival(
  done: { stored: number; found: number; problems: MigrationProblem[] },
  { stored, found, problems }: ShipmentResult,
): void {
  done.stored += stored;
  done.found += found;
  done.problems.push(...problems.map(({ offset: _, ...problem }) => problem));
}

async function fetchAndSend(
  migration: NodeMigrationTools,
  au: AuReference,
  wanted: readonly ArtifactToFetch[],
  problems: MigrationProblem[],
): Promise<ShipmentResult> {
  const { source } = migration;
  const where = source.url.origin;
  const bytes = () => {
    // Discards the problems of the previous attempt.
    problems.length = 0;
    return fetchRecords(source, au, wanted, (uuid) =>
      problems.push({ where, uuid, message: 'it was deleted before it was fetched' }),
    );
  };
  const part = { where, start: 0, sizeBytes: Number.POSITIVE_INFINITY, bytes };
  const [arrival] = await sendShipment(migration, { ...au, except: [], uncommitted: [], parts: [part] });
  return arrival!;
}

/** Yields the records in order. Requests the next records in advance. */
async function* fetchRecords(
  source: NodeSource,
  { namespace }: AuReference,
  wanted: readonly ArtifactToFetch[],
  gone: (uuid: string) => void,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<AsyncIterable<Uint8Array> | undefined>[] = [];
  for (let i = 0; i < wanted.length; i++) {
    while (ahead.length < FETCHED_AHEAD && i + ahead.length < wanted.length) {
      const next = fetchRecord(source, namespace, wanted[i + ahead.length]!);
      next.catch(() => undefined);
      ahead.push(next);
    }
    const record = await ahead.shift()!;
    if (record) yield* record;
    else gone(wanted[i]!.uuid);
  }
}

/** Requests artifacts that the node does not list, to find out which of them still exist and which were deleted. */
async function checkExistence(
  source: NodeSource,
  { namespace }: AuReference,
  uuids: readonly string[],
): Promise<{ there: Set<string>; gone: string[] }> {
  const asked = { there: new Set<string>(), gone: [] as string[] };
  for (const uuid of uuids) {
    if (await hasArtifact(source, namespace, uuid)) asked.there.add(uuid);
    else asked.gone.push(uuid);
  }
  return asked;
}
