import { gunzipSync, gzipSync } from 'node:zlib';
import { makeArcRecord, makeFiledesc, makeZstdFrame } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { ImportRecord } from '../../src/report/types.ts';
import {
  createSeededRandom,
  gzipEach,
  makeHttpBlock,
  makeNoise,
  readInAllModes,
  readWarc,
} from '../made-records.ts';

const page = (name: string, length = 500) =>
  makeArcRecord(
    `http://example.org/${name}`,
    makeHttpBlock(makeNoise(length, createSeededRandom(name.length + length))),
  );
const parts = ['a', 'bb', 'ccc', 'dddd'].map((name) => page(name));
const file = Buffer.concat([makeFiledesc(), ...parts]);
const startOf = (index: number) => Buffer.concat([makeFiledesc(), ...parts.slice(0, index)]).length;
const urls = (records: { targetUri: string; error?: string }[]) =>
  records.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));
const text = (record: ImportRecord | undefined) =>
  gunzipSync(record!.member as Uint8Array).toString('latin1');

describe('An ARC file', () => {
  it('gives WARC records that say what they were made from', () => {
    const { records, damages } = readInAllModes(file);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(['a', 'bb', 'ccc', 'dddd']);
    expect(records.map(({ offset }) => offset)).toEqual([0, 1, 2, 3].map(startOf));
    expect(records.map(({ inputLength }) => inputLength)).toEqual(parts.map((part) => part.length - 1));
    expect(records[0]).toMatchObject({
      type: 'response',
      dateMs: Date.UTC(2024, 1, 3, 4, 5, 6),
      http: { status: 200 },
      payload: { length: 500 },
      warnings: [],
    });
    const lines = text(records[0]).split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['WARC/1.1', 'WARC-Type: response']);
    expect(lines).toContain('WARC-IP-Address: 192.0.2.1');
    expect(lines).toContain('Content-Type: application/http;msgtype=response');
    expect(lines).toContain(`X-Made-From: ARC/1; offset=${startOf(0)}`);
    expect(lines).toContain(
      `X-ARC-Header: http://example.org/a 192.0.2.1 20240203040506 text/html ${records[0]!.blockLength}`,
    );
    expect(text(records[0]).endsWith('\r\n\r\n')).toBe(true);
    expect(lines.find((line) => line.startsWith('WARC-Warcinfo-ID: <urn:uuid:'))).toBeDefined();
  });

  it('gives the same ids again, each another, and other ones for another file', () => {
    const ids = (bytes: Buffer) => readWarc(bytes, 4096).records.map(({ recordId }) => recordId);
    const twice = Buffer.concat([makeFiledesc(), parts[0]!, parts[0]!]);
    expect(ids(twice)).toEqual(ids(twice));
    expect(new Set([...ids(twice), ...ids(gzipSync(twice))]).size).toBe(4);
    expect(ids(twice)[0]).toMatch(
      /^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/,
    );
    expect(ids(Buffer.concat([makeFiledesc(1, 'other.arc'), parts[0]!]))).not.toContain(ids(twice)[0]);
  });

  it.each([
    ['a gzip member per record', gzipEach([makeFiledesc(), ...parts]), true],
    ['one gzip member', gzipSync(file), false],
    ['gzip members that end anywhere', gzipEach([file.subarray(0, 700), file.subarray(700)]), false],
    [
      'a zstandard frame per record',
      Buffer.concat([makeFiledesc(), ...parts].map((part) => makeZstdFrame(part))),
      true,
    ],
  ])('is read in %s', (_name, bytes, ownMembers) => {
    const { records, damages } = readInAllModes(bytes);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(['a', 'bb', 'ccc', 'dddd']);
    expect(records.every(({ inputLength }) => inputLength > 0)).toBe(ownMembers);
    expect(records[2]!.payload).toMatchObject({ sha256: readWarc(file, 999).records[2]!.payload.sha256 });
  });

  it('is read in version 2', () => {
    const rest = '200 c1a7 - 1234 test.arc ';
    const second = makeArcRecord(
      'http://example.org/x y',
      makeHttpBlock('two'),
      { mime: 'text/html; charset=x' },
      rest,
    );
    const other = makeArcRecord('ftp://example.org/z', 'file', { mime: 'image/gif' }, rest);
    const { records, damages } = readInAllModes(Buffer.concat([makeFiledesc(2), second, other]));
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(
      ['x y', '/z'.slice(1)].map((name) => (name === 'z' ? records[1]!.targetUri.slice(19) : name)),
    );
    expect(records[1]).toMatchObject({ type: 'resource', warcContentType: 'image/gif' });
    expect(text(records[0])).toContain('X-Made-From: ARC/2; ');
  });

  it.each([
    ['dns:example.org', 'text/dns', 'text/dns'],
    ['ftp://example.org/x', 'no-type', ''],
    ['https://example.org/', 'text/html', undefined],
  ])('makes of %s what it amounts to', (url, mime, expected) => {
    const block = expected === undefined ? makeHttpBlock('x') : 'some text';
    const { records } = readInAllModes(
      Buffer.concat([makeFiledesc(), makeArcRecord(url, block, { mime, ip: '-' })]),
    );
    expect(records).toEqual([
      expect.objectContaining({
        type: expected === undefined ? 'response' : 'resource',
        targetUri: url,
        warcContentType: expected ?? 'application/http;msgtype=response',
      }),
    ]);
    expect(text(records[0])).not.toContain('WARC-IP-Address');
  });

  it.each([
    ['199702030405', Date.UTC(1997, 1, 3, 4, 5)],
    ['19970203040506', Date.UTC(1997, 1, 3, 4, 5, 6)],
    ['19970203040506789', Date.UTC(1997, 1, 3, 4, 5, 6, 789)],
  ])('takes the date %s', (date, dateMs) => {
    const { records } = readInAllModes(
      Buffer.concat([makeFiledesc(), makeArcRecord('http://a/', makeHttpBlock('x'), { date })]),
    );
    expect(records).toEqual([expect.objectContaining({ dateMs })]);
  });

  it('calls a record an error for a date that is none, and for a page without an HTTP head', () => {
    const bad = makeArcRecord('http://a/', makeHttpBlock('x'), { date: '20241303040506' });
    const bare = makeArcRecord('http://b/', '<html>');
    const { records } = readInAllModes(Buffer.concat([makeFiledesc(), bad, bare, parts[0]!]));
    expect(records.map(({ error }) => error)).toEqual([
      'WARC-Date is not a valid date.',
      'The block does not begin with an HTTP status line.',
      undefined,
    ]);
  });
});

