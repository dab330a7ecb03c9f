// Collects requests whose records are not adjacent to their artifact. Their methods and bodies are collected while
// segments are loaded, and written to the artifacts' rows at the end.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { addRequest } from '../../domain/record/read-record.ts';
import { formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { setRequests } from '../writing/artifact-rows.db.ts';

export async function stageRequests(db: Kysely<IndexSchema>, kept: readonly KeptRecord[]): Promise<void> {
  const telling = kept.flatMap(({ artifactId, request }) =>
    artifactId !== undefined && request ? [{ artifactId, request }] : [],
  );
  if (telling.length === 0) return;
  await sql`
    insert into rebuild_request
    select * from unnest(
      ${formatPlainArray(telling.map(({ artifactId }) => artifactId))}::uuid[],
      ${formatTextArray(telling.map(({ request }) => request.method))}::text[],
      ${formatTextArray(telling.map(({ request }) => request.body))}::text[])
    on conflict do nothing`.execute(db);
}

const PAGE_SIZE = 1_000;

/** Writes the collected requests to the artifacts' rows. Idempotent. */
export async function writeStagedRequests(db: Kysely<IndexSchema>): Promise<void> {
  for (let placed = PAGE_SIZE; placed === PAGE_SIZE; ) {
    placed = await runInTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string; url: string; method: string; body: string | null }>`
        select artifact.id, artifact.url, staged.method, staged.body
        from rebuild_request staged join artifact on artifact.id = staged.artifact
        limit ${PAGE_SIZE}`.execute(tx);
      const requested = rows.map(({ id, url, method, body }) => {
        const request = { method, body: body ?? undefined };
        return { artifactId: id, record: addRequest({ url, urlkey: '' }, request) };
      });
      await setRequests(
        tx,
        requested.filter(({ record }) => record.urlkey !== ''),
      );
      await sql`
        delete from rebuild_request where artifact = any(${formatPlainArray(rows.map(({ id }) => id))}::uuid[])`.execute(
        tx,
      );
      return rows.length;
    });
  }
}
