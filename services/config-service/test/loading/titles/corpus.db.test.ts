// The whole corpus of title-database files, loaded and held against what another program made of it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, describeWithCorpus, temporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Db } from '../../../src/index/schema/schema.ts';
import { load, titleDatabase } from './title-database.ts';

describeWithCorpus('the title database of the corpus, loaded', () => {
  it('holds each row of the golden table, and of one AU that is there twice the first', async () => {
    const { kysely: db } = await titleDatabase();
    const outcome = await load(db, { sources: corpus.path('tdb') });
    const golden = readFileSync(corpus.path('golden/tdb-aus.tsv'), 'utf8').trimEnd().split('\n');
    const twice = golden.findLast((row) => row.startsWith(`${auidThatIsThereTwice}\t`))!;
    expect(golden).toHaveLength(12_519);
    expect(outcome).toEqual({
      changed: true,
      problems: [
        expect.stringMatching(
          /athabasca_university\.tdb:116:5: AU ".*": the same plugin and parameters came before/,
        ),
      ],
    });
    expect((await rows(db)).sort()).toEqual(golden.filter((row) => row !== twice).sort());
  });

  it('is the same from XML as from the text that was made from', async () => {
    const [text, xml] = [await titleDatabase(), await titleDatabase()];
    await load(text.kysely, { sources: corpus.path('tdb/coppulpln') });
    await load(xml.kysely, { sources: corpus.path('golden/titledb-coppulpln.xml') });
    const [ofText, ofXml] = [await everything(text.kysely), await everything(xml.kysely)];
    expect(ofText).toHaveLength(1_510);
    expect(ofXml).toEqual(ofText);
  });

  it('loses little of files that each lack one character, and says where', async () => {
    const { kysely: db } = await titleDatabase();
    const folder = await temporaryFolder();
    let seed = 1;
    for (const name of readdirSync(corpus.path('tdb'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.tdb')) continue;
      const bytes = readFileSync(corpus.path(`tdb/${name}`));
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const at = seed % bytes.length;
      const damaged = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
      writeFileSync(join(folder, name.replaceAll('/', '_')), damaged);
    }
    const { changed, problems } = await load(db, { sources: folder });
    expect(changed).toBe(true);
    expect(problems.length).toBeGreaterThan(3);
    for (const problem of problems) expect(problem).toMatch(/^\/.*\.tdb:(\d+:(\d+:)?| holds no AU) /);
    expect((await rows(db)).length).toBeGreaterThan(12_000);
  });
});

const auidThatIsThereTwice =
  'org|lockss|plugin|ojs2|OJS2Plugin&base_url~http%3A%2F%2Fwww%2Ejofde%2Eca%2F&journal_id~jde&year~2014';

// ISSNs are those the AU itself names: a title that changed them has AUs with others.
async function rows(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(E'\t', au.auid, publisher.name, title.name, au.name, au.plugin_id,
      coalesce(au.year, ''), coalesce(au.attrs->>'volume', ''), coalesce(au.props->>'issn', ''),
      coalesce(au.props->>'eissn', ''), coalesce(au.props->>'issnl', ''), au.status, title.publication_type) as row
    from current_tdb_au au
    join current_tdb_title title using (title_no)
    join current_tdb_publisher publisher using (publisher_no)`.execute(db);
  return rows.map(({ row }) => row);
}

/** All that queries can see. */
async function everything(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_array(publisher.name,
      to_jsonb(title) - array['generation', 'title_no', 'publisher_no'],
      to_jsonb(au) - array['generation', 'au_no', 'title_no', 'status']) as row
    from current_tdb_au au
    join current_tdb_title title using (title_no)
    join current_tdb_publisher publisher using (publisher_no)`.execute(db);
  return rows.map(({ row }) => JSON.stringify(row)).sort();
}
