// Finds which UUIDs and versions of migrated artifacts are already in use.
import { type Kysely, sql } from 'kysely';
import {
  type ExistingIdentities,
  type ExistingUuids,
  type StoredIdentity,
  toVersionKey,
} from '../../domain/identified-batch.ts';
import type { CapturedRecord } from '../../domain/record/read-record.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/** Returns which of these UUIDs belong to existing artifacts, in any AU, and which of them were purged. */
export async function findExistingUuids(
  db: Kysely<IndexSchema>,
  uuids: readonly string[],
): Promise<ExistingUuids> {
  if (uuids.length === 0) return { byId: new Map(), purged: new Set() };
  const { rows } = await sql<Omit<StoredIdentity, 'sha256'> & { sha256: Buffer }>`
    select id, au_id as "auId", url, version, sha256, committed from artifact
    where id = any(${formatPlainArray(uuids)}::uuid[])`.execute(db);
  const { rows: purged } = await sql<{ id: string }>`
    select id from purge where id = any(${formatPlainArray(uuids)}::uuid[])`.execute(db);
  return {
    byId: new Map(rows.map((row) => [row.id, { ...row, sha256: row.sha256.toString('hex') }])),
    purged: new Set(purged.map(({ id }) => id)),
  };
}

/** Returns the identities that are already in use. `urls`: URLs that the AU may already contain. */
export async function findExistingIdentities(
  db: Kysely<IndexSchema>,
  auId: number,
  records: readonly CapturedRecord[],
  urls: ReadonlySet<string>,
): Promise<ExistingIdentities> {
  const known = await findExistingUuids(
    db,
    records.map(({ given }) => given!.uuid),
  );
  const asked = records.filter(({ url }) => urls.has(url));
  const byVersion =
    asked.length === 0 ? new Map<string, string>() : await findVersionHolders(db, auId, asked);
  return { auId, ...known, byVersion };
}

async function findVersionHolders(
  db: Kysely<IndexSchema>,
  auId: number,
  asked: readonly CapturedRecord[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ position: number; id: string }>`
    select asked.position::integer as position, artifact.id
    from unnest(
      ${formatTextArray(asked.map(({ url }) => url))}::text[], ${formatNumberArray(asked.map(({ given }) => given!.version))}::integer[]
    ) with ordinality asked(url, version, position)
    join artifact on au_id = ${auId} and url_head(artifact.url) = url_head(asked.url)
      and url_tail(artifact.url) = url_tail(asked.url) and artifact.version = asked.version`.execute(db);
  return new Map(
    rows.map(({ position, id }) => {
      const { url, given } = asked[position - 1]!;
      return [toVersionKey(url, given!.version), id];
    }),
  );
}
