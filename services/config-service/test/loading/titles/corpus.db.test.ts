// Loads title databases from fixtures and from real nodes, and compares the results with LOCKSS.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, createTemporaryFolder, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Db } from '../../../src/index/schema/schema.ts';
import { createTitleDatabase, loadTestTitles } from './title-database.ts';

describe('the title database of our own making, loaded', () => {
  holdsTheTable({
    sources: findFixture('tdb'),
    table: findFixture('golden/tdb-aus.tsv'),
    count: 10,
    auidThatIsThereTwice:
      'org|example|BookPlugin&base_url~https%3A%2F%2Fbooks%2Elake%2Eexample%2F%3Fx%3D1%26y%3D2&isbn~978-0-00-000001-9',
    problem: /lake_books\.tdb:15:5: AU ".*": an earlier AU has the same plugin and parameters/,
  });
  isTheSameFromXml(findFixture('tdb'), findFixture('golden/titledb.xml'), 10 - 1);

  // Changes the host names in each copy, so that its AUs differ from the AUs of all other copies.
  const copies = Array.from({ length: 50 }, (_, copy) =>
    textsIn(findFixture('tdb')).map(({ name, bytes }) => ({
      name: `${copy}_${name}`,
      bytes: Buffer.from(bytes.toString().replaceAll(/\w+\.example/g, (host) => `copy${copy}.${host}`)),
    })),
  );
  losesLittle(copies.flat(), 400);
});

describeWithCorpus('the title database of the corpus, loaded', () => {
  holdsTheTable({
    sources: corpus.path('tdb'),
    table: corpus.path('golden/tdb-aus.tsv'),
    count: 12_519,
    auidThatIsThereTwice:
      'org|lockss|plugin|ojs2|OJS2Plugin&base_url~http%3A%2F%2Fwww%2Ejofde%2Eca%2F&journal_id~jde&year~2014',
    problem: /athabasca_university\.tdb:116:5: AU ".*": an earlier AU has the same plugin and parameters/,
  });
  isTheSameFromXml(corpus.path('tdb/coppulpln'), corpus.path('golden/titledb-coppulpln.xml'), 1_510);
  losesLittle(textsIn(corpus.path('tdb')), 12_000);
});

interface Golden {
  readonly sources: string;
  readonly table: string;
  readonly count: number;
  readonly auidThatIsThereTwice: string;
  readonly problem: RegExp;
}

function holdsTheTable({ sources, table, count, auidThatIsThereTwice, problem }: Golden): void {
  it('holds each row of the golden table, and of one AU that is there twice the first', async () => {
    const { kysely: db } = await createTitleDatabase();
    const outcome = await loadTestTitles(db, { sources });
    const golden = readFileSync(table, 'utf8').trimEnd().split('\n');
    const twice = golden.findLast((row) => row.startsWith(`${auidThatIsThereTwice}\t`))!;
    expect(golden).toHaveLength(count);
    const notices = { count: 1, sentences: [expect.stringMatching(problem)] };
    expect(outcome).toEqual({ changed: true, problems: [], notices });
    expect((await rows(db)).sort()).toEqual(golden.filter((row) => row !== twice).sort());
  });
}

function isTheSameFromXml(sources: string, file: string, count: number): void {
  it('is the same from XML as from the text that was made from', async () => {
    const [text, xml] = [await createTitleDatabase(), await createTitleDatabase()];
    await loadTestTitles(text.kysely, { sources });
    await loadTestTitles(xml.kysely, { sources: file });
    const [ofText, ofXml] = [await everything(text.kysely), await everything(xml.kysely)];
    expect(ofText).toHaveLength(count);
    expect(ofXml).toEqual(ofText);
  });
}

interface TitleText {
  readonly name: string;
  readonly bytes: Buffer;
}

function losesLittle(texts: readonly TitleText[], atLeast: number): void {
  it('loses little of files that each lack one character, and says where', async () => {
    const { kysely: db } = await createTitleDatabase();
    const folder = await createTemporaryFolder();
    let seed = 1;
    for (const { name, bytes } of texts) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const at = seed % bytes.length;
      const damaged = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
      writeFileSync(join(folder, name), damaged);
    }
    const { changed, problems } = await loadTestTitles(db, { sources: folder });
    expect(changed).toBe(true);
    expect(problems.length).toBeGreaterThan(3);
    for (const problem of problems)
      expect(problem).toMatch(/^\/.*\.tdb:(\d+:(\d+:)?| contains no readable AU)/);
    expect((await rows(db)).length).toBeGreaterThan(atLeast);
  });
}

/** Returns the files of a folder and its subfolders. In the file names, each "/" of the path is replaced by "_". */
function textsIn(folder: string): TitleText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tdb'))
    .map((name) => ({ name: name.replaceAll('/', '_'), bytes: readFileSync(join(folder, name)) }));
}

// Returns the AUs with their own ISSNs, which differ from the ISSNs of the title if the title has changed its ISSN.
async function rows(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(E'\t', au.auid, publisher.name, title.name, au.name, au.plugin_id,
      coalesce(au.year, ''), coalesce(au.attrs->>'volume', ''), coalesce(au.props->>'issn', ''),
      coalesce(au.props->>'eissn', ''), coalesce(au.props->>'issnl', ''), au.status, title.publication_type) as row
    from current_tdb_au au
    join tdb_title title using (title_id)
    join tdb_publisher publisher using (publisher_id)`.execute(db);
  return rows.map(({ row }) => row);
}

/** Returns all rows that queries can see. */
async function everything(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_array(publisher.name,
      to_jsonb(title) - array['title_id', 'publisher_id'],
      to_jsonb(au) - array['file_no', 'place', 'au_no', 'title_id', 'fact_no', 'line', 'line_column', 'status']) as row
    from current_tdb_au au
    join tdb_title title using (title_id)
    join tdb_publisher publisher using (publisher_id)`.execute(db);
  return rows.map(({ row }) => JSON.stringify(row)).sort();
}
