import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type FileKind, type WarcFacts, writeWarcFile } from '../../src/corpus/warc-file.ts';
import { boundReader } from '../../src/read/bound.ts';
import { codecReader } from '../../src/read/codec.ts';
import { openFile } from '../../src/read/file-bytes.ts';
import { threadedCodecReader } from '../../src/read/threaded-codec.ts';
import { digestingWarcioReader, warcioReader } from '../../src/read/warcio.ts';

const kinds: [FileKind, number][] = [
  ['html', 0.002],
  ['small', 0.001],
  ['huge', 0.0005],
];

describe.each(kinds)('a %s file', (kind, scale) => {
  let path: string;
  let facts: WarcFacts;
  beforeAll(async () => {
    path = join(await createTemporaryFolder(), 'file.warc.gz');
    facts = await writeWarcFile(path, kind, scale);
  });

  it.each([
    [7000, 'memory'],
    [65_536, 'memory'],
    [2 ** 29, 'memory'],
    [7000, 'file'],
    [65_536, 'file'],
  ] as const)('is read whole in pieces of %d bytes from %s', async (pieceBytes, from) => {
    const file = openFile(path, from);
    expect(await boundReader.read(file.pass(pieceBytes))).toEqual({
      records: facts.records,
      bytes: facts.inflatedBytes,
    });
    expect((await warcioReader.read(file.pass(pieceBytes))).records).toBe(facts.records);
    expect((await digestingWarcioReader.read(file.pass(pieceBytes))).records).toBe(facts.records);
    const found = await codecReader.read(file.pass(pieceBytes));
    expect(found.records).toBe(facts.responses);
    expect(await threadedCodecReader.read(file.pass(pieceBytes))).toEqual(found);
    file.close();
  });
});
