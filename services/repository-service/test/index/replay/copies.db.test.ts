// Registered copies of the replay index in the database: from when and until when changes are reported to them.
import type { Database } from '@holdfast/pg-kit';
import { migrate, openDatabase } from '@holdfast/pg-kit';
import { ownPostgres } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { migrations } from '../../../src/index/migrations/index.ts';
import {
  forgetCopy,
  listNamespaceNames,
  recordHeartbeat,
  registerCopy,
} from '../../../src/index/replay/copies.db.ts';
import { readNewsSince } from '../../../src/index/replay/copy-news.db.ts';
import { dropIdleCopyTriggers } from '../../../src/index/replay/copy-triggers.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { keepUpCopies } from '../../../src/jobs/background-jobs.ts';
import { indexDatabase } from '../../index-database.ts';
import { until } from '../../until.ts';
import { onIndex } from '../on-index.ts';
import {
  imported,
  inShort,
  makeCapture,
  never,
  newCopy,
  settledSnapshot,
  takeSnapshot,
} from './copied-index.ts';

let database: Database<IndexSchema>;
beforeEach(async () => {
  database = await indexDatabase();
});

const triggers = async () =>
  (
    await onIndex(
      database,
    )`select from pg_trigger where tgrelid = 'artifact'::regclass and tgname like 'replay%'`
  ).rows.length;
const changes = async () => (await onIndex(database)`select from replay_change`).rows.length;
const unseenFor = (id: string, interval: string) =>
  onIndex(database)`update replay_copy set seen_at = now() - ${interval}::interval where id = ${id}`;

describe('to register', () => {
  it.each([
    ['makes the triggers', false],
    ['finds the triggers', true],
  ])('waits for those who were writing before when it %s', async (_what, areThere) => {
    if (areThere) await unseenFor(await newCopy(database), '2 hours');
    await imported(database, [makeCapture('org,a)/1')]);
    const writer = await database.pool.connect();
    await writer.query('begin');
    await writer.query(`update artifact set mime = 'a/b'`);
    const order: string[] = [];
    const id = uuidv7();
    const registered = registerCopy(database.kysely, id, never).then(() => order.push('registered'));
    const { rows } = await writer.query('select pg_backend_pid() as pid');
    await until(async () => {
      if (areThere)
        return (await onIndex(database)`select from replay_copy where id = ${id}`).rows.length > 0;
      return (
        (
          await onIndex(database)`
        select from pg_stat_activity where ${rows[0].pid} = any (pg_blocking_pids(pid))`
        ).rows.length > 0
      );
    });
    // Waits as long as another registration would take that waits for nothing.
    for (let i = 0; i < 30; i++) await onIndex(database)`select pg_sleep(0.01)`;
    order.push('committed');
    await writer.query('commit');
    writer.release();
    await registered;
    expect(order).toEqual(['committed', 'registered']);
    const since = await takeSnapshot(database);
    await onIndex(database)`update artifact set mime = 'c/d'`;
    expect(inShort((await readNewsSince(database.pool, id, since))!)).toEqual(['org,a)/1 … org,a)/1']);
  });

  it('can be given up', async () => {
    const writer = await database.pool.connect();
    await writer.query('begin; lock table artifact in row exclusive mode');
    const giveUp = new AbortController();
    const registered = registerCopy(database.kysely, uuidv7(), giveUp.signal);
    const refused = expect(registered).rejects.toThrow('aborted');
    // It retries for two seconds, then pauses.
    giveUp.abort();
    await refused;
    await writer.query('rollback');
    writer.release();
  });

  it('is for several at once, and again for the same', async () => {
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    await Promise.all(ids.map((id) => registerCopy(database.kysely, id, never)));
    expect(await triggers()).toBe(4);
    const since = await takeSnapshot(database);
    expect(await recordHeartbeat(database.kysely, ids[0]!, 0, since)).toBe(1);
    await registerCopy(database.kysely, ids[0]!, never);
    for (const id of ids) expect((await readNewsSince(database.pool, id, since))!.beat).toBe(0);
  });
});

describe('news are of no copy', () => {
  it('that nobody knows, or that is forgotten', async () => {
    const id = await newCopy(database);
    const since = await takeSnapshot(database);
    expect(await readNewsSince(database.pool, uuidv7(), since)).toBeUndefined();
    expect(await readNewsSince(database.pool, id, since)).toMatchObject({
      beat: 0,
      changes: [],
      leased: false,
    });
    await forgetCopy(database.kysely, id);
    expect(await readNewsSince(database.pool, id, since)).toBeUndefined();
    expect(await recordHeartbeat(database.kysely, id, 0, since)).toBeUndefined();
    // Its leases may last a moment longer.
    await imported(database, [makeCapture('org,a)/1')]);
    expect(await changes()).toBe(1);
  });

  it('that was not seen for 50 minutes, as if it were to end an hour after', async () => {
    const id = await newCopy(database);
    const since = await takeSnapshot(database);
    await unseenFor(id, '49 minutes');
    expect(await readNewsSince(database.pool, id, since)).toBeDefined();
    await unseenFor(id, '51 minutes');
    expect(await readNewsSince(database.pool, id, since)).toBeUndefined();
    expect(await recordHeartbeat(database.kysely, id, 0, since)).toBeUndefined();
    // Transactions that began before the copy was visible may see it so.
    await imported(database, [makeCapture('org,a)/1')]);
    expect(await changes()).toBe(1);
  });
});

