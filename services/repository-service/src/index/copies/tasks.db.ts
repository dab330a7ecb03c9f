// Queue of copy tasks: objects that a store lacks, objects that are damaged in it, and deletions that it has not
// confirmed.
import type { ClaimedCopyTask, CopyTask } from '@holdfast/object-store';
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/** Adds tasks. A new task replaces the existing task for the same object and store. */
export async function addCopyTasks(db: Kysely<IndexSchema>, tasks: readonly CopyTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await sql`
    ${buildTaskInsert(tasks)}
    on conflict (key, store_id) do update set
      task = excluded.task, size_bytes = excluded.size_bytes, crc32 = excluded.crc32, version = default,
      tries = 0, failure = null, added_at = now(), due_at = now()`.execute(db);
}

/** Adds tasks, except for objects and stores that already have one. */
export async function addNewCopyTasks(db: Kysely<IndexSchema>, tasks: readonly CopyTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await sql`${buildTaskInsert(tasks)} on conflict (key, store_id) do nothing`.execute(db);
}

/** Inserts tasks. Skips stores that were removed in the meantime. */
function buildTaskInsert(tasks: readonly CopyTask[]) {
  return sql`
    insert into object_copy (key, store_id, task, size_bytes, crc32)
    select key, store_id, task, size_bytes, crc32
    from unnest(
      ${formatTextArray(tasks.map(({ key }) => key))}::text[],
      ${formatPlainArray(tasks.map(({ storeId }) => storeId))}::uuid[],
      ${formatPlainArray(tasks.map(({ kind }) => kind))}::text[],
      ${formatNumberArray(tasks.map(({ sizeBytes }) => sizeBytes))}::bigint[],
      ${formatNumberArray(tasks.map(({ crc32 }) => crc32))}::bigint[]
    ) given(key, store_id, task, size_bytes, crc32)
    where exists (select from store where id = store_id)`;
}

/** Adds deletion tasks. Returns the stores in which the deletion replaced another task. */
export async function beginCopyDeletion(
  db: Kysely<IndexSchema>,
  key: string,
  storeIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ storeId: string }>`
    with sums as (delete from object_sums where key = ${key}),
    before as (select store_id from object_copy where key = ${key}),
    added as (
      insert into object_copy (key, store_id, task)
      select ${key}, id, 'delete' from store where id = any(${formatPlainArray(storeIds)}::uuid[])
      on conflict (key, store_id) do update set
        task = 'delete', size_bytes = null, crc32 = null, version = default, tries = 0, failure = null,
        added_at = now(), due_at = now()
    )
    select store_id as "storeId" from before`.execute(db);
  return rows.map(({ storeId }) => storeId).filter((id) => storeIds.includes(id));
}

export async function endCopyDeletion(
  db: Kysely<IndexSchema>,
  key: string,
  storeIds: readonly string[],
): Promise<void> {
  if (storeIds.length === 0) return;
  await sql`
    delete from object_copy
    where key = ${key} and task = 'delete' and store_id = any(${formatPlainArray(storeIds)}::uuid[])`.execute(
    db,
  );
}

export async function listCopyTasks(db: Kysely<IndexSchema>, key: string): Promise<CopyTask[]> {
  const { rows } = await sql<CopyTask>`
    select key, store_id as "storeId", task as kind, size_bytes as "sizeBytes", crc32
    from object_copy where key = ${key}`.execute(db);
  return rows.map(toTask);
}

