// Reads the fields that PREMIS objects contain (URL, digest, length and media type) for exported artifacts.
import { type Kysely, sql } from 'kysely';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface ExportedArtifact {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentLength: number;
  readonly mime: string | undefined;
}

/** Returns the artifacts in `ids`, ordered by UUID. Omits artifacts that no longer exist. */
export async function findExportedArtifacts(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<ExportedArtifact[]> {
  const { rows } = await sql<Omit<ExportedArtifact, 'mime'> & { mime: string | null }>`
    select artifact.id as uuid, namespace.name as namespace, auid, url, encode(sha256, 'hex') as sha256,
      content_length as "contentLength", mime
    from artifact join au on au.id = artifact.au_id join namespace on namespace.id = au.namespace_id
    where artifact.id = any(${formatPlainArray(ids)}::uuid[]) order by artifact.id`.execute(db);
  return rows.map((row) => ({ ...row, mime: row.mime ?? undefined }));
}
