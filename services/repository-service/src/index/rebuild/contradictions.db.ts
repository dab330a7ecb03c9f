// Resolves contradictions between segments from two histories of the index. If an index was restored to an earlier
// state and then used, it has assigned some versions twice. Artifacts of both histories were acknowledged to clients,
// so all of them are retained.
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { findPresentArtifacts } from './complete.db.ts';

interface ResolvedRows {
  /** Rows to insert with their final versions, in the order in which the artifacts were stored. */
  readonly rows: ArtifactRow[];
  readonly renumbered: ArtifactRow[];
  /** Rows of artifacts that are already in the index. */
  readonly repeated: ArtifactRow[];
}

/** Resolves the contradictions. The caller must hold the AU's lock. */
export async function resolveContradictions(
  tx: Transaction<IndexSchema>,
  auId: number,
  rows: readonly ArtifactRow[],
  inOrder: boolean,
): Promise<ResolvedRows> {
  const there = await findPresentArtifacts(
    tx,
    rows.map(({ entry }) => entry.id),
  );
  const repeated = rows.filter(({ entry }) => there.has(entry.id));
  const added = rows.filter(({ entry }) => !there.has(entry.id));
  const taken = await listTakenVersions(tx, auId, [...new Set(added.map(({ entry }) => entry.record.url))]);
  const versionOf = new Map<ArtifactRow, number>();
  for (const row of [...added].sort((a, b) => a.version - b.version)) {
    const { url } = row.entry.record;
    const versions = taken.get(url) ?? new Set<number>();
    taken.set(url, versions);
    const highest = Math.max(0, ...versions);
    const isFree = !versions.has(row.version) && !(inOrder && row.version < highest);
    const version = isFree ? row.version : highest + 1;
    versions.add(version);
    versionOf.set(row, version);
  }
  const settled = added.map((row) => ({ ...row, version: versionOf.get(row)! }));
  return {
    rows: settled,
    renumbered: settled.filter(({ version }, i) => version !== added[i]!.version),
    repeated,
  };
}

async function listTakenVersions(
  tx: Transaction<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ position: number; versions: number[] }>`
    select asked.position::integer as position, array_agg(version) as versions
    from unnest(${formatTextArray(urls)}::text[]) with ordinality asked(url, position)
    join artifact on au_id = ${auId}
      and url_head(artifact.url) = url_head(asked.url) and url_tail(artifact.url) = url_tail(asked.url)
    group by asked.position`.execute(tx);
  return new Map(rows.map(({ position, versions }) => [urls[position - 1]!, new Set(versions)]));
}

export async function recordRenumberedVersions(
  tx: Transaction<IndexSchema>,
  auId: number,
  rows: readonly ArtifactRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into rebuild_renumbered (artifact, au_id, version)
    select artifact, ${auId}, version from unnest(
      ${formatPlainArray(rows.map(({ entry }) => entry.id))}::uuid[],
      ${formatNumberArray(rows.map(({ version }) => version))}::integer[]
    ) renumbered(artifact, version)
    on conflict (artifact) do update set version = excluded.version`.execute(tx);
}

/** Returns the URLs of which a journaled segment contains an artifact of the AU. */
export async function findUrlsInJournaledSegments(
  db: Kysely<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`
    select asked.url from unnest(${formatTextArray(urls)}::text[]) asked(url)
    where exists (
      select from artifact
      join segment on segment.id = artifact.segment_id
      join rebuild_segment known on known.key = segment.key
      where artifact.au_id = ${auId} and url_head(artifact.url) = url_head(asked.url)
        and url_tail(artifact.url) = url_tail(asked.url) and known.entry is not null
    )`.execute(db);
  return new Set(rows.map(({ url }) => url));
}
