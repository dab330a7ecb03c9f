// The journal's entry of a segment: what the index transaction decided, by positions in the segment's manifest.

import type { ArtifactRow, Original } from './artifact-row.ts';
import type { DamagedCopy } from './damaged-copy.ts';
import type { Entry } from './entry.ts';
import type { JournaledOriginal, Replaced, Run, SegmentRecorded } from './journal-entry.ts';

export interface ClosedSegment {
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset?: number | undefined;
}

/** `entries`: the whole batch; those that are stored are the manifest's lines, in this order. */
export function segmentRecorded(
  { key, sizeBytes, manifestOffset }: ClosedSegment,
  entries: readonly Entry[],
  rows: readonly ArtifactRow[],
): SegmentRecorded {
  const rowOf = new Map(rows.map((row) => [row.entry, row]));
  const lines = entries.filter(({ stored }) => stored).map((entry) => rowOf.get(entry));
  const versions = versionRuns(lines);
  const dropped = runs(lines, (row) => (row ? undefined : true)).map(
    ([position, count]): Run => [position, count],
  );
  const revisits = lines.flatMap((row, position): [number, JournaledOriginal][] =>
    row?.original ? [[position, journaledOriginal(row.original)]] : [],
  );
  const replaces = lines.flatMap((row, position): [number, Replaced][] =>
    row?.replaces ? [[position, replaced(row.replaces)]] : [],
  );
  return {
    op: 'recorded',
    segment: key,
    sizeBytes,
    records: lines.length,
    ...(manifestOffset !== undefined && { manifestOffset }),
    ...(versions.length > 0 && { versions }),
    ...(dropped.length > 0 && { dropped }),
    ...(revisits.length > 0 && { revisits }),
    ...(replaces.length > 0 && { replaces }),
  };
}

export function journaledOriginal(original: Original): JournaledOriginal {
  const { mime, httpStatus } = original;
  return {
    holder: original.payload.id,
    contentLength: original.contentLength,
    sha256: original.sha256,
    storedSha1: original.storedSha1,
    ...(original.dechunked && { dechunked: true }),
    ...(mime !== undefined && { mime }),
    ...(httpStatus !== undefined && { status: httpStatus }),
  };
}

function replaced({ id, version, committed, collectionMs, storeMs }: DamagedCopy): Replaced {
  return { artifact: id, version, committed, collectionDate: collectionMs, storeDate: storeMs };
}

function versionRuns(lines: readonly (ArtifactRow | undefined)[]): NonNullable<SegmentRecorded['versions']> {
  return runs(lines, (row) => (row && row.version !== 1 && !row.replaces ? row.version : undefined));
}

/** Runs of neighbours for which `value` answers the same; those with undefined are left out. */
function runs<T, V>(items: readonly T[], value: (item: T) => V | undefined): [number, number, V][] {
  const found: [number, number, V][] = [];
  items.forEach((item, position) => {
    const own = value(item);
    const last = found.at(-1);
    if (own === undefined) return;
    if (last && last[0] + last[1] === position && last[2] === own) last[1] += 1;
    else found.push([position, 1, own]);
  });
  return found;
}
