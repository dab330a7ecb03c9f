// Changes to artifacts on a real PostgreSQL. After many sequential and concurrent changes, the AU's counters equal a
// recount of its rows. A writer that has waited for a lock reads its rows again.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { ImportEntry } from '../../src/domain/record/entry.ts';
import { deleteArtifact, setCommitted } from '../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';

let database: Database<IndexSchema>;
let segments = 0;

beforeAll(async () => {
  database = await openIndexDatabase();
});

async function record(auid: string, entries: ImportEntry[]) {
  const { auId, namespaceId } = await openImportTarget(database.kysely, { namespace: 'default', auid });
  const segment = { key: `test/${segments++}`, sizeBytes: 1000 };
  await recordSegment(database.kysely, { auId, namespaceId, storeMs: 1, segment, entries });
}

async function counters(auid: string) {
  return database.kysely
    .selectFrom('au')
    .select([
      'artifact_count',
      'committed_count',
      'committed_url_count',
      'all_versions_bytes',
      'latest_versions_bytes',
    ])
    .where('auid', '=', auid)
    .executeTakeFirstOrThrow();
}

/** Recounts all rows. */
async function recount(auid: string) {
  const { rows } = await sql`
    with own as (
      select *, row_number() over (partition by url, committed order by version desc) as place from artifact
      where au_id = (select id from au where auid = ${auid})
    )
    select count(*) as artifact_count, count(*) filter (where committed) as committed_count,
      count(distinct url) filter (where committed) as committed_url_count,
      coalesce(sum(content_length) filter (where committed), 0)::bigint as all_versions_bytes,
      coalesce(sum(content_length) filter (where committed and place = 1), 0)::bigint as latest_versions_bytes
    from own`.execute(database.kysely);
  return rows[0];
}

// URLs longer than an index entry that differ only after the indexed part.
const long = `http://a/${'x'.repeat(2_000)}`;
const urls = ['http://a/', 'http://a/b', `${long}1`, `${long}2`];
const versions = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    urls.map((url) => makeEntry(url, `${i} ${'x'.repeat(i * 7)}`, { committed: i % 3 !== 2 })),
  ).flat();

/** Returns a generator of reproducible random numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the counters', () => {
  it('agree with the rows after every change', async () => {
    const entries = versions(6);
    await record('one by one', entries);
    const pick = random(7);
    for (let change = 0; change < 120; change++) {
      const { id } = entries[pick(entries.length)]!;
      const what = pick(5);
      if (what === 0) await deleteArtifact(database.kysely, id);
      else await setCommitted(database.kysely, id, what % 2 === 0);
      if (what === 4) await record('one by one', [makeEntry(urls[pick(4)]!, `new ${change}`)]);
      expect(await counters('one by one')).toEqual(await recount('one by one'));
    }
  });

  it('agree with the rows after many changes at once', async () => {
    const entries = versions(12);
    await record('at once', entries);
    const pick = random(11);
    const work = Array.from({ length: 200 }, (_, change) => {
      const { id } = entries[pick(entries.length)]!;
      const what = pick(6);
      if (what === 0) return deleteArtifact(database.kysely, id);
      if (what === 1) return record('at once', [makeEntry(urls[pick(4)]!, `new ${change}`)]);
      return setCommitted(database.kysely, id, what % 2 === 0);
    });
    await Promise.all(work);
    expect(await counters('at once')).toEqual(await recount('at once'));
  });

  it('come back to nothing', async () => {
    const entries = versions(3);
    await record('emptied', entries);
    const deletions = entries.map(({ id }) => deleteArtifact(database.kysely, id));
    expect(new Set(await Promise.all(deletions))).toEqual(new Set(['deleted']));
    expect(Object.values(await counters('emptied'))).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('a change that had to wait', () => {
  /**
   * Holds the AU's lock, as another writer would, and calls `start`. Releases the lock once the started operation waits
   * for it.
   */
  async function behind(auid: string, before: string, start: () => Promise<unknown>): Promise<unknown> {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select from au where auid = $1 for update', [auid]);
    const started = start();
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await database.pool.query(
        `select count(*)::integer as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0].waiting;
    }
    await client.query(before);
    await client.query('commit');
    client.release();
    return started;
  }

  const one = async (auid: string) => {
    const stored = makeEntry('http://a/', 'x');
    await record(auid, [stored]);
    return stored.id;
  };

  it('finds nothing to delete when the one before it deleted', async () => {
    const id = await one('waited 1');
    const statement = `delete from artifact where id = '${id}'`;
    const deletion = await behind('waited 1', statement, () => deleteArtifact(database.kysely, id));
    expect(deletion).toBe('missing');
  });

  it('finds nothing to commit when the one before it deleted', async () => {
    const id = await one('waited 2');
    const statement = `delete from artifact where id = '${id}'`;
    expect(await behind('waited 2', statement, () => setCommitted(database.kysely, id, false))).toBe(false);
  });

  it('does not count twice what the one before it did', async () => {
    const id = await one('waited 3');
    const statement = `update artifact set committed = false where id = '${id}';
      update au set committed_count = 0, committed_url_count = 0, all_versions_bytes = 0, latest_versions_bytes = 0
      where auid = 'waited 3'`;
    expect(await behind('waited 3', statement, () => setCommitted(database.kysely, id, false))).toBe(true);
    expect(await counters('waited 3')).toEqual(await recount('waited 3'));
  });

  it('does not delete when the one before it began a bulk transfer', async () => {
    const id = await one('waited 4');
    const statement = `update au set bulk_since = now() where auid = 'waited 4'`;
    const deletion = await behind('waited 4', statement, () => deleteArtifact(database.kysely, id));
    expect(deletion).toBe('in-bulk-transfer');
  });
});

it('a change finds its row and the other versions of its URL by indexes, in an AU of any size', async () => {
  const entries = Array.from({ length: 5_000 }, (_, i) => makeEntry(`http://a/${i}`, 'x'));
  await record('large', entries);
  await sql`analyze artifact`.execute(database.kysely);
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  const kysely = new Kysely<IndexSchema>({ dialect, log: (event) => void asked.push(event.query) });
  const { id } = entries[2_500]!;
  await setCommitted(kysely, id, false);
  await deleteArtifact(kysely, id);
  const queries = asked.filter((query) => !/^(begin|commit)/.test(query.sql));
  const plans = await Promise.all(queries.map(planOf));
  expect(plans.join('\n')).toContain('artifact_of_au');
  expect(plans.join('\n')).not.toMatch(/Seq Scan on artifact/);
});

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await database.pool.query(`explain ${text}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
