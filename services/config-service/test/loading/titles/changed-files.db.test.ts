// Tests that a load reads and writes only changed files, with the same result as if it had read all files.
import { chooseSeed } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Db } from '../../../src/index/schema/schema.ts';
import type { TitleInput } from '../../../src/loading/steps.ts';
import { createChoices } from '../../features/queries/differential/choices.ts';
import { readAuNames, storePlugin } from './stored.db.ts';
import {
  createTitleDatabase,
  loadTestTitles,
  makeInput,
  makeJournalText,
  type TitleDatabase,
} from './title-database.ts';

/** Returns an input that counts how often it is opened. */
function counted(source: string, text: string): TitleInput & { opened: number } {
  const plain = makeInput(source, text);
  const one = {
    ...plain,
    opened: 0,
    open: (signal: AbortSignal) => {
      one.opened += 1;
      return plain.open(signal);
    },
  };
  return one;
}

/** Returns the rows of the title database. Each row has the ID of the transaction that last wrote it. */
async function written(db: Db): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for (const table of ['tdb_au', 'tdb_fact', 'tdb_title', 'tdb_publisher']) {
    const { rows: found } = await sql<{ row: string; by: string }>`
      select row(t.*)::text as row, xmin::text as by from ${sql.table(table)} as t`.execute(db);
    for (const { row, by } of found) rows.set(`${table} ${row}`, by);
  }
  return rows;
}

/** Returns all rows that queries can see, in order of precedence. */
async function everything(db: Db): Promise<unknown> {
  const { rows: aus } = await sql<{ au: unknown }>`
    select to_jsonb(au) - array['file_no', 'place', 'fact_no'] as au from current_tdb_au as au
    order by place, au_no`.execute(db);
  const titles = await db.selectFrom('tdb_title').selectAll().orderBy('title_id').execute();
  const publishers = await db.selectFrom('tdb_publisher').selectAll().orderBy('name').execute();
  return { aus: aus.map(({ au }) => au), titles, publishers };
}

describe('when files of the title database change', () => {
  let db: TitleDatabase['kysely'];
  beforeEach(async () => {
    db = (await createTitleDatabase()).kysely;
  });

  it('no other is read, and nothing that stays is written again', async () => {
    const files = Array.from({ length: 20 }, (_, at) =>
      counted(`${at}.tdb`, makeJournalText([1, 2, 3], { title: `T${at}`, publisher: `P${at}` })),
    );
    await loadTestTitles(db, { inputs: files });
    const before = await written(db);
    for (const file of files) file.opened = 0;
    const changed = counted('7.tdb', makeJournalText([1, 2, 4], { title: 'T7', publisher: 'P7' }));
    expect(await loadTestTitles(db, { inputs: files.with(7, changed) })).toEqual({
      changed: true,
      problems: [],
    });
    expect(files.reduce((sum, { opened }) => sum + opened, changed.opened)).toBe(1);
    const after = await written(db);
    const fresh = [...after].filter(([row, by]) => before.get(row) !== by).map(([row]) => row.split(' ')[0]);
    // The load writes the AUs and their title facts. The title itself is unchanged.
    expect(fresh.sort()).toEqual(['tdb_au', 'tdb_au', 'tdb_au', 'tdb_fact']);
    expect(after.size).toBe(before.size);
  });

  it('the first of several entries for an AU counts, whichever file comes, goes or changes', async () => {
    const file = (name: string, volumes: readonly number[]) =>
      makeInput(`${name}.tdb`, makeJournalText(volumes).replaceAll('Journal Volume', `${name} Volume`));
    const [a, b, c] = [file('a', [1, 2]), file('b', [2, 3]), file('c', [1, 3])];
    await loadTestTitles(db, { inputs: [a, b, c] });
    expect(await readAuNames(db)).toEqual(['a Volume 1', 'a Volume 2', 'b Volume 3']);
    await loadTestTitles(db, { inputs: [b, c] });
    expect(await readAuNames(db)).toEqual(['b Volume 2', 'b Volume 3', 'c Volume 1']);
    await loadTestTitles(db, { inputs: [c, b] });
    expect(await readAuNames(db)).toEqual(['b Volume 2', 'c Volume 1', 'c Volume 3']);
    const { notices } = await loadTestTitles(db, { inputs: [file('a', [2]), c, b] });
    expect(await readAuNames(db)).toEqual(['a Volume 2', 'c Volume 1', 'c Volume 3']);
    expect(notices?.count).toBe(2);
  });

  it('files are read again of whose plugins the parameters changed, and no others', async () => {
    const of = (plugin: string) =>
      counted(`${plugin}.tdb`, makeJournalText([1], { title: plugin }).replace('org.example.Plugin', plugin));
    const [one, other] = [of('p.One'), of('p.Other')];
    await loadTestTitles(db, { inputs: [one, other] });
    const parameter = { key: 'volume', type: 1, definitional: true, defaultOnly: false } as const;
    await storePlugin(db, 'p.One', [parameter]);
    expect(await loadTestTitles(db, { inputs: [one, other] })).toMatchObject({ changed: true });
    expect([one.opened, other.opened]).toEqual([2, 1]);
    await storePlugin(db, 'p.Third', [parameter]);
    expect(await loadTestTitles(db, { inputs: [one, other] })).toEqual({ changed: false, problems: [] });
    expect([one.opened, other.opened]).toEqual([2, 1]);
  });

  it('problems of files that stay are told as before', async () => {
    const odd = makeInput('odd.tdb', `${makeJournalText([1])}\nau < x >`);
    const { problems } = await loadTestTitles(db, { inputs: [odd] });
    expect(problems).toHaveLength(1);
    expect(
      (await loadTestTitles(db, { inputs: [odd, makeInput('b.tdb', makeJournalText([2]))] })).problems,
    ).toEqual(problems);
  });

  it('whatever the changes, all is as if everything had been read', async () => {
    const choices = createChoices(chooseSeed('changes of titles'));
    const some = <One>(items: readonly One[]): One[] => items.filter(() => choices.chance(0.5));
    const text = () => {
      const volumes = some([1, 2, 3, 4, 5]);
      const titled = makeJournalText(volumes, {
        publisher: choices.pick(['P', 'Q']),
        title: choices.pick(['T', 'U']),
      });
      const facts = choices.pick(['', ' ; eissn = 2222-2222', ' ; eissn = 3333-3333 ; issnl = 1111-1111']);
      const known = choices.pick(['', 'attr[journal_id] = one\n', 'attr[journal_id] = two\n']);
      return titled
        .replace('issn = 1234-5679', `issn = ${choices.pick(['1234-5679', '0000-0000'])}${facts}`)
        .replace('param[base_url]', `${known}param[base_url]`);
    };
    let files = new Map<string, TitleInput>();
    for (let round = 0; round < 25; round += 1) {
      const left = [...files].filter(() => choices.chance(0.8));
      const changed = some(['a', 'b', 'c', 'd', 'e']).map((name) => [name, makeInput(name, text())] as const);
      const next = new Map([...left, ...changed.slice(0, 2)]);
      const ordered = [...next].sort(([a], [b]) => (a < b ? -1 : 1));
      files = new Map(choices.chance(0.2) ? ordered.reverse() : ordered);
      const inputs = [...files.values()];
      await loadTestTitles(db, { inputs });
      const step = await everything(db);
      await sql`truncate tdb_file, tdb_fact, tdb_au, tdb_title, tdb_publisher`.execute(db);
      await sql`update tdb_state set fingerprint = null`.execute(db);
      await loadTestTitles(db, { inputs });
      expect(step).toEqual(await everything(db));
    }
  });
});
