// Listed artifacts as one text that PostgreSQL makes of them: what the driver does for each column of each row takes longer
// than to find the row.
import { sql } from 'kysely';
import type { ListedArtifact } from './listing.ts';

export interface PackedListing {
  readonly count: number;
  /** Null when there is none. */
  readonly packed: string | null;
}

/** Of rows `found` with the columns of a listing, in their order. What may be null begins with `=` when it is not. */
export const packedListing = sql`count(*)::integer as count, string_agg(concat(id, E'\\x1f', auid, E'\\x1f', url,
  E'\\x1f', version, E'\\x1f', committed, E'\\x1f', "contentLength", E'\\x1f', encode(sha256, 'hex'), E'\\x1f',
  "collectionMs", E'\\x1f', "storeMs", E'\\x1f', "segmentKey", E'\\x1f', "recordOffset", E'\\x1f', "recordLength",
  E'\\x1f', '=' || quarantined), E'\\x1e') as packed`;

const FIELDS = 13;

/** Undefined when a value holds one of the characters between values: such artifacts must be asked for in columns. */
export function unpackedListing({ count, packed }: PackedListing): ListedArtifact[] | undefined {
  if (packed === null) return [];
  const records = packed.split('\x1e');
  if (records.length !== count) return undefined;
  const found: ListedArtifact[] = [];
  for (const record of records) {
    const fields = record.split('\x1f');
    if (fields.length !== FIELDS) return undefined;
    found.push(artifactOf(fields));
  }
  return found;
}

function artifactOf(fields: readonly string[]): ListedArtifact {
  return {
    id: fields[0]!,
    auid: fields[1]!,
    url: fields[2]!,
    version: Number(fields[3]),
    committed: fields[4] === 't',
    contentLength: Number(fields[5]),
    sha256: fields[6]!,
    collectionMs: Number(fields[7]),
    storeMs: Number(fields[8]),
    segmentKey: fields[9]!,
    recordOffset: Number(fields[10]),
    recordLength: Number(fields[11]),
    quarantined: fields[12] === '' ? undefined : fields[12]!.slice(1),
  };
}
