// The journal's entry of a segment: what only the index transaction decides (versions, duplicates dropped), by positions in
// the segment's manifest (record/manifest.ts).

import type { Replaced, Run, SegmentRecorded } from './journal-entry.ts';
import type { ArtifactRow } from './record/artifact-row.ts';
import type { DamagedCopy, Entry } from './record/entry.ts';
import type { KeptRecord } from './record/kept-record.ts';
import { type ClosedSegment, toKeptLine } from './record/manifest.ts';
import { type JournaledOriginal, toJournaled } from './record/originals.ts';

/**
 * The journal's entry of a segment. `entries`: the whole batch; those that are stored are the manifest's lines, in this
 * order. `rows`: of some of them, in the same order. `loosened`: companions of entries without a row that are kept.
 */
export function segmentRecorded(
  { key, sizeBytes, manifestOffset }: ClosedSegment,
  entries: readonly Entry[],
  rows: readonly ArtifactRow[],
  loosened: readonly KeptRecord[] = [],
): SegmentRecorded {
  const lines = rowsOfLines(entries, rows);
  const versions = runs(lines, laterVersionOf);
  const dropped = runs(lines, isDropped).map(([position, count]): Run => [position, count]);
  const revisits: [number, JournaledOriginal][] = [];
  const replaces: [number, Replaced][] = [];
  for (const [position, row] of lines.entries()) {
    if (row?.original) revisits.push([position, toJournaled(row.original.payload.id, row.original)]);
    if (row?.replaces) replaces.push([position, replaced(row.replaces)]);
  }
  const given = rows.filter(isGiven).map(({ entry }) => entry.id);
  return {
    op: 'recorded',
    segment: key,
    sizeBytes,
    records: lines.length,
    ...(manifestOffset !== undefined && { manifestOffset }),
    ...(versions.length > 0 && { versions }),
    ...(dropped.length > 0 && { dropped }),
    ...(loosened.length > 0 && { loosened: loosened.map(toKeptLine) }),
    ...(revisits.length > 0 && { revisits }),
    ...(given.length > 0 && { given }),
    ...(replaces.length > 0 && { replaces }),
  };
}

/** For each line of the manifest its row, if it has one. */
function rowsOfLines(
  entries: readonly Entry[],
  rows: readonly ArtifactRow[],
): readonly (ArtifactRow | undefined)[] {
  const lines: (ArtifactRow | undefined)[] = [];
  let next = 0;
  for (const entry of entries) {
    if (!entry.stored) continue;
    lines.push(rows[next]?.entry === entry ? rows[next++] : undefined);
  }
  // The journal would say of them that they were dropped, and a rebuild would believe it.
  if (next !== rows.length) throw new Error('rows are not in the order of their entries');
  return lines;
}

function replaced({ id, version, committed, collectionMs, storeMs }: DamagedCopy): Replaced {
  return { artifact: id, version, committed, collectionDate: collectionMs, storeDate: storeMs };
}

const laterVersionOf = (row: ArtifactRow | undefined) =>
  row && row.version !== 1 && !row.replaces ? row.version : undefined;
const isDropped = (row: ArtifactRow | undefined) => (row ? undefined : true);
const isGiven = ({ entry }: ArtifactRow) => entry.record.given !== undefined;

/** Runs of neighbours for which `value` answers the same; those with undefined are left out. */
function runs<T, V>(items: readonly T[], value: (item: T) => V | undefined): [number, number, V][] {
  const found: [number, number, V][] = [];
  for (const [position, item] of items.entries()) {
    const own = value(item);
    if (own === undefined) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === position && last[2] === own) last[1] += 1;
    else found.push([position, 1, own]);
  }
  return found;
}
