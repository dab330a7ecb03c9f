// Events in the history of artifacts, derived from the state journal. The subject of an event is one artifact, all
// artifacts of a segment, or all artifacts of an AU.
import { createHash } from 'node:crypto';
import type { JournalEntry, Provenance, SegmentRecordedEntry } from './journal-entry.ts';
import { makeRecordUuid, parseSegmentUuid } from './segments.ts';

/** Codes of the event kinds in the index. Do not change them: existing rows contain them. */
export const eventKinds = {
  stored: 1,
  committed: 2,
  uncommitted: 3,
  moved: 4,
  checked: 5,
  damaged: 6,
  repaired: 7,
  well: 8,
  held: 9,
  released: 10,
  deleted: 11,
  purged: 12,
  erased: 13,
  restored: 14,
  deletionRequested: 15,
  deletionRejected: 16,
  deletionWithdrawn: 18,
  deletionExpired: 19,
  deletionApproved: 20,
  holdChanged: 21,
} as const;

export type EventKind = keyof typeof eventKinds;

export const auEventKinds = [
  'damaged',
  'repaired',
  'well',
  'held',
  'released',
  'deleted',
  'purged',
  'restored',
] as const satisfies readonly EventKind[];
export type AuEventKind = (typeof auEventKinds)[number];

export const eventScopes = { artifact: 0, segment: 1, au: 2 } as const;
export type EventScope = keyof typeof eventScopes;

export interface EventDetail {
  readonly via?: Provenance['via'];
  readonly by?: string;
  readonly file?: string;
  readonly source?: string;
  readonly store?: string;
  readonly reason?: string;
  readonly until?: number;
  readonly hold?: string;
  /** ID (`toSegmentHistoryId`) of the segment that contains the artifact's record after the event. */
  readonly segment?: string;
  readonly artifacts?: number;
  readonly damaged?: number;
  /** Number of a deletion request. */
  readonly request?: number;
  /** User who approved the deletion request. */
  readonly approvedBy?: string;
  /** AU of the artifact. Set only in events that also appear in the history of the AU. */
  readonly namespace?: string;
  readonly auid?: string;
}

export interface RecordedEvent {
  readonly kind: EventKind;
  readonly scope: EventScope;
  /** UUID of the artifact, or the history ID of a segment (`toSegmentHistoryId`) or AU (`toAuHistoryId`). */
  readonly subject: string;
  readonly detail: EventDetail;
}

/** Returns the history ID of a segment: the UUID that a record at offset 0 of the segment would have. */
export function toSegmentHistoryId(key: string): string {
  return makeRecordUuid(parseSegmentUuid(key), 0);
}

/** Returns the history ID of the segment in which the artifact was first stored (see record-uuid.ts). */
export function toHomeSegmentHistoryId(artifact: string): string {
  const random = (Number.parseInt(artifact.slice(24, 28), 16) % 2 ** 10).toString(16).padStart(4, '0');
  return `${artifact.slice(0, 13)}-7000-8000-${random}${artifact.slice(28)}`;
}

