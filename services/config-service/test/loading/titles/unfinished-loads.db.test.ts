// Tests loads that fail, are interrupted or run concurrently. The titles that queries see must stay consistent.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { insertPendingFiles } from '../../../src/index/titles/files.db.ts';
import { serveFiles } from '../../../src/index/titles/serve.db.ts';
import type { TitleInput } from '../../../src/loading/steps.ts';
import { countRows, readAuNames } from './stored.db.ts';
import {
  createTitleDatabase,
  loadTestTitles,
  makeInput,
  makeJournalText,
  type TitleDatabase,
} from './title-database.ts';

const many = Array.from({ length: 1_500 }, (_, volume) => volume + 10);
const served = { tdb_file: 1, tdb_fact: 1, tdb_au: 1, tdb_title: 1, tdb_publisher: 1 };

/**
 * Returns an input that yields most of its text, resolves `reached`, and waits for `goOn()` before it yields the rest.
 */
function paused(text: string): { input: TitleInput; reached: Promise<void>; goOn(): void } {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const whole = makeInput('many.tdb', text);
  const open = async function* (signal: AbortSignal) {
    signal.addEventListener('abort', () => goOn.reject(signal.reason));
    const bytes = Buffer.from(text);
    yield bytes.subarray(0, -10);
    reached.resolve();
    await goOn.promise;
    yield bytes.subarray(-10);
  };
  return { input: { ...whole, open }, reached: reached.promise, goOn: goOn.resolve };
}

describe('while the title database', () => {
  let db: TitleDatabase['kysely'];
  beforeEach(async () => {
    db = (await createTitleDatabase()).kysely;
    await loadTestTitles(db, { inputs: [makeInput('a.tdb', makeJournalText([1]))] });
  });

  it('is loaded, the one before is served', async () => {
    const slow = paused(makeJournalText(many));
    const loading = loadTestTitles(db, { inputs: [slow.input] });
    await slow.reached;
    expect((await countRows(db)).tdb_au).toBe(1_001);
    expect(await readAuNames(db)).toEqual(['Journal Volume 1']);
    slow.goOn();
    expect(await loading).toEqual({ changed: true, problems: [] });
    expect(await readAuNames(db)).toHaveLength(1_500);
  });

  it('is loaded, an end to it leaves nothing behind', async () => {
    const slow = paused(makeJournalText(many));
    const stopping = new AbortController();
    const loading = loadTestTitles(db, { inputs: [slow.input], signal: stopping.signal });
    await slow.reached;
    stopping.abort(new Error('stopped'));
    await expect(loading).rejects.toThrow('stopped');
    expect(await countRows(db)).toEqual(served);
    expect(await readAuNames(db)).toEqual(['Journal Volume 1']);
  });

  it('is loaded, the process may die: the next load removes what is left', async () => {
    await insertPendingFiles(db, [{ source: 'half.tdb', digest: 'half' }], 1);
    expect(await loadTestTitles(db, { inputs: [makeInput('a.tdb', makeJournalText([1]))] })).toEqual({
      changed: false,
      problems: [],
    });
    expect(await countRows(db)).toEqual(served);
  });

  it('is loaded, another load takes over', async () => {
    const slow = paused(makeJournalText(many));
    const first = loadTestTitles(db, { inputs: [slow.input] });
    const failed = expect(first).rejects.toThrow('another load of the title database took over');
    await slow.reached;
    expect(await loadTestTitles(db, { inputs: [makeInput('b.tdb', makeJournalText([2]))] })).toMatchObject({
      changed: true,
    });
    slow.goOn();
    await failed;
    expect(await readAuNames(db)).toEqual(['Journal Volume 2']);
    expect(await countRows(db)).toEqual(served);
  });

  it('is loaded, another load takes over when it is only to be served', async () => {
    const fileNos = await insertPendingFiles(db, [{ source: 'late.tdb', digest: 'late' }], 1);
    expect(await loadTestTitles(db, { inputs: [makeInput('b.tdb', makeJournalText([2]))] })).toMatchObject({
      changed: true,
    });
    const late = { fileNos, fingerprint: 'late', problems: [], loadedMs: 2 };
    await expect(serveFiles(db, late)).rejects.toThrow('another load of the title database took over');
    expect(await readAuNames(db)).toEqual(['Journal Volume 2']);
    expect(await countRows(db)).toEqual(served);
  });
});

