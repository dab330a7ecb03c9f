// Tests finding dropped files, keeping status lines, and formatting failures as CSV.
import { describe, expect, it } from '@jest/globals';
import { findDroppedFiles, isImportable, listChosenFiles } from '../../src/imports/dropped-files.ts';
import { formatFailuresAsCsv } from '../../src/imports/failures-csv.ts';
import { MAX_STATUS_LINES, StatusLines } from '../../src/imports/status-lines.ts';

type Made = { readonly [name: string]: Made | string | null };

/**
 * Returns a folder entry that behaves as in browsers: it lists 100 entries at a time. `null` stands for an unreadable
 * file.
 */
function entry(name: string, made: Made | string | null, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (made === null || typeof made === 'string')
    return {
      ...{ name, fullPath, isFile: true, isDirectory: false },
      file: (resolve: (file: File) => void, reject: (error: unknown) => void) =>
        made === null ? reject(new Error('gone')) : resolve(new File([made], name)),
    } as unknown as FileSystemEntry;
  const inside = Object.entries(made).map(([each, content]) => entry(each, content, fullPath));
  return {
    ...{ name, fullPath, isFile: false, isDirectory: true },
    createReader: () => {
      const left = [...inside];
      return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(left.splice(0, 100)) };
    },
  } as unknown as FileSystemEntry;
}

async function paths(entries: FileSystemEntry[]) {
  const [found, unreadable] = [[] as string[], [] as string[]];
  let largest = 0;
  for await (const batch of findDroppedFiles(entries, (path) => unreadable.push(path))) {
    largest = Math.max(largest, batch.length);
    found.push(...batch.filter(isImportable).map(({ path }) => path));
  }
  return { found, unreadable, largest };
}

describe('what was dropped', () => {
  it('is looked through, folders in folders too', async () => {
    const crawl = { 'b.warc.gz': 'b', a: { 'a.WARC': 'a', 'notes.txt': 'n' }, 'c.wacz': 'c', empty: {} };
    const { found } = await paths([entry('crawl', crawl), entry('odd.bin', 'o')]);
    expect(found.sort()).toEqual(['crawl/a/a.WARC', 'crawl/b.warc.gz', 'crawl/c.wacz', 'odd.bin']);
  });

  it('may be very many files, which come in batches', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_234 }, (_, i) => [`${i}.warc`, 'x']));
    const { found, largest } = await paths([entry('many', many)]);
    expect(new Set(found).size).toBe(1_234);
    expect(largest).toBeLessThanOrEqual(200);
  });

  it('may be gone', async () => {
    const { found, unreadable } = await paths([entry('gone.warc', null), entry('here.warc', 'x')]);
    expect([found, unreadable]).toEqual([['here.warc'], ['gone.warc']]);
  });

  it('as a choice has its folder in its path, and comes in batches', async () => {
    const inFolder = Object.assign(new File(['x'], 'a.arc'), { webkitRelativePath: 'crawl/a.arc' });
    const many = Array.from({ length: 120 }, (_, at) => new File(['xy'], `${at}.warc`));
    const batches = [];
    for await (const batch of listChosenFiles([new File(['x'], 'b.txt'), inFolder, ...many]))
      batches.push(batch);
    const found = batches.flat().map(({ path, isInFolder, sizeBytes }) => [path, isInFolder, sizeBytes]);
    expect([batches.length, found.length]).toEqual([3, 122]);
    expect([...found.slice(0, 2), found.at(-1)]).toEqual([
      ['b.txt', false, 1],
      ['crawl/a.arc', true, 1],
      ['119.warc', false, 2],
    ]);
  });
});

it('of status lines all are counted and few are kept', () => {
  const lines = new StatusLines();
  const from = { file: 'f', namespace: 'default', auid: 'a&b~1' };
  for (let i = 0; i < 3 * MAX_STATUS_LINES; i++) {
    lines.add(from, { offset: i, status: 'OK' });
    lines.add(from, { offset: i, status: 'ERROR' });
  }
  expect(lines.counts).toEqual({ OK: 60_000, DUPLICATE: 0, EXCLUDED: 0, ERROR: 60_000 });
  const [ok, failed] = [lines.of('OK'), lines.of('ERROR')];
  expect([ok.length, ok[0]!.offset, ok.at(-1)!.offset]).toEqual([MAX_STATUS_LINES, 59_999, 40_000]);
  expect([failed.length, failed[0]!.offset, failed.at(-1)!.offset]).toEqual([MAX_STATUS_LINES, 0, 19_999]);
});

it('failures as CSV hold no formula and no second line', () => {
  const line = {
    ...{
      file: '=cmd()',
      namespace: 'default',
      auid: '@a',
      offset: 7,
      url: 'http://a/"b",c\nd',
      status: 'ERROR' as const,
    },
    ...{ artifactUuid: undefined, message: undefined },
  };
  expect(
    formatFailuresAsCsv([{ path: 'x.warc', namespace: 'n', auid: 'a&b~1', trouble: '+1' }], [line]),
  ).toBe(
    'file,namespace,auid,offset,url,status,message\r\n' +
      "x.warc,n,a&b~1,,,,'+1\r\n" +
      '\'=cmd(),default,\'@a,7,"http://a/""b"",c\nd",ERROR,\r\n',
  );
});