describe('Damage in an ARC file', () => {
  const replaceSecond = (part: Buffer) =>
    Buffer.concat([makeFiledesc(), parts[0]!, part, parts[2]!, parts[3]!]);

  it.each([
    ['no number', 'abc'],
    ['missing', '-1'],
  ])('is a length that is %s', (_name, length) => {
    const part = makeArcRecord('http://example.org/bb', makeHttpBlock('x'), { length });
    const { records, damages } = readInAllModes(replaceSecond(part));
    expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
    expect(damages).toEqual([
      expect.objectContaining({ offset: startOf(1), url: 'http://example.org/bb', fatal: false }),
    ]);
  });

  it.each([
    ['too small', 100],
    ['too large by a part of the next record', 600],
    ['too large by the next header and more', 1100],
    ['beyond the end', 100_000],
  ])('is a length that is %s', (_name, length) => {
    const part = Buffer.from(parts[1]!.toString('latin1').replace(/ \d+\n/, ` ${length}\n`), 'latin1');
    const { records, damages } = readInAllModes(replaceSecond(part));
    expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
    expect(damages).toEqual([
      expect.objectContaining({ offset: startOf(1), url: 'http://example.org/bb', fatal: false }),
    ]);
  });

  it('is a header line that is none', () => {
    const { records, damages } = readInAllModes(
      replaceSecond(Buffer.from(`!!${parts[1]!.toString('latin1')}`, 'latin1')),
    );
    expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
    expect(damages).toEqual([{ offset: startOf(1), message: 'No ARC record begins here.', fatal: false }]);
    expect(records[0]!.warnings).toEqual([expect.stringContaining('may be wrong')]);
  });

  it('is said in a warning when the length may be right', () => {
    const taken = makeArcRecord('http://example.org/bb', makeHttpBlock('x\n'), { separator: '' });
    const holding = makeArcRecord(
      'http://example.org/bb',
      makeHttpBlock(Buffer.concat([Buffer.from('x\n'), parts[0]!])),
    );
    for (const [part, warning] of [
      [taken, /may be too large/],
      [holding, /looks like the header of another/],
    ] as const) {
      const { records, damages } = readInAllModes(replaceSecond(part));
      expect(damages).toEqual([]);
      expect(urls(records)).toEqual(['a', 'bb', 'ccc', 'dddd']);
      expect(records.map(({ warnings }) => warnings.length)).toEqual([0, 1, 0, 0]);
      expect(records[1]!.warnings[0]).toMatch(warning);
    }
  });

  it('is fatal where the file is cut', () => {
    for (const cut of [startOf(3) + 20, startOf(3) + 300]) {
      const { records, damages } = readInAllModes(file.subarray(0, cut));
      expect(urls(records)).toEqual(['a', 'bb', 'ccc']);
      expect(damages).toEqual([expect.objectContaining({ offset: startOf(3), fatal: true })]);
    }
    expect(readInAllModes(file.subarray(0, file.length - 1))).toMatchObject({ damages: [] });
  });

  it('is crossed in gzip members', () => {
    const members = [makeFiledesc(), ...parts].map((part) => gzipSync(part));
    const offset = members[0]!.length + members[1]!.length;
    members[2]![200]! ^= 0x55;
    const { records, damages } = readInAllModes(Buffer.concat(members));
    expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
    expect(damages).toEqual([
      expect.objectContaining({ offset, url: 'http://example.org/bb', fatal: false }),
    ]);
    const cut = [makeFiledesc(), parts[0]!, parts[1]!.subarray(0, 300), parts[2]!];
    const again = readInAllModes(gzipEach(cut));
    expect(urls(again.records)).toEqual(['a', 'ccc']);
    expect(again.damages).toEqual([expect.objectContaining({ url: 'http://example.org/bb' })]);
  });

  it('anywhere costs no more than the records that it touches, and is never silent', () => {
    const random = createSeededRandom(31);
    for (let round = 0; round < 60; round++) {
      const copy = Buffer.from(file);
      const at = makeFiledesc().length + Math.floor(random() * (file.length - makeFiledesc().length));
      copy[at]! ^= 1 + Math.floor(random() * 255);
      const { records } = readWarc(copy, 65_536);
      const touched = ['a', 'bb', 'ccc', 'dddd'].findIndex((_, index) => at < startOf(index + 1));
      const whole = ['a', 'bb', 'ccc', 'dddd'].filter((_, index) => index < touched - 1 || index > touched);
      expect({ round, at, urls: urls(records) }).toEqual({ round, at, urls: expect.arrayContaining(whole) });
    }
  });

  it('is a lie of any size without memory or end', () => {
    const hostile = Array.from({ length: 300 }, (_, index) =>
      makeArcRecord(`http://example.org/${index}`, 'x\n', { length: '50000' }),
    );
    const { records, damages } = readWarc(Buffer.concat([makeFiledesc(), ...hostile, parts[3]!]), 65_536);
    expect(records.length + damages.length).toBeGreaterThan(20);
  });
});
