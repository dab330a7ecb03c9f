// Collects the known history of one artifact in order of time, from its capture to its last check. For a
// purged artifact only the purge is known, for a deleted one only what the audit log contains.

import type { AuditStore, KeptEntry } from '@holdfast/accounts';
import type { ArtifactEvent } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import { makeRecordUuid, parseSegmentUuid } from '../../domain/record-uuid.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type DamageEvent, listDamageEvents, readCheckedMs } from '../../index/view/damaged.db.ts';
import { findImportsAt } from '../../index/view/imports.db.ts';
import type { ListedPurge } from '../../index/view/purges.db.ts';

type Db = Executor<IndexSchema>;

export interface EventsDeps {
  readonly db: Db;
  /** Undefined if there is no audit log. */
  readonly auditStore: AuditStore | undefined;
}

/** `tellsWho`: includes the users. */
export async function listArtifactEvents(
  deps: EventsDeps,
  artifact: StoredArtifact,
  tellsWho: boolean,
): Promise<ArtifactEvent[]> {
  const { db } = deps;
  const [checked, damages, imported, entries] = await Promise.all([
    readCheckedMs(db, artifact.record.segmentId),
    listDamageEvents(db, artifact.id),
    storedEvent(db, artifact, tellsWho),
    auditOf(deps, artifact.id),
  ]);
  const moved = movedMs(artifact, damages);
  const created = entries.find(({ operation }) => operation === 'createArtifact');
  const stored = created?.user && tellsWho ? { ...imported, by: created.user } : imported;
  const events: ArtifactEvent[] = [
    { event: 'captured', at: artifact.collectionMs },
    stored,
    ...entries.filter(({ operation }) => operation !== 'createArtifact').flatMap(auditEvent(tellsWho)),
    ...(moved === undefined ? [] : [{ event: 'moved' as const, at: moved }]),
    ...oncePerTime(damages).map(({ event, atMs, detail }) => ({
      event,
      at: atMs,
      ...(detail && { detail }),
    })),
    ...(checked === undefined
      ? []
      : [{ event: 'checked' as const, at: checked, ...(artifact.damage && { detail: artifact.damage }) }]),
  ];
  return events.sort((one, other) => one.at - other.at);
}

const MOST_ENTRIES = 200;

/** Returns the newest entries first. */
async function auditOf({ auditStore }: EventsDeps, artifact: string): Promise<KeptEntry[]> {
  const filter = { artifact, event: 'write', outcome: 'ok' };
  return (await auditStore?.find(filter, { before: undefined, limit: MOST_ENTRIES })) ?? [];
}

function auditEvent(tellsWho: boolean) {
  return ({ operation, subject, user, atMs: at }: KeptEntry): ArtifactEvent[] => {
    const event = eventOfOperation(operation, subject);
    return event === undefined ? [] : [{ event, at, ...(tellsWho && user !== null && { by: user }) }];
  };
}

function eventOfOperation(
  operation: string,
  subject: KeptEntry['subject'],
): ArtifactEvent['event'] | undefined {
  if (operation === 'createArtifact') return 'stored';
  if (operation === 'deleteArtifact') return 'deleted';
  if (operation !== 'updateArtifact') return undefined;
  return subject?.committed === true ? 'committed' : 'uncommitted';
}

/** Returns the events of a deleted artifact from the audit log; undefined if it does not contain the deletion. */
export async function deletedEvents(
  deps: EventsDeps,
  { namespace, uuid }: { namespace: string; uuid: string },
  tellsWho: boolean,
): Promise<ArtifactEvent[] | undefined> {
  const entries = await auditOf(deps, uuid);
  const isDeleted = entries.some(
    ({ operation, subject }) => operation === 'deleteArtifact' && subject?.namespace === namespace,
  );
  return isDeleted ? entries.flatMap(auditEvent(tellsWho)).reverse() : undefined;
}

async function storedEvent(
  db: Db,
  { namespace, auid, storeMs, quarantined }: StoredArtifact,
  tellsWho: boolean,
): Promise<ArtifactEvent> {
  // If several imports were running, the artifact's import cannot be determined.
  const found = await findImportsAt(db, { namespace, auid, ms: storeMs });
  const [one] = found.length === 1 ? found : [];
  return {
    event: 'stored',
    at: storeMs,
    ...(quarantined !== undefined && { detail: quarantined }),
    ...(tellsWho && one?.user !== undefined && { by: one.user }),
    ...(tellsWho && one?.fileName !== undefined && { fileName: one.fileName }),
  };
}

/** Combines simultaneous findings or repairs of several parts of an artifact into one event. */
function oncePerTime(damages: readonly DamageEvent[]): DamageEvent[] {
  return damages.filter((one, at) => !damages.some((other, i) => tellsOf(other, one, i < at)));
}

/** A repaired artifact is also intact; of two events with the same meaning the first is enough. */
function tellsOf(other: DamageEvent, one: DamageEvent, isBefore: boolean): boolean {
  if (Math.abs(other.atMs - one.atMs) >= ONE_TIME_MS) return false;
  return other.event === one.event ? isBefore : other.event === 'repaired' && one.event === 'well';
}

const ONE_TIME_MS = 2_000;

/** Returns when the record was moved other than by a repair. */
function movedMs(
  { id, record, storeMs }: StoredArtifact,
  damages: readonly DamageEvent[],
): number | undefined {
  const isAtHome = makeRecordUuid(parseSegmentUuid(record.key), record.offset) === id;
  const writtenMs = timeOfUuid(parseSegmentUuid(record.key));
  if (isAtHome || writtenMs <= storeMs) return undefined;
  const isRepair = damages.some(({ event, atMs }) => event === 'repaired' && atMs >= writtenMs);
  return isRepair ? undefined : writtenMs;
}

/** Returns the time in a version 7 uuid. */
const timeOfUuid = (uuid: string) => Number.parseInt(uuid.slice(0, 13).replace('-', ''), 16);

/** Returns the events of a purged artifact. */
export function purgeEvents(
  { orderedMs, erasedMs, by, reason }: ListedPurge,
  tellsWho: boolean,
): ArtifactEvent[] {
  const who = tellsWho ? { by, detail: reason } : {};
  return [
    { event: 'purged', at: Math.round(orderedMs), ...who },
    ...(erasedMs === null ? [] : [{ event: 'erased' as const, at: Math.round(erasedMs) }]),
  ];
}
