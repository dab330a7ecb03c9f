// A copy that reads reported ranges again while transactions change captures at random: it always equals the
// index as of its last report, and under a lease as of now.
import type { Database } from '@holdfast/pg-kit';
import { sqlState } from '@holdfast/pg-kit';
import { printedSeed } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import type { CopyNews } from '../../../src/domain/replay/copy-news.ts';
import { type Snapshot, sees } from '../../../src/domain/replay/snapshot.ts';
import { readNewsSince, takeLease } from '../../../src/index/replay/copy-news.db.ts';
import { type CopyMoment, copyRows } from '../../../src/index/replay/copy-rows.db.ts';
import { RawCapture } from '../../../src/index/replay/raw-captures.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { indexDatabase } from '../../index-database.ts';
import { onIndex } from '../on-index.ts';
import { type Client, newCopy, rowsAt } from './copied-index.ts';

const WRITERS = 3;
/** Minimum number of transactions of each writer; they continue until enough was compared under leases. */
const TRANSACTIONS = 60;
const COMPARED = 5;
const NAMESPACES = [1, 2];

/** Reproducible random numbers (Park and Miller). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
  }

  below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % limit;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

let database: Database<IndexSchema>;
let copy: string;
beforeAll(async () => {
  database = await indexDatabase();
  await onIndex(database)`insert into namespace (name) values ('one'), ('two')`;
  copy = await newCopy(database);
});

/** Rows of all captures by namespace and id, in order, and the snapshot that they are at least as new as. */
class Copy {
  readonly #rows = new Map<number, Buffer[]>();
  since: Snapshot | undefined;

  async readAll(): Promise<void> {
    await copyRows(database.pool, async (moment) => {
      for (const id of NAMESPACES) this.#rows.set(id, await rowsAt(moment, { namespaceId: id, ...ALL }));
      this.since = moment.snapshot;
    });
  }

  /** Reads the changed ranges again, whatever else has changed by then. */
  async take({ changes, snapshot }: CopyNews): Promise<void> {
    for (const { xid } of changes)
      expect([sees(this.since!, xid), sees(snapshot, xid)]).toEqual([false, true]);
    for (const { namespaceId, lowest, highest } of changes) {
      const isOutside = (row: Buffer) => keyOf(row) < lowest || keyOf(row) > highest;
      for (const id of NAMESPACES) {
        if (namespaceId !== undefined && namespaceId !== id) continue;
        // The next greater key. The copy of a range that covers everything is empty, as the table was.
        const range = namespaceId === undefined ? ALL : { from: lowest, below: `${highest}\u0001` };
        const again = await copyRows(database.pool, (moment) =>
          rowsAt(moment, { namespaceId: id, ...range }),
        );
        const kept = namespaceId === undefined ? [] : this.#rows.get(id)!.filter(isOutside);
        this.#rows.set(id, [...kept, ...again]);
      }
    }
    this.since = snapshot;
  }

  get all(): string[] {
    return NAMESPACES.flatMap((id) => inOrder(id, this.#rows.get(id)!));
  }
}

const ALL = { from: '', below: undefined };
const keyOf = (row: Buffer) => new RawCapture(row, 0).urlkey;
const inOrder = (id: number, rows: readonly Buffer[]) =>
  rows.map((row) => `${id} ${row.toString('hex')}`).sort();

async function allAt(moment: CopyMoment): Promise<string[]> {
  const found: string[] = [];
  for (const id of NAMESPACES) found.push(...inOrder(id, await rowsAt(moment, { namespaceId: id, ...ALL })));
  return found;
}

const insert = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, kind, committed, dechunked, sha256, sha1, url, urlkey, digest_part)
  select gen_random_uuid(), 1, 0, 1, 1, n, 0, 1, $1::integer, $2::integer + n, 1, $3::boolean, false, '', '', $4,
    'h' || n % 3 || ')/' || $4, 0
  from generate_series(1, $5::integer) n`;

/** Runs a statement that the service runs, or could run. */
async function change(client: Client, random: Random): Promise<void> {
  const key = String(random.below(30));
  const some = `url = '${key}'`;
  const statements = [
    () =>
      client.query(insert, [
        random.pick(NAMESPACES),
        versions++ * 10,
        random.below(3) > 0,
        key,
        1 + random.below(6),
      ]),
    () => client.query(`update artifact set committed = not committed where ${some}`),
    () => client.query(`update artifact set mime = '${random.below(4)}' where ${some}`),
    () => client.query(`update artifact set segment_id = segment_id + 1 where ${some}`),
    () => client.query(`update artifact set urlkey = 'h' || version % 3 || ')/' || '${key}' where ${some}`),
    () =>
      client.query(`update artifact set namespace_id = 3 - namespace_id where ${some} and version % 2 = 0`),
    () => client.query(`delete from artifact where ${some} and version % 3 = 0`),
    async () => {
      await client.query('savepoint one');
      await change(client, random);
      await client.query(`${random.below(2) > 0 ? 'rollback to' : 'release'} one`);
    },
  ];
  if (random.below(150) === 0) await client.query('truncate artifact');
  else await random.pick(statements)();
}

let versions = 0;
let compared = 0;
const OVERTAKEN = ['40P01', '40001', '23505'];

async function write(random: Random): Promise<void> {
  const client = await database.pool.connect();
  for (let done = 0; done < TRANSACTIONS || compared < COMPARED; done++) {
    try {
      await client.query(
        `begin isolation level ${random.below(50) > 0 ? 'read committed' : 'repeatable read'}`,
      );
      for (let statements = 1 + random.below(3); statements > 0; statements--) await change(client, random);
      await client.query(random.below(5) > 0 ? 'commit' : 'rollback');
      await new Promise((resolve) => setTimeout(resolve, random.below(10)));
    } catch (error) {
      if (!OVERTAKEN.includes(sqlState(error) ?? '')) throw error;
      await client.query('rollback');
    }
  }
  client.release();
}

it('has what the index has', async () => {
  const seed = printedSeed('copies of the replay index');
  const held = new Copy();
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(new Random(seed + i)))).finally(
    () => {
      isWriting = false;
    },
  );
  await held.readAll();
  const holder = uuidv7();
  let told = 0;
  while (isWriting) {
    const news = (await takeLease(database.pool, copy, held.since!, { holder, ms: 500 }))!;
    told += news.changes.length;
    await held.take(news);
    const now = await copyRows(database.pool, allAt);
    const { rows } = await onIndex(database)`select from replay_lease where until > clock_timestamp()`;
    // A lease that ended before everything was read proves nothing.
    if (!news.leased || rows.length === 0) continue;
    expect(held.all).toEqual(now);
    if (now.length > 0) compared += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await writing;
  await held.take((await readNewsSince(database.pool, copy, held.since!))!);
  expect(held.all).toEqual(await copyRows(database.pool, allAt));
  expect(told).toBeGreaterThan(10);
});
