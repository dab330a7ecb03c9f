// Reads and writes the rows of object stores, including the progress of copying missing objects to them.
import type { StoreCounts, StoreRecord } from '@holdfast/object-store';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export async function listStores(db: Kysely<IndexSchema>): Promise<StoreRecord[]> {
  const rows = await db.selectFrom('store').selectAll().orderBy('added_at').execute();
  return rows.map(({ id, name, location, role, state, scanned_key, fill_round, place }) => ({
    id,
    name,
    location,
    role,
    state,
    scannedKey: scanned_key,
    fillRound: fill_round,
    place: place ?? undefined,
  }));
}

export async function saveStore(db: Kysely<IndexSchema>, store: StoreRecord): Promise<void> {
  const { id, name, location, role, state, scannedKey, fillRound, place } = store;
  await sql`
    insert into store (id, name, location, role, state, scanned_key, fill_round, place)
    values (${id}, ${name}, ${location}, ${role}, ${state}, ${scannedKey}, ${fillRound},
      ${place === undefined ? null : JSON.stringify(place)}::json)
    on conflict (id) do update set
      name = excluded.name, location = excluded.location, role = excluded.role, state = excluded.state,
      scanned_key = excluded.scanned_key, fill_round = excluded.fill_round, place = excluded.place`.execute(
    db,
  );
}

export async function saveFillState(
  db: Kysely<IndexSchema>,
  { id, fillRound, scannedKey, state }: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>,
): Promise<void> {
  await db
    .updateTable('store')
    .set({ scanned_key: scannedKey, state })
    .where('id', '=', id)
    .where('fill_round', '=', fillRound)
    .execute();
}

export async function removeStore(db: Kysely<IndexSchema>, id: string): Promise<void> {
  await db.deleteFrom('store').where('id', '=', id).execute();
}

export async function countCopyTasks(db: Kysely<IndexSchema>): Promise<StoreCounts[]> {
  const { rows } = await sql<StoreCounts>`
    select store.id as "storeId",
      (count(*) filter (where task = 'copy'))::integer as missing,
      (count(*) filter (where task = 'repair'))::integer as damaged,
      (count(*) filter (where task = 'delete'))::integer as deletes,
      coalesce(extract(epoch from now() - min(object_copy.added_at)) * 1000, 0)::float8 as "oldestMs"
    from store left join object_copy on store_id = store.id
    group by store.id`.execute(db);
  return rows;
}
