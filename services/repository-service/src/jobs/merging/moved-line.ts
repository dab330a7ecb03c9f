// The manifest's line of a record that was copied: what its row says, and from the line that it had what the row does not
// tell. Complete by itself: with version and original.
import { makeRequestUrlkey } from '@holdfast/surt';
import { entryOfRow, originalOfRow, toJournaled } from '../../domain/record/artifact-columns.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { type KeptLine, keptLine, toKeptRecord } from '../../domain/record/manifest.ts';
import { entryOfLine, type ManifestLine, manifestLine } from '../../domain/record/manifest-line.ts';
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { unsignedCrc } from '../../index/crc.ts';
import { type KeptRecordTable, keptRecordTypes, keptTypeName } from '../../index/schema.ts';

/** Whether a row tells so much that a line can be made where the old one is lost: not quite the one that it had. */
export function canDoWithoutLine({ artifact, kept }: NeededRecord): boolean {
  return artifact !== undefined || kept !== undefined;
}

/** Whether what the row does not tell is what replay and revisits need. */
export function needsOldLine({ artifact, kept }: NeededRecord): boolean {
  return !kept && (artifact === undefined || artifact.kind === artifactKinds.revisit);
}

/** `old`: the line it had, unless it is lost. The version of a line of which no artifact is to be made is 0. */
export function movedLine(
  { id, artifact, length, crc32 }: NeededRecord,
  offset: number,
  old: ManifestLine | undefined,
): { text: string; storeMs: number } {
  const before = old && entryOfLine(old, makeRequestUrlkey);
  if (!artifact) {
    // Of an artifact that is deleted, only the record itself is kept.
    const entry = { ...before!, id, stored: { offset, length, crc32 } };
    const storeMs = old!.storeDate;
    return { text: manifestLine(entry, storeMs, { version: 0, payloadOnly: true }), storeMs };
  }
  const { version, store_ms: storeMs, payload_id: holder } = artifact;
  const entry = entryOfRow(artifact, before);
  const moved = { ...entry, stored: { ...entry.stored!, offset } };
  const original = holder === null ? undefined : toJournaled(holder, originalOfRow(artifact));
  return { text: manifestLine(moved, storeMs, { version, ...(original && { original }) }), storeMs };
}

/** Whether the row of a record that is kept by itself does not tell all of its line: a request may tell of its artifact. */
export function needsOldKeptLine({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.request && kept.artifact_id !== null;
}

/** `offset`: in the new segment; `old`: the line it had, there where `needsOldKeptLine`. */
export function movedKeptLine(row: KeptRecordTable, offset: number, old: KeptLine | undefined): string {
  const { type, record_length: length, artifact_id: artifact } = row;
  return keptLine({
    ...(old && toKeptRecord(old)),
    ...{ type: keptTypeName(type), offset, length, crc32: unsignedCrc(row.record_crc) },
    artifactId: artifact ?? undefined,
  });
}
