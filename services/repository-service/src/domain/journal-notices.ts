// Derives notices from journal lines: damage, repairs, deletions and holds. A notice has the time of its line.

import { MAX_NOTICE_ITEMS, type NewNotice } from '@holdfast/notify/outbox';
import { describeRepairSource } from './artifact-event.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Line of the journal, with its AU and the time of its transaction. */
type AuJournalLine = JournalEntry & {
  readonly at: string;
  readonly namespace: string;
  readonly auid: string;
};

/** Returns the notices of a line. Most lines have none. */
export function listLineNotices(line: AuJournalLine): NewNotice[] {
  switch (line.op) {
    case 'damaged':
      return [buildArtifactNotice(line, 'damage.found', line.artifacts, line)];
    case 'repaired':
      return [buildArtifactNotice(line, 'damage.repaired', line.artifacts, line)];
    case 'well':
      return [buildArtifactNotice(line, 'damage.well', line.artifacts, line)];
    case 'deleted':
      return [buildArtifactNotice(line, 'deletion.done', line.artifacts, line)];
    case 'purged':
      return [buildArtifactNotice(line, 'purge.ordered', line.artifacts, line)];
    case 'recorded': {
      const repaired = (line.replaces ?? []).map(([, { artifact }]) => artifact);
      if (repaired.length === 0) return [];
      const { by, source = 'upload' } = line.provenance ?? {};
      return [buildArtifactNotice(line, 'damage.repaired', repaired, { by, source })];
    }
    case 'checked': {
      // A check replaced a damaged copy with a copy from another store. No `damaged` entry reports such damage.
      const { source, store, fault: reason, damaged } = line;
      if (source === undefined || (damaged === undefined && reason === undefined)) return [];
      return [
        buildArtifactNotice(line, 'copy.repaired', line.damagedArtifacts ?? [], { source, store, reason }, 1),
      ];
    }
    case 'deletion-requested':
      return [buildArtifactNotice(line, 'deletion.requested', line.artifacts, line)];
    case 'deletion-decided':
      return [
        buildArtifactNotice(line, 'deletion.decided', line.artifacts, { ...line, name: line.decision }),
      ];
    case 'restored':
      return [buildArtifactNotice(line, 'deletion.restored', line.artifacts, line)];
    case 'held':
    case 'released': {
      const { artifact, by, reason } = line;
      if (line.op === 'held' && line.changed) return [];
      const kind = line.op === 'held' ? 'hold.placed' : 'hold.lifted';
      return [buildArtifactNotice(line, kind, artifact === undefined ? [] : [artifact], { by, reason }, 1)];
    }
    default:
      return [];
  }
}

interface NoticeFacts {
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly source?: string | undefined;
  readonly store?: string | undefined;
  readonly name?: string | undefined;
  /** Number of the deletion. */
  readonly number?: number | undefined;
}

function buildArtifactNotice(
  { at, namespace, auid }: AuJournalLine,
  kind: NewNotice['kind'],
  artifacts: readonly string[],
  { by, reason, source, store, name, number }: NoticeFacts,
  count = artifacts.length,
): NewNotice {
  return {
    ...{ kind, status: 'event' as const, at: Date.parse(at), namespace, auid },
    ...(artifacts.length === 1 && { artifact: artifacts[0] }),
    ...(by !== undefined && { user: by }),
    detail: {
      count,
      ...(artifacts.length > 0 && {
        items: artifacts.slice(0, MAX_NOTICE_ITEMS).map((uuid) => ({ uuid })),
      }),
      ...(reason !== undefined && { reason }),
      ...(source !== undefined && describeRepairSource(source)),
      ...(store !== undefined && { store }),
      ...(name !== undefined && { name }),
      ...(number !== undefined && { number }),
    },
  };
}

/**
 * Merges notices that differ only in their artifacts and times, so that many successive deletions result in one notice.
 * The merged notice has the time of the first one.
 */
export function mergeNotices(notices: readonly NewNotice[]): NewNotice[] {
  const same = Map.groupBy(
    notices,
    ({ kind, namespace, auid, user, detail: { reason, source, store, name, number } }) =>
      JSON.stringify([kind, namespace, auid, user, reason, source, store, name, number]),
  );
  return [...same.values()].map((group) => {
    const [{ artifact: _, ...first }] = group as [NewNotice];
    if (group.length === 1) return group[0]!;
    const items = group.flatMap(({ detail }) => detail.items ?? []).slice(0, MAX_NOTICE_ITEMS);
    const count = group.reduce((sum, { detail }) => sum + (detail.count ?? 0), 0);
    return { ...first, detail: { ...first.detail, count, ...(items.length > 0 && { items }) } };
  });
}
