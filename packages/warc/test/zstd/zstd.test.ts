import { readFileSync } from 'node:fs';
import { constants, gunzipSync, zstdCompressSync } from 'node:zlib';
import { makeSkippableFrame, makeZstdFrame, measureRetainedMemory } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../../src/report/not-a-warc.ts';
import { WarcReader } from '../../src/warc-reader.ts';
import {
  createSeededRandom,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
  readInAllModes,
  readWarc,
} from '../made-records.ts';

/** Dictionary made by `zstd --train` from records like these, with the ID 40000. */
const dictionary = readFileSync(new URL('../fixtures/records.zdict', import.meta.url));
const DICTIONARY_FRAME = 0x184d2a5d;

const BOMB_BYTES = 24 * 1024 * 1024;

const page = (name: string, length = 800) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 7 + length)),
  );
const names = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];
const records = names.map((name) => page(name));
const plain = Buffer.concat(records);
const frames = records.map((record) => makeZstdFrame(record));
const file = Buffer.concat(frames);
const startOf = (index: number) => frames.slice(0, index).reduce((sum, { length }) => sum + length, 0);
const urls = (found: readonly { targetUri: string; error?: string }[]) =>
  found.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));

describe('A WARC in zstandard frames', () => {
  it('is read with one frame per record, and kept as gzip members', () => {
    const found = readInAllModes(file);
    expect(found.damages).toEqual([]);
    expect(urls(found.records)).toEqual(names);
    expect(found.records.map(({ offset }) => offset)).toEqual(names.map((_, index) => startOf(index)));
    expect(found.records.map(({ inputLength }) => inputLength)).toEqual(frames.map(({ length }) => length));
    const members = found.records.map(({ member }) => gunzipSync(member as Uint8Array));
    expect(Buffer.concat(members)).toEqual(plain);
  });

  it.each([
    ['as it is', dictionary],
    ['compressed', makeZstdFrame(dictionary)],
  ])('is read with a dictionary %s', (_name, content) => {
    const small = names.map((name) => page(name, 60));
    const withDictionary = small.map((record) => makeZstdFrame(record, dictionary));
    const without = small.map((record) => makeZstdFrame(record));
    expect(withDictionary[0]!.length).toBeLessThan(without[0]!.length);
    const found = readInAllModes(
      Buffer.concat([makeSkippableFrame(DICTIONARY_FRAME, content), ...withDictionary]),
    );
    expect(found.damages).toEqual([]);
    expect(urls(found.records)).toEqual(names);
    expect(found.records[0]!.offset).toBe(8 + content.length);
  });

  it.each([
    ['one frame over the whole', makeZstdFrame(plain)],
    [
      'frames that end anywhere',
      Buffer.concat(
        [0, 900, 1800].map((at) => makeZstdFrame(plain.subarray(at, at === 1800 ? undefined : at + 900))),
      ),
    ],
    [
      'frames that are empty, and others to skip',
      Buffer.concat([
        makeZstdFrame(Buffer.alloc(0)),
        makeSkippableFrame(0x184d2a50, makeNoise(99, createSeededRandom(1))),
        ...frames,
        makeSkippableFrame(0x184d2a5e, Buffer.alloc(0)),
      ]),
    ],
    [
      'frames without checksum and size',
      Buffer.concat(
        records.map((record) =>
          zstdCompressSync(record, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }),
        ),
      ),
    ],
  ])('is read with %s', (_name, bytes) => {
    const found = readInAllModes(bytes);
    expect(found.damages).toEqual([]);
    expect(urls(found.records)).toEqual(names);
  });

  it('is read in blocks of every kind', () => {
    const large = [
      page('raw', 400_000),
      makeResponseRecord('http://example.org/same', Buffer.alloc(700_000)),
      page('a'),
    ];
    const { records: found, damages } = readInAllModes(
      makeZstdFrame(Buffer.concat([makeWarcinfoRecord(), ...large])),
    );
    expect(damages).toEqual([]);
    expect(found.map(({ payload }) => payload.length)).toEqual([400_000, 700_000, 800]);
  });

  it('streams what is too large to be held', () => {
    const { streamed, records: found } = readWarc(makeZstdFrame(page('large', 300_000)), 4096, {
      inlineLimitBytes: 50_000,
    });
    expect(urls(found)).toEqual(['large']);
    expect(gunzipSync(streamed[0]!)).toEqual(page('large', 300_000));
  });
});

