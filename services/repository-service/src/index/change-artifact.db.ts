// Changes to one artifact that is stored: committed, uncommitted, deleted. Each in one transaction under its AU's lock,
// with the AU's counters.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Counters } from '../ingest/settle.ts';
import type { IndexSchema } from './schema.ts';

export type Deletion = 'deleted' | 'missing' | 'AU in bulk transfer';

/** False when there is no such artifact. Committing what is committed changes nothing. */
export async function setCommitted(
  db: Kysely<IndexSchema>,
  id: string,
  committed: boolean,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const artifact = await lockArtifact(tx, id);
    if (!artifact) return false;
    if (artifact.committed === committed) return true;
    await tx.updateTable('artifact').set({ committed }).where('id', '=', id).execute();
    await addToAu(tx, artifact.au_id, await committedCounters(tx, artifact, committed ? 1 : -1));
    return true;
  });
}

/** The artifact's bytes stay where they are, dead, until compaction. */
export async function deleteArtifact(db: Kysely<IndexSchema>, id: string): Promise<Deletion> {
  return inTransaction(db, async (tx) => {
    const artifact = await lockArtifact(tx, id);
    if (!artifact) return 'missing';
    if (artifact.bulk_since !== null) return 'AU in bulk transfer';
    const counters = artifact.committed ? await committedCounters(tx, artifact, -1) : {};
    await tx.deleteFrom('artifact').where('id', '=', id).execute();
    await tx
      .updateTable('segment')
      .set({ dead_bytes: sql`dead_bytes + ${artifact.record_length}` })
      .where('id', '=', artifact.segment_id)
      .execute();
    await addToAu(tx, artifact.au_id, { ...counters, artifacts: -1 });
    return 'deleted';
  });
}

type LockedArtifact = NonNullable<Awaited<ReturnType<typeof lockArtifact>>>;

/** The AU's row is locked first, as every writer does, so that writers wait in one order. */
async function lockArtifact(tx: Transaction<IndexSchema>, id: string) {
  const found = await tx.selectFrom('artifact').select('au_id').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const au = await tx
    .selectFrom('au')
    .select('bulk_since')
    .where('id', '=', found.au_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const artifact = await tx
    .selectFrom('artifact')
    .select(['id', 'au_id', 'segment_id', 'record_length', 'url', 'version', 'content_length', 'committed'])
    .where('id', '=', id)
    .executeTakeFirst();
  return artifact && { ...artifact, ...au };
}

/** What the AU's counters change by when this artifact joins (1) or leaves (-1) the committed ones. */
async function committedCounters(
  tx: Transaction<IndexSchema>,
  { id, au_id, url, version, content_length }: LockedArtifact,
  sign: 1 | -1,
): Promise<Partial<Counters>> {
  const { rows } = await sql<{ version: number; content_length: number }>`
    select version, content_length from artifact
    where au_id = ${au_id} and url_head(url) = url_head(${url}) and url_tail(url) = url_tail(${url})
      and committed and id <> ${id}
    order by version desc limit 1`.execute(tx);
  const other = rows[0];
  const isLatest = !other || version > other.version;
  return {
    committed: sign,
    committedUrls: other ? 0 : sign,
    allVersionsBytes: sign * content_length,
    latestVersionsBytes: isLatest ? sign * (content_length - (other?.content_length ?? 0)) : 0,
  };
}

async function addToAu(tx: Transaction<IndexSchema>, auId: number, change: Partial<Counters>): Promise<void> {
  await tx
    .updateTable('au')
    .where('id', '=', auId)
    .set({
      artifact_count: sql`artifact_count + ${change.artifacts ?? 0}`,
      committed_count: sql`committed_count + ${change.committed ?? 0}`,
      committed_url_count: sql`committed_url_count + ${change.committedUrls ?? 0}`,
      all_versions_bytes: sql`all_versions_bytes + ${change.allVersionsBytes ?? 0}`,
      latest_versions_bytes: sql`latest_versions_bytes + ${change.latestVersionsBytes ?? 0}`,
    })
    .execute();
}
