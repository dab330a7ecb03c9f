// The damaged artifacts of URLs, which what comes may take the place of.
import { type Kysely, sql } from 'kysely';
import type { DamagedCopy, Requested } from '../../domain/record/entry.ts';
import { type ArtifactKind, artifactKinds } from '../../domain/record/fields.ts';
import { textArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface RequestColumns {
  readonly method: string | null;
  readonly request_body: string | null;
}

interface FoundCopy extends RequestColumns {
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

/**
 * Answers the damaged artifacts of many URLs of one AU, in the order of their versions. It is asked only where the AU has
 * any.
 */
export async function damagedCopies(
  db: Kysely<IndexSchema>,
  auId: number,
  urls: readonly string[],
): Promise<Map<string, DamagedCopy[]>> {
  const { rows } = await sql<FoundCopy>`
    select asked.position::integer as position, id, version, sha256, committed, kind, collection_ms, store_ms,
      method, request_body,
      not exists (select from damage where artifact_id = artifact.id and not in_companions) as companions_alone,
      companions_before + companions_after > 0
        or exists (select from kept_record where artifact_id = artifact.id) as has_companions
    from unnest(${textArray(urls)}::text[]) with ordinality asked(url, position)
    join artifact on au_id = ${auId} and url_head(artifact.url) = url_head(asked.url)
      and url_tail(artifact.url) = url_tail(asked.url)
    where exists (select from damage where artifact_id = artifact.id)
    order by position, version`.execute(db);
  const copies = rows.map((row) => ({ url: urls[row.position - 1]!, copy: damagedCopy(row) }));
  const byUrl = Map.groupBy(copies, ({ url }) => url);
  return new Map([...byUrl].map(([url, found]) => [url, found.map(({ copy }) => copy)]));
}

function damagedCopy(row: FoundCopy): DamagedCopy {
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
    ...requested(row),
  };
}

export function requested({ method, request_body }: RequestColumns): Requested {
  return { method: method ?? undefined, requestBody: request_body ?? undefined };
}