/** Returns whether an object is missing in all of these stores. */
export async function hasHiddenObject(
  db: Kysely<IndexSchema>,
  storeIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from object_copy
    where task = 'copy' and store_id = any(${formatPlainArray(storeIds)}::uuid[])
    group by key having count(*) = ${storeIds.length}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds a copy task for this store, for each object that another store lacks. */
export async function assignCopyTasks(db: Kysely<IndexSchema>, storeId: string): Promise<void> {
  await sql`
    insert into object_copy (key, store_id, task, size_bytes, crc32)
    select distinct on (key) key, ${storeId}::uuid, 'copy', size_bytes, crc32
    from object_copy where task = 'copy' and store_id <> ${storeId}
    order by key
    on conflict (key, store_id) do nothing`.execute(db);
}

/**
 * Takes due tasks, each store's longest overdue first, and leases them for `leaseMs`. Omits repairs of objects whose
 * checksum is unknown.
 */
export async function takeCopyTasks(
  db: Kysely<IndexSchema>,
  { storeIds, limit, leaseMs }: { storeIds: readonly string[]; limit: number; leaseMs: number },
): Promise<ClaimedCopyTask[]> {
  const { rows } = await sql<ClaimedCopyTask>`
    with due as (
      select task.key, task.store_id
      from unnest(${formatPlainArray(storeIds)}::uuid[]) wanted(id)
      cross join lateral (
        select key, store_id from object_copy
        where store_id = wanted.id and due_at <= now() and (task <> 'repair' or crc32 is not null)
        order by due_at limit ${limit} for update skip locked
      ) task
      limit ${limit}
    )
    update object_copy set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    from due where object_copy.key = due.key and object_copy.store_id = due.store_id
    returning object_copy.key, object_copy.store_id as "storeId", task as kind, size_bytes as "sizeBytes", crc32,
      version::text as version, tries`.execute(db);
  return rows.map((row) => ({ ...toTask(row), version: row.version, tries: row.tries }));
}

/**
 * Adds or replaces a task and leases it. Returns undefined if the object is to be deleted or the store no longer
 * exists.
 */
export async function claimCopyTask(
  db: Kysely<IndexSchema>,
  task: CopyTask,
  leaseMs: number,
): Promise<ClaimedCopyTask | undefined> {
  const { key, storeId, kind, sizeBytes = null, crc32 = null } = task;
  const { rows } = await sql<{ version: string }>`
    insert into object_copy (key, store_id, task, size_bytes, crc32, due_at)
    select ${key}, id, ${kind}, ${sizeBytes}::bigint, ${crc32}::bigint,
      now() + ${leaseMs}::float8 * interval '1 millisecond'
    from store where id = ${storeId}
    on conflict (key, store_id) do update set
      task = excluded.task, size_bytes = excluded.size_bytes, crc32 = excluded.crc32, version = default,
      tries = 0, failure = null, due_at = excluded.due_at
    where object_copy.task <> 'delete'
    returning version::text as version`.execute(db);
  return rows[0] && { ...task, version: rows[0].version, tries: 0 };
}

/** Lists damaged objects whose checksum is unknown, the oldest first. */
export async function listRepairsWithoutChecksum(
  db: Kysely<IndexSchema>,
  limit: number,
): Promise<CopyTask[]> {
  const { rows } = await sql<CopyTask>`
    select key, store_id as "storeId", task as kind, size_bytes as "sizeBytes", crc32
    from object_copy where task = 'repair' and crc32 is null order by added_at limit ${limit}`.execute(db);
  return rows.map(toTask);
}

/** Removes a task, unless another task has replaced it. Returns whether the task was removed. */
export async function finishCopyTask(
  db: Kysely<IndexSchema>,
  { key, storeId, version }: ClaimedCopyTask,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from object_copy where key = ${key} and store_id = ${storeId} and version = ${version}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function postponeCopyTask(
  db: Kysely<IndexSchema>,
  { key, storeId, version }: ClaimedCopyTask,
  { delayMs, failure }: { delayMs: number; failure: string },
): Promise<void> {
  await sql`
    update object_copy
    set due_at = now() + ${delayMs}::float8 * interval '1 millisecond', tries = tries + 1,
      failure = ${failure.slice(0, 1_000)}
    where key = ${key} and store_id = ${storeId} and version = ${version}`.execute(db);
}

/** Converts null, which PostgreSQL returns for an unknown value, to a missing property. */
function toTask({ key, storeId, kind, sizeBytes, crc32 }: CopyTask): CopyTask {
  const known = sizeBytes == null ? {} : { sizeBytes: Number(sizeBytes) };
  return { key, storeId, kind, ...known, ...(crc32 != null && { crc32: Number(crc32) }) };
}
