// Builds the manifest line of a copied record from its row. Fields that the row does not have come from the record's
// old line. The new line is complete, including version and original.
import { makeRequestUrlkey } from '@holdfast/surt';
import { readRowOriginal, toJournaledOriginal, toRowEntry } from '../../domain/record/artifact-columns.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { formatKeptLine, type KeptLine, toKeptRecord } from '../../domain/record/manifest.ts';
import {
  formatManifestLine,
  type ManifestLine,
  parseManifestLine,
} from '../../domain/record/manifest-line.ts';
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { toUnsignedCrc } from '../../index/crc.ts';
import { findKeptTypeName, type KeptRecordTable, keptRecordTypes } from '../../index/schema.ts';

/**
 * Returns whether a new line can be built from the row alone if the old line is lost. Such a line lacks some fields of
 * the old line.
 */
export function canRebuildLine({ artifact, kept }: NeededRecord): boolean {
  return artifact !== undefined || kept !== undefined;
}

/** Returns whether replay or revisits need fields that the row does not have. */
export function needsOldLine({ artifact, kept }: NeededRecord): boolean {
  return !kept && (artifact === undefined || artifact.kind === artifactKinds.revisit);
}

/**
 * Builds the line. `old`: the old line; undefined if it is lost. Version 0 means that the line describes no artifact.
 */
export function buildMovedLine(
  { id, artifact, length, crc32 }: NeededRecord,
  offset: number,
  old: ManifestLine | undefined,
): { text: string; storeMs: number } {
  const before = old && parseManifestLine(old, makeRequestUrlkey);
  if (!artifact) {
    // Only the record of a deleted artifact is kept, without its companions.
    const entry = { ...before!, id, stored: { offset, length, crc32 } };
    const storeMs = old!.storeDate;
    return { text: formatManifestLine(entry, storeMs, { version: 0, payloadOnly: true }), storeMs };
  }
  const { version, store_ms: storeMs, payload_id: holder } = artifact;
  const entry = toRowEntry(artifact, before);
  const moved = { ...entry, stored: { ...entry.stored!, offset } };
  const original = holder === null ? undefined : toJournaledOriginal(holder, readRowOriginal(artifact));
  return { text: formatManifestLine(moved, storeMs, { version, ...(original && { original }) }), storeMs };
}

/**
 * Returns whether the row of a kept record lacks fields that its line has. A request's row does, because the line also
 * describes the artifact.
 */
export function needsOldKeptLine({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.request && kept.artifact_id !== null;
}

/**
 * Builds the line of a kept record. `offset`: offset in the new segment. `old`: the old line, required if
 * `needsOldKeptLine`.
 */
export function buildMovedKeptLine(row: KeptRecordTable, offset: number, old: KeptLine | undefined): string {
  const { type, record_length: length, artifact_id: artifact } = row;
  return formatKeptLine({
    ...(old && toKeptRecord(old)),
    ...{ type: findKeptTypeName(type), offset, length, crc32: toUnsignedCrc(row.record_crc) },
    artifactId: artifact ?? undefined,
  });
}
