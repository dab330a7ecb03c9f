// Which of the identities that artifacts come with are in use.
import { type Kysely, sql } from 'kysely';
import { type HeldIdentity, type KnownIdentities, versionKey } from '../domain/given-batch.ts';
import type { CapturedRecord } from '../domain/read-record.ts';
import { numberArray, plainArray, textArray } from './arrays.ts';
import type { IndexSchema } from './schema.ts';

/** Those of the uuids that are those of artifacts, in whatever AU. */
export async function heldIdentities(
  db: Kysely<IndexSchema>,
  uuids: readonly string[],
): Promise<Map<string, HeldIdentity>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<Omit<HeldIdentity, 'sha256'> & { sha256: Buffer }>`
    select id, au_id as "auId", url, version, sha256, committed from artifact
    where id = any(${plainArray(uuids)}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, sha256: row.sha256.toString('hex') }]));
}

/** `urls`: those that the AU may hold already. */
export async function knownIdentities(
  db: Kysely<IndexSchema>,
  auId: number,
  records: readonly CapturedRecord[],
  urls: ReadonlySet<string>,
): Promise<KnownIdentities> {
  const byId = await heldIdentities(
    db,
    records.map(({ given }) => given!.uuid),
  );
  const asked = records.filter(({ url }) => urls.has(url));
  const byVersion = asked.length === 0 ? new Map<string, string>() : await heldVersions(db, auId, asked);
  return { auId, byId, byVersion };
}

async function heldVersions(
  db: Kysely<IndexSchema>,
  auId: number,
  asked: readonly CapturedRecord[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ position: number; id: string }>`
    select asked.position::integer as position, artifact.id
    from unnest(
      ${textArray(asked.map(({ url }) => url))}::text[], ${numberArray(asked.map(({ given }) => given!.version))}::integer[]
    ) with ordinality asked(url, version, position)
    join artifact on au_id = ${auId} and url_head(artifact.url) = url_head(asked.url)
      and url_tail(artifact.url) = url_tail(asked.url) and artifact.version = asked.version`.execute(db);
  return new Map(
    rows.map(({ position, id }) => {
      const { url, given } = asked[position - 1]!;
      return [versionKey(url, given!.version), id];
    }),
  );
}
