// Tests reading the state journals of a LOCKSS store: the last state of each artifact, even in a damaged journal.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTemporaryFolder, makeJournalRecord, makeReferenceUuid } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { readJournals } from '../../src/store/journal.ts';

const [a, b, c] = ['a', 'b', 'c'].map(makeReferenceUuid) as [string, string, string];

async function fileOf(bytes: Buffer, name = 'artifact_state.warc'): Promise<string> {
  const file = join(await createTemporaryFolder(), name);
  writeFileSync(file, bytes);
  return file;
}

const whole = Buffer.concat([
  makeJournalRecord(a, 'UNCOMMITTED', 1),
  makeJournalRecord(b, 'UNCOMMITTED', 2),
  makeJournalRecord(a, 'PENDING_COPY', 3),
  makeJournalRecord(a, 'COPIED', 4),
  makeJournalRecord(b, 'DELETED', 5),
  makeJournalRecord(c, 'SOMETHING_NEW', 6),
]);

describe('readJournals', () => {
  it.each([
    ['plain', whole, 'artifact_state.warc'],
    ['gzip', gzipSync(whole), 'artifact_state.warc.gz'],
  ])('tells the last state of each artifact: %s', async (_name, bytes, name) => {
    const { last, deleted, damages } = await readJournals([await fileOf(bytes, name)]);
    expect([...last]).toEqual([
      [a, 'COPIED'],
      [b, 'DELETED'],
      [c, 'OTHER'],
    ]);
    expect([...deleted]).toEqual([b]);
    expect(damages).toEqual([]);
  });

  it('goes by the dates of several journals, whatever their order', async () => {
    const older = await fileOf(makeJournalRecord(a, 'COPIED', 1));
    const newer = await fileOf(makeJournalRecord(a, 'DELETED', 2));
    for (const files of [
      [older, newer],
      [newer, older],
    ]) {
      expect((await readJournals(files)).last.get(a)).toBe('DELETED');
    }
  });

  it('takes what was deleted for deleted, whatever is noted later', async () => {
    const entries = [
      makeJournalRecord(a, 'DELETED', 3),
      makeJournalRecord(a, 'COPIED', 4),
      makeJournalRecord(a, 'UNCOMMITTED', 1),
    ];
    const { last, deleted } = await readJournals([await fileOf(Buffer.concat(entries))]);
    expect([last.get(a), deleted.has(a)]).toEqual(['DELETED', true]);
  });

  it('crosses damage, and tells where it is', async () => {
    const entries = Array.from({ length: 3_000 }, (_, i) =>
      makeJournalRecord(makeReferenceUuid(`${i}`), 'COPIED', i),
    );
    const bytes = Buffer.concat(entries);
    const [first, second] = [1_000, 2_000].map((count) => Buffer.concat(entries.slice(0, count)).length);
    bytes.fill(0xff, first!, first! + 10);
    bytes.write('Content-Length: 5', second! + bytes.subarray(second).indexOf('Content-Length: '));
    const { last, damages } = await readJournals([await fileOf(bytes)]);
    expect(last.size).toBe(2_998);
    expect(damages.map(({ offset }) => offset)).toEqual([first, expect.any(Number)]);
  });

  it('tells of an entry that was cut', async () => {
    const { last, damages } = await readJournals([await fileOf(whole.subarray(0, -30))]);
    expect(last.size).toBe(2);
    expect(damages).toEqual([expect.objectContaining({ message: 'it ends inside an entry' })]);
  });

  it('survives bytes that are no journal', async () => {
    for (const bytes of [
      Buffer.alloc(300_000, 'WARC/'),
      Buffer.alloc(100_000),
      gzipSync('x'),
      Buffer.alloc(0),
    ]) {
      const { last } = await readJournals([await fileOf(bytes)]);
      expect(last.size).toBe(0);
    }
  });
});