describe('Damage in zstandard frames', () => {
  const corruptByte = (at: number, value?: number) => {
    const copy = Buffer.from(file);
    copy[at] = value ?? copy[at]! ^ 0x55;
    return copy;
  };

  it.each([
    ['in the magic', startOf(2)],
    ['in the descriptor', startOf(2) + 4],
    ['in the content size', startOf(2) + 5],
    ['in a block header', startOf(2) + 7],
    ['in a block', startOf(2) + 300],
    ['in the checksum', startOf(3) - 1],
  ])('%s costs one record', (_name, at) => {
    const { records: found, damages } = readInAllModes(corruptByte(at));
    expect(urls(found)).toEqual(['a', 'bb', 'dddd', 'eeeee']);
    expect(damages).toEqual([expect.objectContaining({ offset: startOf(2), fatal: false })]);
  });

  it('names the record where that can be read', () => {
    const { damages } = readInAllModes(corruptByte(startOf(3) - 1));
    expect(damages).toEqual([expect.objectContaining({ url: 'http://example.org/ccc' })]);
  });

  it('anywhere costs no more than one record', () => {
    const random = createSeededRandom(5);
    for (let round = 0; round < 50; round++) {
      const at = startOf(1) + Math.floor(random() * (file.length - startOf(1)));
      const { records: found, damages } = readWarc(corruptByte(at), 4096);
      const touched = names.findIndex((_, index) => at < startOf(index + 1));
      expect({ at, urls: urls(found), damages: damages.length }).toEqual({
        at,
        urls: names.filter((_, index) => index !== touched),
        damages: 1,
      });
    }
  });

  it('ends where bytes are missing or too many', () => {
    const missing = Buffer.concat([file.subarray(0, startOf(2) + 400), file.subarray(startOf(3))]);
    expect(urls(readInAllModes(missing).records)).toEqual(['a', 'bb', 'dddd', 'eeeee']);
    const more = Buffer.concat([
      file.subarray(0, startOf(2)),
      makeNoise(500, createSeededRandom(3)),
      file.subarray(startOf(2)),
    ]);
    const found = readInAllModes(more);
    expect(urls(found.records)).toEqual(names);
    expect(found.damages).toEqual([expect.objectContaining({ offset: startOf(2), fatal: false })]);
  });

  it('is fatal where the file is cut', () => {
    for (const cut of [startOf(3) + 3, startOf(3) + 10, startOf(3) + 500, startOf(4) - 1]) {
      const { records: found, damages } = readInAllModes(file.subarray(0, cut));
      expect(urls(found)).toEqual(['a', 'bb', 'ccc']);
      expect(damages).toEqual([expect.objectContaining({ offset: startOf(3), fatal: true })]);
    }
  });

  it('leaves the records before it in a frame that holds many', () => {
    const whole = makeZstdFrame(
      Buffer.concat([page('a', 250_000), page('bb', 250_000), page('ccc', 250_000)]),
    );
    const cut = readInAllModes(whole.subarray(0, 600_000));
    expect(urls(cut.records)).toEqual(['a', 'bb']);
    expect(cut.damages).toEqual([
      expect.objectContaining({ offset: 0, url: 'http://example.org/ccc', fatal: true }),
    ]);
    whole[700_000]! ^= 0xff;
    expect(urls(readInAllModes(whole).records).slice(0, 1)).toEqual(['a']);
  });

  it('is a frame that asks for too much', () => {
    const wide = Buffer.from('28b52ffd0080010000', 'hex');
    wide[5] = 16 << 3;
    const named = makeZstdFrame(page('bb', 60), dictionary);
    for (const [frame, message] of [
      [wide, /window of 67108864 bytes; at most 33554432/],
      [named, /dictionary 40000, which the input does not contain/],
    ] as const) {
      const { records: found, damages } = readInAllModes(Buffer.concat([frames[0]!, frame, frames[2]!]));
      expect(urls(found)).toEqual(['a', 'ccc']);
      expect(damages).toEqual([
        expect.objectContaining({ message: expect.stringMatching(message), fatal: false }),
      ]);
      const first = readInAllModes(Buffer.concat([frame, frames[0]!]));
      expect(urls(first.records)).toEqual(['a']);
      expect(first.damages).toEqual([expect.objectContaining({ offset: 0, fatal: false })]);
      expect(() => readWarc(frame, 4096)).toThrow(NotAWarcError);
      expect(() => readWarc(frame, 4096)).toThrow(message);
    }
  });

  it.each([
    [
      'a damaged dictionary',
      Buffer.concat([
        makeSkippableFrame(DICTIONARY_FRAME, makeNoise(400, createSeededRandom(2))),
        frames[0]!,
      ]),
      /dictionary is damaged/,
    ],
    [
      'a dictionary without end',
      makeSkippableFrame(DICTIONARY_FRAME, dictionary).subarray(0, 900),
      /ends inside/,
    ],
    ['a giant dictionary', Buffer.from('5d2a4d18ffffffff', 'hex'), /dictionary is larger/],
    ['a dictionary alone', makeSkippableFrame(DICTIONARY_FRAME, dictionary), /contains no record/],
    ['a page', makeZstdFrame(Buffer.from('<!doctype html><p>')), /content of the zstd data is HTML/],
    ['nothing', makeZstdFrame(Buffer.alloc(0)), /contains no record/],
    ['gzip in zstandard', makeZstdFrame(Buffer.from('1f8b0800', 'hex')), /gzip once more/],
  ])('%s is refused', (_name, bytes, message) => {
    for (const chunkBytes of [1, 7, 65_536]) {
      expect(() => readWarc(bytes, chunkBytes)).toThrow(NotAWarcError);
    }
    expect(() => readWarc(bytes, 65_536)).toThrow(message);
  });
});