describe('a source that gave titles', () => {
  let db: TitleDatabase['kysely'];
  let folder: string;
  beforeEach(async () => {
    db = (await createTitleDatabase()).kysely;
    folder = join(await createTemporaryFolder(), 'titles');
    await mkdir(folder);
    await writeFile(join(folder, 'a.tdb'), makeJournalText([1], { title: 'A' }));
    await writeFile(join(folder, 'b.xml'), xml('B'));
    expect(await loadTestTitles(db, { sources: folder })).toEqual({ changed: true, problems: [] });
  });

  const both = ['A Volume 1', 'B'];
  const stays = 'the title database stays as it was';

  it.each([
    ['a.tdb', '<!DOCTYPE html>\n<p>Not Found</p>', 'contains no readable AU'],
    ['b.xml', '<!DOCTYPE html>\n<p>Not Found</p>', ''],
    ['b.xml', xml('B').slice(0, -20), ''],
  ])('changes nothing when it is %s and holds %j', async (name, text, why) => {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'c.tdb'), makeJournalText([1], { title: 'C' }));
    const { changed, problems } = await loadTestTitles(db, { sources: folder });
    expect(changed).toBe(false);
    expect(problems).toEqual([expect.stringMatching(`^${join(folder, name)}:.*${why}; ${stays}$`)]);
    expect(await readAuNames(db)).toEqual(both);
    expect((await countRows(db)).tdb_au).toBe(2);
  });

  it('changes nothing when its folder is gone', async () => {
    await rm(folder, { recursive: true });
    expect(await loadTestTitles(db, { sources: folder })).toEqual({
      changed: false,
      problems: [`${folder}: is not there`, `${folder}: is needed; ${stays}`],
    });
    expect(await readAuNames(db)).toEqual(both);
  });

  it('is not disturbed by another that never gave any', async () => {
    await writeFile(join(folder, 'c.tdb'), 'garbage');
    await writeFile(join(folder, 'd.xml'), '<lockss-config>');
    await writeFile(join(folder, 'a.tdb'), makeJournalText([1, 2], { title: 'A' }));
    const { changed, problems } = await loadTestTitles(db, { sources: `${folder};${folder}/nowhere` });
    expect(changed).toBe(true);
    expect(problems).toEqual([
      `${folder}/nowhere: is not there`,
      expect.stringMatching(`^${folder}/d\\.xml:1:\\d+: `),
      `${folder}/c.tdb:1:8: there should be "=" after "garbage"`,
      `${folder}/c.tdb: contains no readable AU`,
    ]);
    expect(await readAuNames(db)).toEqual(['A Volume 1', 'A Volume 2', 'B']);
  });

  it('may be damaged: what can be read counts', async () => {
    await writeFile(
      join(folder, 'a.tdb'),
      `${makeJournalText([1, 3], { title: 'A' }).replace('name = A ', 'name A ')}\n}`,
    );
    const { changed, problems } = await loadTestTitles(db, { sources: folder });
    expect(changed).toBe(true);
    expect(problems.map((problem) => problem.slice(folder.length + 1))).toEqual([
      'a.tdb:2:20: there should be "=" after "name"',
      'a.tdb:10:1: there is no "{" for this "}"',
    ]);
    expect(await readAuNames(db)).toEqual(['A Volume 1', 'A Volume 3', 'B']);
  });
});

function xml(title: string): string {
  return `<lockss-config><property name="org.lockss.title"><property name="${title}">
    <property name="title" value="${title}"/><property name="plugin" value="p"/>
  </property></property></lockss-config>`;
}
