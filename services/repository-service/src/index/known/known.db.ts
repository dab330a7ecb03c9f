// Reads the states of a batch's URLs in their AU.
import { type Kysely, sql } from 'kysely';
import type { CapturedMethod, DamagedCopy } from '../../domain/record/entry.ts';
import { type ArtifactKind, artifactKinds } from '../../domain/record/fields.ts';
import type { UrlState } from '../../domain/url-state.ts';
import { formatTextArray } from '../arrays.ts';
import { toUnsignedCrc } from '../crc.ts';
import type { IndexSchema } from '../schema.ts';

/**
 * Returns the highest version, the latest committed version and the damaged artifacts of each URL. Omits URLs without
 * artifacts in the AU.
 */
export async function readUrlStates(
  db: Kysely<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Map<string, UrlState>> {
  if (urls.length === 0) return new Map();
  const { rows } = await buildStateQuery(auId, urls).execute(db);
  const damaged = rows[0]?.au_damaged ? await listDamagedCopies(db, auId, urls) : undefined;
  return new Map(
    rows.map((row) => {
      const url = urls[row.position - 1]!;
      return [url, toUrlState(row, damaged?.get(url))];
    }),
  );
}

interface UrlStateRow extends RequestColumns {
  readonly position: number;
  readonly highest_version: number;
  readonly id: string | null;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content_length: number;
  readonly collection_ms: number;
  readonly companions_before: number;
  readonly companions_after: number;
  readonly companions_crc: number | null;
  readonly au_damaged: boolean;
}

// The highest version is usually committed, and is then also the latest committed version. Otherwise, the query looks
// up the latest committed version separately.
const buildStateQuery = (auId: number, urls: readonly string[]) => sql<UrlStateRow>`
  select asked.position::integer as position, top.version as highest_version, latest.*,
    exists (select from damage where au_id = ${auId}) as au_damaged
  from unnest(${formatTextArray(urls)}::text[]) with ordinality asked(url, position)
  cross join lateral (
    select ${stateColumns}, committed from artifact
    where au_id = ${auId} and url_head(url) = url_head(asked.url) and url_tail(url) = url_tail(asked.url)
    order by version desc limit 1
  ) top
  left join lateral (
    select ${stateColumns} where committed
    union all
    (select ${stateColumns} from artifact
     where not top.committed and committed
       and au_id = ${auId} and url_head(url) = url_head(asked.url) and url_tail(url) = url_tail(asked.url)
     order by version desc limit 1)
  ) latest on true`;

const stateColumns = sql`id, version, sha256, content_length, collection_ms, method, request_body, companions_before,
  companions_after, companions_crc`;

function toUrlState(row: UrlStateRow, damaged: readonly DamagedCopy[] | undefined): UrlState {
  const latest =
    row.id === null
      ? undefined
      : {
          id: row.id,
          version: row.version,
          sha256: row.sha256.toString('hex'),
          contentLength: row.content_length,
          collectionMs: row.collection_ms,
          adjacent: {
            before: row.companions_before,
            after: row.companions_after,
            companionsCrc: toUnsignedCrc(row.companions_crc),
          },
          ...toCapturedMethod(row),
        };
  return { highestVersion: row.highest_version, latest, damaged };
}

interface RequestColumns {
  readonly method: string | null;
  readonly request_body: string | null;
}

interface DamagedCopyRow extends RequestColumns {
  readonly position: number;
  readonly id: string;
  readonly version: number;
  readonly sha256: Buffer;
  readonly committed: boolean;
  readonly kind: ArtifactKind;
  readonly collection_ms: number;
  readonly store_ms: number;
  readonly companions_alone: boolean;
  readonly has_companions: boolean;
}

/** Returns the damaged artifacts of the URLs in an AU, by version. Call only if the AU has registered damage. */
async function listDamagedCopies(
  db: Kysely<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Map<string, DamagedCopy[]>> {
  const { rows } = await sql<DamagedCopyRow>`
    select asked.position::integer as position, id, version, sha256, committed, kind, collection_ms, store_ms,
      method, request_body,
      not exists (select from damage where artifact_id = artifact.id and not in_companions) as companions_alone,
      companions_before + companions_after > 0
        or exists (select from kept_record where artifact_id = artifact.id) as has_companions
    from unnest(${formatTextArray(urls)}::text[]) with ordinality asked(url, position)
    join artifact on au_id = ${auId} and url_head(artifact.url) = url_head(asked.url)
      and url_tail(artifact.url) = url_tail(asked.url)
    where exists (select from damage where artifact_id = artifact.id)
    order by position, version`.execute(db);
  const copies = rows.map((row) => ({ url: urls[row.position - 1]!, copy: toDamagedCopy(row) }));
  const byUrl = Map.groupBy(copies, ({ url }) => url);
  return new Map([...byUrl].map(([url, found]) => [url, found.map(({ copy }) => copy)]));
}

function toDamagedCopy(row: DamagedCopyRow): DamagedCopy {
  return {
    id: row.id,
    version: row.version,
    sha256: row.sha256.toString('hex'),
    committed: row.committed,
    isRevisit: row.kind === artifactKinds.revisit,
    collectionMs: row.collection_ms,
    storeMs: row.store_ms,
    companionsAlone: row.companions_alone,
    hasCompanions: row.has_companions,
    ...toCapturedMethod(row),
  };
}

function toCapturedMethod({ method, request_body }: RequestColumns): CapturedMethod {
  return { method: method ?? undefined, requestBody: request_body ?? undefined };
}
