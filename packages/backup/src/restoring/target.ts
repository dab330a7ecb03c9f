// Checks that the target of a restore is empty, or was left by an interrupted restore of the same backup. Writes a
// marker into the target, so that no service uses it during the restore.
import type { ObjectStore } from '@holdfast/object-store';
import { listWholeTables, type Pool } from '@holdfast/pg-kit';
import { BackupRefusedError } from '../format/errors.ts';
import type { BackupNode, NodeDatabase } from '../node/node.ts';
import { RESTORE_TABLE } from '../taking/dump-database.ts';

const MARK_PREFIX = 'restoring/';
const toMarkerKey = (id: string) => `${MARK_PREFIX}${id}`;

/** Throws BackupRefusedError unless the target is empty, missing, or left by an interrupted restore of this backup. */
export async function throwUnlessTargetEmpty(
  { store, databases }: { store: ObjectStore | undefined; databases: readonly NodeDatabase[] },
  id: string,
): Promise<void> {
  if (store !== undefined) await isStoreMarked(store, id);
  for (const database of databases) await isDatabaseMarked(database, id);
}

/** Writes the markers. Changes nothing if it throws BackupRefusedError. */
export async function markTarget(node: BackupNode, id: string): Promise<void> {
  const isStoreOurs = await isStoreMarked(node.store, id);
  const databases = await Promise.all(node.databases.map((database) => isDatabaseMarked(database, id)));
  if (!isStoreOurs)
    await node.store.put(toMarkerKey(id), Buffer.from(`A backup is being restored here: ${id}\n`));
  for (const [at, { pool }] of node.databases.entries()) if (!databases[at]) await markDatabase(pool, id);
}

/** Removes the markers after a complete restore. */
export async function unmarkTarget(node: BackupNode, id: string): Promise<void> {
  for (const { pool } of node.databases) await pool.query(`drop table if exists ${RESTORE_TABLE}`);
  await node.store.delete(toMarkerKey(id));
}

/** Returns true if the store has the marker of this restore, and false if the store is empty. */
async function isStoreMarked(store: ObjectStore, id: string): Promise<boolean> {
  if ((await store.stat(toMarkerKey(id))) !== undefined) return true;
  const [first] = await store.list({ limit: 1 });
  if (first === undefined) return false;
  const why = first.key.startsWith(MARK_PREFIX)
    ? `it contains an unfinished restore of backup ${first.key.slice(MARK_PREFIX.length)}`
    : `it contains ${first.key}`;
  throw new BackupRefusedError(`The object store is not empty: ${why}. Nothing was restored.`);
}

/** Returns true if the database has the marker of this restore, and false if the database is empty. */
async function isDatabaseMarked({ pool, parts }: NodeDatabase, id: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    const tables = await listWholeTables(client, []);
    if (tables.length === 0) return false;
    if (tables.some(({ name }) => name === RESTORE_TABLE)) {
      const { rows } = await client.query<{ backup: string }>(`select backup from ${RESTORE_TABLE}`);
      if (rows[0]?.backup === id) return true;
    }
    const owners = parts.map(({ owner }) => owner).join(' and ');
    throw new BackupRefusedError(
      `The database of ${owners} is not empty: it contains the table ${tables[0]!.name}. Nothing was restored.`,
    );
  } finally {
    client.release();
  }
}

async function markDatabase(pool: Pool, id: string): Promise<void> {
  await pool.query(`create table ${RESTORE_TABLE} as select $1::text as backup`, [id]);
}