describe('Zstandard stays small', () => {
  it('on a bomb, of which one call reads a bounded part', () => {
    const bomb = zstdCompressSync(
      Buffer.concat([makeResponseRecord('http://example.org/bomb', Buffer.alloc(BOMB_BYTES))]),
    );
    const before = measureRetainedMemory().bufferBytes;
    const lengths: number[] = [];
    const reader = new WarcReader({
      record: ({ payload }) => lengths.push(payload.length),
      memberChunk: () => {},
      damage: () => {},
    });
    let calls = 1;
    let peak = 0;
    for (let isRead = reader.writeSome(bomb); !isRead; calls++) {
      isRead = reader.goOn();
      peak = Math.max(peak, measureRetainedMemory().bufferBytes - before);
    }
    reader.end();
    expect(lengths).toEqual([BOMB_BYTES]);
    expect(calls).toBeGreaterThanOrEqual(5);
    expect(peak).toBeLessThan(16 * 1024 * 1024);
  });

  it('on what looks like the beginning of a frame over and over', () => {
    const hostile = Buffer.concat(Array.from({ length: 30_000 }, () => Buffer.from('28b52ffd2400', 'hex')));
    const { records: found } = readWarc(Buffer.concat([frames[0]!, hostile]), 65_536);
    expect(urls(found)).toEqual(['a']);
  });

  it('and reports the same whatever the pieces, sound and cut', () => {
    const random = createSeededRandom(8);
    const bytes = Buffer.concat([
      ...frames,
      makeZstdFrame(Buffer.concat([makePlainRecord('metadata', 'x'), plain])),
    ]);
    for (let round = 0; round < 4; round++) {
      const cut = Buffer.from(bytes.subarray(0, startOf(1) + Math.floor(random() * bytes.length)));
      cut[startOf(1) + Math.floor(random() * (cut.length - startOf(1)))]! ^= 0x11;
      readInAllModes(cut);
    }
  });
});
