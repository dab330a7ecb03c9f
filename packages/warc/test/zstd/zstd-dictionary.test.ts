// Tests dictionaries of .warc.zst files that the zstandard decoder rejects. They are reported as errors of the input,
// not of the reader.
import { readFileSync } from 'node:fs';
import { makeSkippableFrame, makeZstdFrame } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../../src/report/not-a-warc.ts';
import {
  createSeededRandom,
  makeNoise,
  makeResponseRecord,
  readInAllModes,
  readWarc,
} from '../made-records.ts';

/** Dictionary made by `zstd --train` from records like these, with the ID 40000. */
const dictionary = readFileSync(new URL('../fixtures/records.zdict', import.meta.url));
const DICTIONARY_FRAME = 0x184d2a5d;

const page = (name: string, length = 800) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 7 + length)),
  );
const names = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];
const frames = names.map((name) => makeZstdFrame(page(name)));
const urls = (found: readonly { targetUri: string; error?: string }[]) =>
  found.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));

describe('A dictionary that the decoder refuses', () => {
  const start = Buffer.from('37a430ec409c0000', 'hex');
  const damaged = Buffer.from(dictionary);
  damaged.fill(0xff, 8, 60);
  const refused: readonly (readonly [string, Buffer])[] = [
    ['of nothing', Buffer.alloc(0)],
    ['that is too short', start.subarray(0, 5)],
    ['with a header alone', start],
    ['of zeros behind its header', Buffer.concat([start, Buffer.alloc(279)])],
    ['with another magic number', Buffer.concat([Buffer.from('37a430ed', 'hex'), dictionary.subarray(4)])],
    ['whose entropy tables are damaged', damaged],
    ['that is cut in its tables', dictionary.subarray(0, 100)],
    ['that is compressed and damaged', makeZstdFrame(damaged)],
    ['whose compression is damaged', makeZstdFrame(dictionary).fill(0xff, 100, 300)],
  ];

  it.each(refused)('is no archive, where it comes first: one %s', (_name, content) => {
    for (const behind of [frames[0]!, makeZstdFrame(page('bb', 60), dictionary), Buffer.alloc(0)]) {
      const bytes = Buffer.concat([makeSkippableFrame(DICTIONARY_FRAME, content), behind]);
      expect(() => readWarc(bytes, 65_536)).toThrow(NotAWarcError);
      expect(() => readWarc(bytes, 65_536)).toThrow(/dictionary is damaged/);
    }
  });

  it.each(refused)('is damage, where it comes later: one %s', (_name, content) => {
    const bad = makeSkippableFrame(DICTIONARY_FRAME, content);
    const sound = makeSkippableFrame(DICTIONARY_FRAME, dictionary);
    const named = makeZstdFrame(page('dddd', 60), dictionary);
    const bytes = Buffer.concat([sound, frames[0]!, bad, frames[1]!, frames[2]!, sound, named]);
    const found = readInAllModes(bytes);
    expect(urls(found.records)).toEqual(['a', 'bb', 'ccc', 'dddd']);
    expect(found.damages).toEqual([
      {
        offset: sound.length + frames[0]!.length,
        message: 'A zstandard dictionary is damaged.',
        fatal: false,
      },
    ]);
  });

  it('later, in a frame, costs that frame', () => {
    const named = names.map((name) => makeZstdFrame(page(name, 60), dictionary));
    named[1]!.fill(0xff, 20);
    const found = readInAllModes(Buffer.concat([makeSkippableFrame(DICTIONARY_FRAME, dictionary), ...named]));
    expect(urls(found.records)).toEqual(['a', 'ccc', 'dddd', 'eeeee']);
    expect(found.damages).toEqual([expect.objectContaining({ fatal: false })]);
  });
});
