// What the index holds of many URLs of one AU: the highest version of each, and the latest committed one.
import { type Kysely, sql } from 'kysely';
import type { DamagedCopy } from '../domain/damaged-copy.ts';
import type { UrlState } from '../domain/dedup.ts';
import { textArray } from './arrays.ts';
import { damagedCopies } from './damaged-copies.db.ts';
import type { IndexSchema } from './schema.ts';

/** URLs the AU has no artifact of are absent from the answer. */
export async function urlStates(
  db: Kysely<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Map<string, UrlState>> {
  if (urls.length === 0) return new Map();
  const { rows } = await query(auId, urls).execute(db);
  const damaged = rows[0]?.au_damaged ? await damagedCopies(db, auId, urls) : undefined;
  return new Map(
    rows.map((row) => {
      const url = urls[row.position - 1]!;
      return [url, urlState(row, damaged?.get(url))];
    }),
  );
}

interface FoundState {
  readonly position: number;
  readonly highest_version: number;
  readonly id: string | null;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content_length: number;
  readonly au_damaged: boolean;
}

// The highest version is nearly always the latest committed one too; only when it is not, the second look-up runs.
const query = (auId: number, urls: readonly string[]) => sql<FoundState>`
  select asked.position::integer as position, top.version as highest_version, latest.*,
    exists (select from damage where au_id = ${auId}) as au_damaged
  from unnest(${textArray(urls)}::text[]) with ordinality asked(url, position)
  cross join lateral (
    select id, version, sha256, content_length, committed from artifact
    where au_id = ${auId} and url_head(url) = url_head(asked.url) and url_tail(url) = url_tail(asked.url)
    order by version desc limit 1
  ) top
  left join lateral (
    select top.id, top.version, top.sha256, top.content_length where top.committed
    union all
    (select id, version, sha256, content_length from artifact
     where not top.committed and committed
       and au_id = ${auId} and url_head(url) = url_head(asked.url) and url_tail(url) = url_tail(asked.url)
     order by version desc limit 1)
  ) latest on true`;

function urlState(row: FoundState, damaged: readonly DamagedCopy[] | undefined): UrlState {
  const latest =
    row.id === null
      ? undefined
      : {
          id: row.id,
          version: row.version,
          sha256: row.sha256.toString('hex'),
          contentLength: row.content_length,
        };
  return { highestVersion: row.highest_version, latest, damaged };
}
