// Listed artifacts as the text that packed-rows.ts speaks of.
import { sql } from 'kysely';
import type { ListedArtifact } from './listing.ts';
import { optional, orNull, type PackedRows, packedColumns, unpackedRows } from './packed-rows.ts';

const columns = [
  'id',
  'auid',
  'url',
  'version',
  'committed',
  '"contentLength"',
  `encode(sha256, 'hex')`,
  '"collectionMs"',
  '"storeMs"',
  '"segmentKey"',
  '"recordOffset"',
  '"recordLength"',
  orNull('quarantined'),
];

/** Of rows with the columns of a listing. */
export const packedListing = sql.raw(packedColumns(columns));

/** Undefined when they must be asked for in columns. */
export function unpackedListing(rows: PackedRows): ListedArtifact[] | undefined {
  return unpackedRows(rows, columns.length, artifactOf);
}

function artifactOf(texts: readonly string[]): ListedArtifact {
  return {
    id: texts[0]!,
    auid: texts[1]!,
    url: texts[2]!,
    version: Number(texts[3]),
    committed: texts[4] === 't',
    contentLength: Number(texts[5]),
    sha256: texts[6]!,
    collectionMs: Number(texts[7]),
    storeMs: Number(texts[8]),
    segmentKey: texts[9]!,
    recordOffset: Number(texts[10]),
    recordLength: Number(texts[11]),
    quarantined: optional(texts[12]!),
  };
}