/** Returns the history ID of an AU. A rebuild of the index does not change it. */
export function toAuHistoryId(namespace: string, auid: string): string {
  const hex = createHash('sha256').update(`${namespace} ${auid}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Returns the events of a journal entry in a fixed order. Returns no events for entries that do not belong to the
 * history.
 */
export function listEntryEvents(entry: JournalEntry, au: EventAu): RecordedEvent[] {
  switch (entry.op) {
    case 'recorded':
      return buildRecordedEvents(entry, au);
    case 'moved': {
      const detail = entry.segment === undefined ? {} : { segment: toSegmentHistoryId(entry.segment) };
      return entry.from.map((key) => ({
        kind: 'moved',
        scope: 'segment',
        subject: toSegmentHistoryId(key),
        detail,
      }));
    }
    case 'checked': {
      const { segment, artifacts, damaged, fault, store, source } = entry;
      const detail = omitUndefined({ artifacts, damaged, reason: fault, store, source });
      return [{ kind: 'checked', scope: 'segment', subject: toSegmentHistoryId(segment), detail }];
    }
    case 'held':
    case 'released': {
      const { artifact, hold, by, reason } = entry;
      const kind = entry.op === 'held' && entry.changed ? 'holdChanged' : entry.op;
      const detail = omitUndefined({
        hold,
        by,
        reason,
        until: entry.op === 'held' ? entry.until : undefined,
      });
      return artifact === undefined
        ? [{ kind, scope: 'au', subject: toAuHistoryId(au.namespace, au.auid), detail }]
        : [{ kind, scope: 'artifact', subject: artifact, detail: { ...pickAu(au), ...detail } }];
    }
    case 'deleted':
    case 'purged':
    case 'damaged':
    case 'repaired':
    case 'well':
      return listArtifactEvents(entry.op, entry.artifacts, { ...pickAu(au), ...pickDetail(entry) });
    case 'deletion-requested':
      return listArtifactEvents('deletionRequested', entry.artifacts, pickRequest(entry));
    case 'deletion-decided':
      return listArtifactEvents(DECISION_KINDS[entry.decision], entry.artifacts, pickRequest(entry));
    case 'restored': {
      const detail = { ...pickAu(au), by: entry.by, segment: toSegmentHistoryId(entry.segment) };
      return listArtifactEvents('restored', entry.artifacts, detail);
    }
    case 'committed':
    case 'uncommitted':
    case 'erased':
      return listArtifactEvents(entry.op, entry.artifacts, pickDetail(entry));
    default:
      return [];
  }
}

function buildRecordedEvents(
  { segment, provenance, replaces = [], given = [], created = [] }: SegmentRecordedEntry,
  au: EventAu,
) {
  const { via, by, file, source = 'upload' } = provenance ?? {};
  const mark = toSegmentHistoryId(segment);
  const stored = omitUndefined({ via, by, file });
  const events: RecordedEvent[] = [{ kind: 'stored', scope: 'segment', subject: mark, detail: stored }];
  for (const subject of [...given, ...created])
    events.push({ kind: 'stored', scope: 'artifact', subject, detail: { ...stored, segment: mark } });
  const repaired = { ...pickAu(au), ...omitUndefined({ by, file, source, segment: mark }) };
  for (const [, { artifact: subject }] of replaces)
    events.push({ kind: 'repaired', scope: 'artifact', subject, detail: repaired });
  return events;
}

const DECISION_KINDS = {
  approved: 'deletionApproved',
  rejected: 'deletionRejected',
  withdrawn: 'deletionWithdrawn',
  expired: 'deletionExpired',
} as const;

function listArtifactEvents(
  kind: EventKind,
  artifacts: readonly string[],
  detail: EventDetail,
): RecordedEvent[] {
  return artifacts.map((subject) => ({ kind, scope: 'artifact', subject, detail }));
}

function pickRequest({ number, by, reason }: { number: number; by?: string; reason?: string }): EventDetail {
  return omitUndefined({ request: number, by, reason });
}

interface EventAu {
  readonly namespace: string;
  readonly auid: string;
}

const pickAu = ({ namespace, auid }: EventAu): EventAu => ({ namespace, auid });

function pickDetail(entry: {
  op: string;
  by?: string;
  reason?: string;
  source?: string;
  store?: string;
  request?: number;
  approvedBy?: string;
}): EventDetail {
  const { by, reason, source, store, request, approvedBy } = entry;
  return omitUndefined({ by, reason, source, store, request, approvedBy });
}

type WithoutUndefined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
}

export type RepairSourceKind = 'upload' | 'artifact' | 'store' | 'peer';

/**
 * Origin of a repair in events and notices. `source`: stored text, such as `peer:URL`. The other members contain its
 * parts.
 */
export interface DescribedRepairSource {
  readonly source: string;
  readonly sourceKind?: RepairSourceKind;
  /** UUID of the artifact, name of the store, or URL of the peer. */
  readonly sourceName?: string;
}

const KINDS_WITH_NAME = ['artifact', 'store', 'peer'] as const satisfies readonly RepairSourceKind[];

/** Splits the origin of a repair into kind and name. Returns only the stored text if it has an unknown form. */
export function describeRepairSource(source: string): DescribedRepairSource {
  if (source === 'upload') return { source, sourceKind: source };
  const kind = KINDS_WITH_NAME.find((each) => source.startsWith(`${each}:`));
  return kind === undefined
    ? { source }
    : { source, sourceKind: kind, sourceName: source.slice(kind.length + 1) };
}
