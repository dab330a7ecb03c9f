// The rows of a segment as they were: its manifest's lines, with what the journal says became of them. Pure.
import { urlkey } from '@holdfast/surt';
import { entryOfLine, type ManifestLine } from '../../ingest/manifest.ts';
import type { Original } from '../../ingest/original.ts';
import type { Row } from '../../ingest/settle.ts';
import type { JournaledOriginal, SegmentRecorded, SegmentsMoved } from '../journal/entry.ts';
import type { SegmentContents } from '../segments/contents.ts';
import type { Fate } from './staging.db.ts';

export interface SegmentRows {
  rows: Row[];
  /** Bytes of records that no row is left of. */
  deadBytes: number;
  /** Deleted artifacts whose record revisits may still need. */
  gone: ManifestLine[];
  /** Lines that cannot be told apart any more, for damage: how many. */
  unsure: number;
}

export function rowsOfSegment(
  { lines, positions }: Pick<SegmentContents, 'lines' | 'positions'>,
  entry: SegmentRecorded | SegmentsMoved,
  fates: ReadonlyMap<string, Fate>,
): SegmentRows {
  const decided = entry.op === 'recorded' ? decisions(entry) : undefined;
  const result: SegmentRows = { rows: [], deadBytes: 0, gone: [], unsure: 0 };
  lines.forEach((line, i) => {
    const decision = decisionOn(line, positions[i], decided);
    const fate = fates.get(line.uuid);
    if (decision === 'unsure') result.unsure += 1;
    if (typeof decision === 'object' && !fate?.deleted) {
      result.rows.push(rowOf(line, decision, fate?.committed));
      return;
    }
    result.deadBytes += line.length;
    if (typeof decision === 'object' && line.kind !== 'revisit') result.gone.push(line);
  });
  return result;
}

interface Decision {
  version: number;
  original: JournaledOriginal | undefined;
}

interface Decisions {
  versions: Map<number, number>;
  dropped: Set<number>;
  originals: Map<number, JournaledOriginal>;
}

function decisions({ versions, dropped, revisits }: SegmentRecorded): Decisions {
  const found: Decisions = { versions: new Map(), dropped: new Set(), originals: new Map(revisits) };
  for (const [first, count, version] of versions ?? []) {
    for (let i = 0; i < count; i++) found.versions.set(first + i, version);
  }
  for (const [first, count] of dropped ?? []) {
    for (let i = 0; i < count; i++) found.dropped.add(first + i);
  }
  return found;
}

/** Without a position only what is true of all of the segment can be known. */
function decisionOn(
  line: ManifestLine,
  position: number | undefined,
  decided: Decisions | undefined,
): Decision | 'dropped' | 'unsure' {
  if (!decided)
    return line.version === undefined ? 'unsure' : { version: line.version, original: line.original };
  const { versions, dropped, originals } = decided;
  if (position === undefined) {
    const plain = versions.size === 0 && dropped.size === 0 && line.kind !== 'revisit';
    return plain ? { version: 1, original: undefined } : 'unsure';
  }
  if (dropped.has(position)) return 'dropped';
  return { version: versions.get(position) ?? 1, original: originals.get(position) };
}

function rowOf(line: ManifestLine, { version, original }: Decision, committed: boolean | undefined): Row {
  const entry = entryOfLine(line, urlkey);
  return {
    entry: { ...entry, committed: committed ?? entry.committed },
    version,
    original: original && originalOf(original),
    storeMs: line.storeDate,
  };
}

/** Where its payload lies is filled in when all segments are there. */
function originalOf(original: JournaledOriginal): Original {
  return {
    id: original.holder,
    version: 0,
    sha256: original.sha256,
    storedSha1: original.storedSha1,
    contentLength: original.contentLength,
    dechunked: original.dechunked ?? false,
    mime: original.mime,
    httpStatus: original.status,
    payload: { id: original.holder, segmentId: undefined, offset: 0, length: 0 },
  };
}
