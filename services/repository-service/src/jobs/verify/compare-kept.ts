// The rows that the index has of a segment's records that are kept by themselves, beside those that its manifest says it
// should have. Pure.
import type { KeptRecord } from '../../domain/record/kept-record.ts';
import { unsignedCrc } from '../../index/crc.ts';
import { type KeptRecordTable, keptTypeName } from '../../index/schema.ts';
import type { Finding } from './findings.ts';

export interface KeptRows {
  /** By the manifest, those of artifacts that are deleted included. */
  readonly expected: readonly KeptRecord[];
  readonly found: readonly KeptRecordTable[];
  /** Those artifacts of `expected` that there are. */
  readonly present: ReadonlySet<string>;
}

export function compareKept(segmentKey: string, { expected, found, present }: KeptRows): Finding[] {
  const wanted = new Set(
    expected
      .filter(({ artifactId }) => artifactId === undefined || present.has(artifactId))
      .map(({ offset, length, crc32, type, artifactId }) =>
        JSON.stringify([offset, length, crc32 ?? null, type, artifactId ?? null]),
      ),
  );
  const surplus = found.map(textOf).filter((text) => !wanted.delete(text));
  return [
    ...[...wanted].map((text) => `${text} is not in the index`),
    ...surplus.map((text) => `${text} is not in the manifest`),
  ].map((detail) => ({ kind: 'kept record that differs', subject: segmentKey, detail }));
}

function textOf(row: KeptRecordTable): string {
  const crc32 = unsignedCrc(row.record_crc) ?? null;
  const { record_offset: offset, record_length: length, artifact_id: artifact } = row;
  return JSON.stringify([offset, length, crc32, keptTypeName(row.type), artifact]);
}