it('news of more than 50,000 changes are not told, and of none that is older', async () => {
  const id = await newCopy(database);
  const since = await settledSnapshot(database);
  await onIndex(database)`
    insert into replay_change (namespace_id, lowest, highest) select 1, 'a', 'b' from generate_series(1, 50000)`;
  expect((await readNewsSince(database.pool, id, since))!.changes).toHaveLength(50_000);
  await onIndex(database)`insert into replay_change default values`;
  expect(await readNewsSince(database.pool, id, since)).toBeUndefined();
  const later = await settledSnapshot(database);
  expect(await readNewsSince(database.pool, id, later)).toMatchObject({ changes: [] });
});

describe('a heartbeat', () => {
  it('counts on, also behind one whose answer was lost', async () => {
    const id = await newCopy(database);
    const oldest = await takeSnapshot(database);
    const beat = (after: number) => recordHeartbeat(database.kysely, id, after, oldest);
    expect([await beat(0), await beat(1), await beat(1), await beat(3)]).toEqual([1, 2, 3, 4]);
    expect((await readNewsSince(database.pool, id, oldest))!.beat).toBe(4);
  });

  it('is not taken by a database that was restored to an earlier one, or is another', async () => {
    const id = await newCopy(database);
    const oldest = await takeSnapshot(database);
    const last = await recordHeartbeat(database.kysely, id, 0, oldest);
    await onIndex(database)`update replay_copy set beat = 0`;
    expect(await recordHeartbeat(database.kysely, id, last!, oldest)).toBeUndefined();
    await registerCopy(database.kysely, id, never);
    await onIndex(database)`update replay_copy set home = '1/2'`;
    expect(await recordHeartbeat(database.kysely, id, 0, oldest)).toBeUndefined();
  });

  it('takes away what all copies have, and none that one of them lacks', async () => {
    const [first, second] = [await newCopy(database), await newCopy(database)];
    const start = await takeSnapshot(database);
    await imported(database, [makeCapture('org,a)/1')]);
    const middle = await settledSnapshot(database);
    await imported(database, [makeCapture('org,a)/2')]);
    const end = await settledSnapshot(database);
    await recordHeartbeat(database.kysely, first, 0, end);
    expect(inShort((await readNewsSince(database.pool, second, start))!)).toHaveLength(2);
    await recordHeartbeat(database.kysely, second, 0, middle);
    expect(inShort((await readNewsSince(database.pool, second, middle))!)).toEqual(['org,a)/2 … org,a)/2']);
    expect(await changes()).toBe(1);
    await unseenFor(second, '61 minutes');
    await recordHeartbeat(database.kysely, first, 1, end);
    expect(await changes()).toBe(0);
    // The database remembers for a day that the copy existed.
    expect((await onIndex(database)`select from replay_copy`).rows).toHaveLength(2);
    await unseenFor(second, '25 hours');
    await recordHeartbeat(database.kysely, first, 2, end);
    expect((await onIndex(database)`select from replay_copy`).rows).toHaveLength(1);
  });
});

describe('the triggers go', () => {
  it('when there was no copy for a day, with what they have written, and come again', async () => {
    const id = await newCopy(database);
    await imported(database, [makeCapture('org,a)/1')]);
    await forgetCopy(database.kysely, id);
    expect(await dropIdleCopyTriggers(database.kysely)).toBe(false);
    await unseenFor(id, '25 hours');
    expect(await changes()).toBe(1);
    const said: unknown[] = [];
    const log = { info: (words: unknown) => said.push(words), warn: console.warn };
    const ended = new AbortController();
    const kept = keepUpCopies({ database, log: log as never }, ended.signal, 10);
    await until(async () => (await triggers()) === 0);
    ended.abort();
    await kept;
    expect(said).toEqual([expect.stringContaining('there was none for a day')]);
    expect(await changes()).toBe(0);
    expect(await dropIdleCopyTriggers(database.kysely)).toBe(false);
    await newCopy(database);
    expect(await triggers()).toBe(4);
    expect(await dropIdleCopyTriggers(database.kysely)).toBe(false);
    expect(await triggers()).toBe(4);
  });

  it('not while somebody reads for longer', async () => {
    const id = await newCopy(database);
    await unseenFor(id, '25 hours');
    const reader = await database.pool.connect();
    await reader.query('begin; select from artifact');
    expect(await dropIdleCopyTriggers(database.kysely)).toBe(false);
    expect(await triggers()).toBe(4);
    await reader.query('commit');
    reader.release();
    expect(await dropIdleCopyTriggers(database.kysely)).toBe(true);
  });
});

it('namespaces are told by number and name', async () => {
  const b = await imported(database, [], { namespace: 'b' });
  const a = await imported(database, [], { namespace: 'a' });
  expect(await listNamespaceNames(database.kysely)).toEqual([
    { id: a.namespaceId, name: 'a' },
    { id: b.namespaceId, name: 'b' },
  ]);
});

it('a database that crashed knows no copy any more, and all captures', async () => {
  const postgres = await ownPostgres();
  const open = (url: string) =>
    openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  const before = open(postgres.server.url);
  await migrate(before, migrations, { owner: 'repository' });
  const id = await newCopy(before);
  const since = await takeSnapshot(before);
  await imported(before, [makeCapture('org,a)/1')]);
  expect(await readNewsSince(before.pool, id, since)).toBeDefined();
  await postgres.kill();
  await before.close();
  database = open((await postgres.restart()).url);
  expect(await readNewsSince(database.pool, id, since)).toBeUndefined();
  expect(await recordHeartbeat(database.kysely, id, 0, since)).toBeUndefined();
  expect((await onIndex(database)`select from artifact`).rows).toHaveLength(1);
  await registerCopy(database.kysely, id, never);
  const again = await takeSnapshot(database);
  await imported(database, [makeCapture('org,a)/2')]);
  expect(inShort((await readNewsSince(database.pool, id, again))!)).toEqual(['org,a)/2 … org,a)/2']);
  await database.close();
});
