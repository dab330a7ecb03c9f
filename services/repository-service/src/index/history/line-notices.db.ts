// Records the notices of journal lines, with the URLs of their artifacts.
import { recordNotices } from '@holdfast/notify/outbox';
import { sql, type Transaction } from 'kysely';
import { listLineNotices, mergeNotices } from '../../domain/journal-notices.ts';
import { formatPlainArray } from '../arrays.ts';
import type { JournalLine } from '../keeping/journal.db.ts';
import type { IndexSchema } from '../schema.ts';

/** Maximum number of characters of a URL in a notice. */
const MAX_URL = 1_000;

/** Records the notices of lines. Call in the transaction that removes the lines. */
export async function recordLineNotices(
  tx: Transaction<IndexSchema>,
  lines: readonly JournalLine[],
): Promise<void> {
  const notices = mergeNotices(lines.flatMap(listLineNotices));
  const uuids = new Set(notices.flatMap(({ detail }) => (detail.items ?? []).map(({ uuid }) => uuid)));
  const urls = await findUrls(tx, [...uuids]);
  const withUrls = notices.map(({ detail, ...notice }) => ({
    ...notice,
    detail: {
      ...detail,
      ...(detail.items && {
        items: detail.items.map(({ uuid }) => {
          const url = urls.get(uuid);
          return { uuid, ...(url !== undefined && { url }) };
        }),
      }),
    },
  }));
  await recordNotices(tx, 'repository', withUrls);
}

/** Returns the URLs of the artifacts that exist, by UUID. */
async function findUrls(
  tx: Transaction<IndexSchema>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; url: string }>`
    select id, left(url, ${MAX_URL}) as url from artifact where id = any(${formatPlainArray(uuids)}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, url }) => [id, url]));
}
