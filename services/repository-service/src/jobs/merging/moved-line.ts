// Builds the manifest line of a copied record from its row, and from the old line for fields that the row lacks. The
// new line is complete: it contains the version and the original.
import { makeRequestUrlkey } from '@holdfast/surt';
import { readRowOriginal, toJournalOriginal, toRowEntry } from '../../domain/record/artifact-columns.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { formatKeptLine, type KeptLine, toKeptRecord } from '../../domain/record/manifest.ts';
import {
  formatManifestLine,
  type ManifestLine,
  parseManifestLine,
} from '../../domain/record/manifest-line.ts';
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { toUnsignedCrc } from '../../index/crc.ts';
import { findKeptRecordTypeName, type KeptRecordTable, keptRecordTypes } from '../../index/schema.ts';

/** Returns whether a line can be built from the row alone if the old line is lost. Such a line lacks some fields. */
export function canRebuildLine({ artifact, kept }: NeededRecord): boolean {
  return artifact !== undefined || kept !== undefined;
}

/** Returns whether replay or revisits need fields that only the old line has. */
export function needsOldLine({ artifact, kept }: NeededRecord): boolean {
  return !kept && (artifact === undefined || artifact.kind === artifactKinds.revisit);
}

/**
 * Builds the line. `old`: undefined if the old line is lost. Version 0 in the line means that the record belongs to no
 * artifact.
 */
export function buildMovedLine(
  { id, artifact, length, crc32 }: NeededRecord,
  offset: number,
  old: ManifestLine | undefined,
): { text: string; storeMs: number } {
  const before = old && parseManifestLine(old, makeRequestUrlkey);
  if (!artifact) {
    // The artifact was deleted, so its companion records (request, metadata) are dropped and only its record remains.
    const entry = { ...before!, id, stored: { offset, length, crc32 } };
    const storeMs = old!.storeDate;
    return { text: formatManifestLine(entry, storeMs, { version: 0, payloadOnly: true }), storeMs };
  }
  const { version, store_ms: storeMs, payload_id: holder } = artifact;
  const entry = toRowEntry(artifact, before);
  const moved = { ...entry, stored: { ...entry.stored!, offset } };
  const original = holder === null ? undefined : toJournalOriginal(holder, readRowOriginal(artifact));
  return { text: formatManifestLine(moved, storeMs, { version, ...(original && { original }) }), storeMs };
}

/**
 * Returns whether the old line of a separately stored record has fields that its row lacks. This is true for request
 * records of an artifact, because only the line contains the request.
 */
export function needsOldKeptLine({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.request && kept.artifact_id !== null;
}

/**
 * Builds the line of a separately stored record. `offset`: offset in the new segment. `old`: required if
 * `needsOldKeptLine` returns true.
 */
export function buildMovedKeptLine(row: KeptRecordTable, offset: number, old: KeptLine | undefined): string {
  const { type, record_length: length, artifact_id: artifact } = row;
  return formatKeptLine({
    ...(old && toKeptRecord(old)),
    ...{ type: findKeptRecordTypeName(type), offset, length, crc32: toUnsignedCrc(row.record_crc) },
    artifactId: artifact ?? undefined,
  });
}
