import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { findTitleEntries } from '../../../src/index/titles/titles.db.ts';
import { countRows, readAllRows, readAuNames } from './stored.db.ts';
import {
  createTitleDatabase,
  loadTestTitles,
  makeInput,
  makeJournalText,
  type TitleDatabase,
} from './title-database.ts';

describe('a load of the title database', () => {
  let database: TitleDatabase;
  let db: TitleDatabase['kysely'];
  beforeEach(async () => {
    database = await createTitleDatabase();
    db = database.kysely;
  });

  it('makes entries that are found by their AUIDs', async () => {
    expect(await loadTestTitles(db, { inputs: [makeInput('a.tdb', makeJournalText([1, 2]))] })).toEqual({
      changed: true,
      problems: [],
    });
    const auid = 'org|example|Plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2FJournal%2F&volume~2';
    const params = { base_url: 'http://www.example.org/Journal/', volume: '2' };
    expect([...(await findTitleEntries(db, [auid, 'other&x~y', auid]))]).toEqual([
      [
        auid,
        {
          auid,
          name: 'Journal Volume 2',
          pluginId: 'org.example.Plugin',
          journalTitle: 'Journal',
          publisher: 'Press',
          year: '1982',
          down: false,
          configuration: params,
          params,
          attrs: { publisher: 'Press', year: '1982', volume: '2' },
        },
      ],
    ]);
    expect((await findTitleEntries(db, [])).size).toBe(0);
  });

  it('replaces everything, and removes what was before', async () => {
    await loadTestTitles(db, {
      inputs: [
        makeInput('a.tdb', makeJournalText([1, 2])),
        makeInput('b.tdb', makeJournalText([1], { title: 'B' })),
      ],
    });
    expect(
      await loadTestTitles(db, { inputs: [makeInput('b.tdb', makeJournalText([3], { title: 'B' }))] }),
    ).toMatchObject({
      changed: true,
    });
    expect(await readAuNames(db)).toEqual(['B Volume 3']);
    expect(await countRows(db)).toEqual({
      tdb_file: 1,
      tdb_fact: 1,
      tdb_au: 1,
      tdb_title: 1,
      tdb_publisher: 1,
    });
    expect(await loadTestTitles(db, {})).toEqual({ changed: true, problems: [] });
    expect(await readAuNames(db)).toEqual([]);
  });

  it('does nothing when nothing changed, but tells what it told before', async () => {
    const inputs = [makeInput('a.tdb', `${makeJournalText([1])}\nau < x >`)];
    const problems = ['a.tdb:9:1: an AU where no "implicit" says what its values are'];
    expect(await loadTestTitles(db, { inputs })).toEqual({ changed: true, problems });
    const before = await readAllRows(db);
    expect(await loadTestTitles(db, { inputs })).toEqual({ changed: false, problems });
    expect(await readAllRows(db)).toEqual(before);
    expect(await loadTestTitles(db, { inputs: [makeInput('a.tdb', makeJournalText([1]))] })).toEqual({
      changed: true,
      problems: [],
    });
  });

  it('lets the first of several entries for the same AU count, and says so of the others', async () => {
    const b = makeJournalText([2, 3]).replaceAll('Journal Volume', 'Other Volume');
    const outcome = await loadTestTitles(db, {
      inputs: [makeInput('a.tdb', makeJournalText([1, 2, 1])), makeInput('b.tdb', b)],
    });
    expect(await readAuNames(db)).toEqual(['Journal Volume 1', 'Journal Volume 2', 'Other Volume 3']);
    const said = (place: string, name: string) =>
      `${place}: AU "${name}": an earlier AU has the same plugin and parameters, and is used`;
    expect(outcome.problems).toEqual([]);
    const sentences = [said('a.tdb:8:1', 'Journal Volume 1'), said('b.tdb:6:7', 'Other Volume 2')];
    expect(outcome.notices).toEqual({ count: 2, sentences });
  });

  it('puts together what the AUs of a title say of it, whatever file they are in', async () => {
    const first = makeJournalText([1])
      .replace('; issn = 1234-5679', '')
      .replace('param[base_url]', 'attr[journal_id] = one\nparam[base_url]');
    const second = makeJournalText([2])
      .replace('issn = 1234-5679', 'issn = 1111-1111 ; eissn = 2222-2222')
      .replace('param[base_url]', 'attr[journal_id] = two\nparam[base_url]');
    await loadTestTitles(db, {
      inputs: [
        makeInput('a.tdb', first),
        makeInput('b.tdb', second),
        makeInput('c.tdb', makeJournalText([3])),
      ],
    });
    expect(await db.selectFrom('tdb_title').selectAll().execute()).toMatchObject([
      {
        name: 'Journal',
        proprietary_id: 'one',
        proprietary_ids: ['one', 'two'],
        issn: '1111-1111',
        print_issn: '1111-1111',
        eissn: '2222-2222',
        issnl: null,
        issns: ['1111-1111', '2222-2222'],
        publication_type: 'journal',
      },
    ]);
  });

  it('tells the type of a publication by its numbers where no type is declared', async () => {
    const entry = (name: string, more: string) =>
      `org.lockss.title.${name}.title=${name}\norg.lockss.title.${name}.plugin=p\n${more.replaceAll('@', `org.lockss.title.${name}.`)}\n`;
    const text = [
      entry('Journal', '@issn=1234-5679'),
      entry('Book', '@isbn=9780123456789'),
      entry('Series', '@issn=1234-5679\n@isbn=9780123456789'),
      entry('Proceedings', '@type=proceedings\n@isbn=9780123456789'),
    ].join('');
    // Makes the entries distinct: entries with the same plugin and without parameters are the same AU.
    const distinct = text.replaceAll(
      /(org\.lockss\.title\.(\w+)\.)plugin=p/g,
      '$1plugin=p\n$1param.1.key=k\n$1param.1.value=$2',
    );
    expect(await loadTestTitles(db, { inputs: [makeInput('a', distinct, 'properties')] })).toMatchObject({
      problems: [],
    });
    const titles = await db
      .selectFrom('tdb_title')
      .select(['name', 'publication_type'])
      .orderBy('name')
      .execute();
    expect(titles.map(({ name, publication_type }) => [name, publication_type])).toEqual([
      ['Title of [Book]', 'book'],
      ['Title of [Journal]', 'journal'],
      ['Title of [Proceedings]', 'proceedings'],
      ['Title of [Series]', 'bookSeries'],
    ]);
  });

  it('tells very many problems, and how many there were', async () => {
    const inputs = [makeInput('a.tdb', `${makeJournalText([1])}\n${'au < x >\n'.repeat(12_000)}`)];
    const { problems } = await loadTestTitles(db, { inputs });
    expect(problems).toHaveLength(10_000);
    expect(problems.slice(9_998)).toEqual([
      'a.tdb:10007:1: an AU where no "implicit" says what its values are',
      'and 2001 more about titles',
    ]);
  });

  it('leaves out what no index can hold', async () => {
    const long = `{ plugin = p\nimplicit < name ; param[x] >\nau < ${'n'.repeat(2_001)} ; 1 >\nau < N ; ${'é'.repeat(400)} >\nau < N ; ok > }`;
    const { problems } = await loadTestTitles(db, { inputs: [makeInput('a.tdb', long)] });
    expect(problems).toEqual([
      expect.stringMatching(/^a\.tdb:3:1: AU "n+…$/),
      'a.tdb:4:1: AU "N": its AUID is longer than 2000 bytes; it is left out',
    ]);
    expect(await readAuNames(db)).toEqual(['N']);
  });

  it('reads folders and files, each file once', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, 'a.tdb'), makeJournalText([1]));
    await writeFile(join(folder, 'b.tdb'), makeJournalText([2]));
    const sources = `${join(folder, 'b.tdb')};${folder}`;
    expect(await loadTestTitles(db, { sources })).toEqual({ changed: true, problems: [] });
    expect(await readAuNames(db)).toEqual(['Journal Volume 1', 'Journal Volume 2']);
    await rm(join(folder, 'a.tdb'));
    expect(await loadTestTitles(db, { sources })).toEqual({ changed: true, problems: [] });
    expect(await readAuNames(db)).toEqual(['Journal Volume 2']);
  });
});
