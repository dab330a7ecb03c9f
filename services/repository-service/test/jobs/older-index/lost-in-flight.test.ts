// A failover can lose a change although the index has a line with a later ID: the lost transaction had got its ID first,
// but committed last.
import type { Database } from '@holdfast/pg-kit';
import { expect, it, jest } from '@jest/globals';
import { insertEvents } from '../../../src/index/history/events.db.ts';
import type { JournalLine } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { putJournalObject, serializeLines, toJournalKey } from '../../../src/jobs/journal/objects.ts';
import { OlderIndexError, throwIfIndexOlder } from '../../../src/jobs/older-index/compare.ts';
import { commit, loseChanges, readCommitted } from './lost-changes.ts';

jest.setTimeout(120_000);

const uncommitAll = () =>
  loseChanges({ a: 'one', b: 'two', c: 'three' }, async (client, uuids) => {
    for (const uuid of uuids) await commit(client, uuid, false);
  });

it('is found and replayed from the memory of a process', async () => {
  const { uuids, lines, database, store, replay } = await uncommitAll();
  const [inFlight, replicated] = lines;
  await replicate(database, replicated!);
  const deps = { db: database.kysely, store };
  await throwIfIndexOlder(deps, [replicated!]);
  await expect(throwIfIndexOlder(deps, [inFlight!, replicated!])).rejects.toThrow(OlderIndexError);
  await replay([inFlight!, replicated!]);
  expect(await readCommitted(database, uuids)).toEqual([false, false, true]);
  await throwIfIndexOlder(deps, [inFlight!, replicated!]);
});

it.each(['in the journal', 'shipped'])(
  'is replayed from the object store, with the later line %s',
  async (state) => {
    const { uuids, lines, database, store, replay } = await uncommitAll();
    const [inFlight, replicated, last] = lines;
    await replicate(database, replicated!);
    if (state === 'shipped') {
      await insertEvents(database.kysely, [replicated!]);
      await database.pool.query('update journal_epoch set shipped_id = $1 where last_id is null', [
        replicated!.id,
      ]);
      await database.pool.query('delete from journal');
    }
    await putJournalObject(store, toJournalKey(inFlight!, crypto.randomUUID()), serializeLines([inFlight!]));
    await replay([last!]);
    expect(await readCommitted(database, uuids)).toEqual([false, false, false]);
  },
);

/** Writes a change and its journal line to the database, as replication does. */
async function replicate({ pool }: Database<IndexSchema>, line: JournalLine): Promise<void> {
  const { id, at, epoch: _epoch, namespace: _namespace, auid: _auid, ...entry } = line;
  const client = await pool.connect();
  await client.query('begin');
  // Disables the triggers, which would begin a new epoch.
  await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into journal (id, au_id, at, entry) overriding system value select $1, au.id, $2, $3 from au`,
    [id, at, JSON.stringify(entry)],
  );
  await client.query(`select setval(pg_get_serial_sequence('journal', 'id'), $1)`, [id]);
  await client.query('update artifact set committed = false where id = any($1)', [
    (entry as { artifacts: string[] }).artifacts,
  ]);
  await client.query('commit');
  client.release();
}
