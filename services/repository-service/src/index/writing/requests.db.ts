// Sets the request of existing artifacts whose request record arrives later.
import { sql, type Transaction } from 'kysely';
import type { CapturedRecord } from '../../domain/record/read-record.ts';
import { formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface RequestedArtifact {
  readonly artifactId: string;
  readonly record: Pick<CapturedRecord, 'urlkey' | 'method' | 'requestBody'>;
}

/** Sets the artifacts' method, request body and urlkey from `record`. The caller must hold the AU's lock. */
export async function setRequests(
  tx: Transaction<IndexSchema>,
  artifacts: readonly RequestedArtifact[],
): Promise<void> {
  if (artifacts.length === 0) return;
  const ids = sql`${formatPlainArray(artifacts.map(({ artifactId }) => artifactId))}::uuid[]`;
  const of = (value: (record: RequestedArtifact['record']) => string | undefined) =>
    formatTextArray(artifacts.map(({ record }) => value(record)));
  // Update `long_key` here: its triggers handle inserts and deletes, but no updates (migrations/first/long-keys.ts).
  await sql`
    delete from long_key using artifact, long_key_rows(artifact) gone
    where artifact.id = any(${ids}) and long_key.stem = gone.stem and long_key.part = gone.part
      and long_key.rank = gone.rank and long_key.artifact_id = gone.artifact_id`.execute(tx);
  await sql`
    update artifact set method = new.method, request_body = new.request_body, urlkey = new.urlkey
    from unnest(
      ${ids}, ${of(({ method }) => method)}::text[], ${of(({ requestBody }) => requestBody)}::text[],
      ${of(({ urlkey }) => urlkey)}::text[]
    ) new (id, method, request_body, urlkey)
    where artifact.id = new.id`.execute(tx);
  await sql`
    insert into long_key select made.* from artifact, long_key_rows(artifact) made
    where artifact.id = any(${ids})`.execute(tx);
}
