// Tests records with a wrong Content-Length: none may be accepted as valid, and none may make the reader skip a valid
// record.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chooseSeed, measureRetainedMemory } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { ByteSpool } from '../src/bytes/reread-buffer.ts';
import type { WarcReaderOptions } from '../src/report/types.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
  type ReportedContent,
  readInAllModes,
  readWarc,
} from './made-records.ts';

const page = (name: string, length = 2000) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 31 + length)),
  );

/** Returns the record with its Content-Length changed by `difference` bytes. */
function offBy(record: Buffer, difference: number): Buffer {
  const text = record.toString('latin1');
  const wrong = text.replace(
    /Content-Length: (\d+)/,
    (_, length) => `Content-Length: ${+length + difference}`,
  );
  return Buffer.from(wrong, 'latin1');
}

const good = ({ records }: ReportedContent) =>
  records.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));
const faulty = ({ records, damages }: ReportedContent) => [
  ...records.filter(({ error }) => error !== undefined).map(({ targetUri }) => targetUri.slice(19)),
  ...damages.map(({ url, message }) => url?.slice(19) ?? message),
];

const shapes: Record<string, (records: Buffer[]) => Buffer> = {
  plain: (records) => Buffer.concat(records),
  'gzip over the whole': (records) => gzipSync(Buffer.concat(records)),
  'gzip over two at a time': (records) =>
    gzipEach([Buffer.concat(records.slice(0, 2)), Buffer.concat(records.slice(2))]),
};

describe.each(Object.entries(shapes))('a record of %s whose length is too large', (name, shape) => {
  it.each([5, 6, 9, 100, 400, 2300, 1_000_000, 99_999_999_999_999])('by %d', (difference) => {
    const records = ['a', 'bb', 'ccc', 'dddd'].map((name) => page(name));
    const input = shape([makeWarcinfoRecord(), ...records.with(1, offBy(records[1]!, difference))]);
    const result = readInAllModes(input);
    expect(good(result)).toEqual(['a', 'ccc', 'dddd']);
    expect(faulty(result)).toEqual(['bb']);
    if (name === 'plain') expect(result.records.at(-1)!.offset).toBe(input.length - records[3]!.length);
  });

  it('is found out at the end of the input too', () => {
    const result = readInAllModes(shape([page('a'), page('bb'), offBy(page('ccc'), 50)]));
    expect(good(result)).toEqual(['a', 'bb']);
    expect(faulty(result)).toEqual(['ccc']);
  });

  it.each(['request', 'warcinfo', 'metadata'])('and that is a %s', (type) => {
    const wrong = offBy(makePlainRecord(type, 'some: thing\r\n'), 300);
    const result = readInAllModes(shape([page('a'), wrong, page('bb'), page('ccc')]));
    expect(good(result)).toEqual(['a', 'bb', 'ccc']);
    expect(faulty(result)).toEqual([
      expect.stringMatching(`^${type}: Content-Length is wrong|The gzip member ends before the record`),
    ]);
  });

  it('takes none with it when all are', () => {
    const records = ['a', 'bb', 'ccc', 'dddd'].map((name) => offBy(page(name), 700));
    const result = readInAllModes(shape([...records, page('eeeee')]));
    expect(good(result)).toEqual(['eeeee']);
    expect(faulty(result).sort()).toEqual(['a', 'bb', 'ccc', 'dddd']);
  });
});

describe('a length that is off by little', () => {
  const next = page('next');
  const text = (end: string) => makeResponseRecord('http://example.org/wrong', `some text${end}`);
  const wrongOf = (record: Buffer) =>
    readInAllModes(Buffer.concat([record, next])).records.find(({ targetUri }) =>
      targetUri.endsWith('wrong'),
    )!;

  it.each([1, 2, 3, 4])('too large by %d is not stored in silence', (difference) => {
    expect(wrongOf(offBy(text('.'), difference)).warnings).toEqual([
      expect.stringMatching(/^Content-Length may be too large/),
    ]);
    const alone = readInAllModes(gzipEach([offBy(text('.'), difference), next]));
    expect(alone.records[0]!.warnings).toHaveLength(1);
  });

  it.each([
    ['\n', 1],
    ['\r\n', 1],
    ['\r\n', 2],
    ['\n\n', 2],
  ])('too small, where %j is left out, is not stored in silence', (end, difference) => {
    const { error, warnings } = wrongOf(offBy(text(end), -difference));
    expect(error ?? warnings.join()).toMatch(/^Content-Length/);
  });

  it.each([1, 5])('too small by %d is an error where what is left out is no line end', (difference) => {
    expect(wrongOf(offBy(text('.'), -difference)).error).toMatch(/^Content-Length is wrong/);
  });

  it('is none where a digest vouches for the block', () => {
    const block = 'HTTP/1.1 200 OK\r\n\r\nends in line ends\r\n\r\n';
    const digest = `sha1:${createHash('sha1').update(block).digest('hex')}`;
    const uri = 'http://example.org/wrong';
    const record = makePlainRecord('response', block, {
      'WARC-Target-URI': uri,
      'WARC-Block-Digest': digest,
    });
    // Some writers end records with a single line end.
    expect(wrongOf(record.subarray(0, -2))).toMatchObject({ warnings: [], payload: { length: 21 } });
    expect(wrongOf(record.subarray(0, -2)).error).toBeUndefined();
  });

  it('is none of a record that holds others, whose length is right', () => {
    const inner = Buffer.concat([page('inner'), page('within')]);
    const outer = makePlainRecord('resource', inner, { 'WARC-Target-URI': 'http://example.org/wrong' });
    const result = readInAllModes(Buffer.concat([page('a'), outer, next]));
    expect(good(result)).toEqual(['a', 'wrong', 'next']);
    expect(result.records[1]!.payload.length).toBe(inner.length);
    expect(result.records[1]!.warnings).toEqual([expect.stringMatching(/looks like .* another record/)]);
  });
});

describe('lengths that are wrong by megabytes', () => {
  const spools: { appendedBytes: number; closed: boolean }[] = [];
  const openSpool = (): ByteSpool => {
    const held: Buffer[] = [];
    const spool = { appendedBytes: 0, closed: false };
    spools.push(spool);
    return {
      append: (bytes) => {
        held.push(Buffer.from(bytes));
        spool.appendedBytes += bytes.length;
      },
      read: (position, target) =>
        void Buffer.concat(held).copy(target, 0, position, position + target.length),
      close: () => {
        spool.closed = true;
      },
    };
  };
  const large = Array.from({ length: 8 }, (_, index) => page(`large${index}`, 700_000));
  const input = Buffer.concat([page('a'), offBy(page('bb'), 1e9), ...large]);
  const options: WarcReaderOptions = { level: 1 };

  it('are spooled where they are too many for memory', () => {
    const result = readWarc(input, 65_536, { ...options, openSpool });
    expect(good(result)).toEqual(['a', ...large.map((_, index) => `large${index}`)]);
    expect(faulty(result)).toEqual(['bb']);
    expect(spools).toHaveLength(1);
    expect(spools[0]).toMatchObject({ closed: true });
    expect(spools[0]!.appendedBytes).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  });

  it('are said where they cannot be', () => {
    const full = () => {
      throw new Error('no space left on device');
    };
    for (const way of [options, { ...options, openSpool: full }]) {
      const { records, damages } = readWarc(input, 65_536, way);
      expect(records).toHaveLength(1);
      expect(damages).toEqual([
        expect.objectContaining({ fatal: true, message: expect.stringMatching(/was not searched/) }),
      ]);
    }
  });

  it('leave memory as it was', async () => {
    const before = measureRetainedMemory().bufferBytes;
    readWarc(input, 65_536, options);
    // Waits for the garbage collector, which frees the memory of unreachable buffers with a delay.
    while (measureRetainedMemory().bufferBytes - before >= 8 * 1024 * 1024) await sleep(10);
  });
});

it('does not read the same bytes for ever', () => {
  // The declared length of each record covers all records after it. Searching each range completely would mean
  // searching a megabyte 30,000 times.
  const one = 'WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 999999999\r\n\r\n\r\n\r\n';
  const result = readWarc(Buffer.concat([page('a'), Buffer.from(one.repeat(30_000))]), 65_536);
  expect(good(result)).toEqual(['a']);
  expect(result.damages.length).toBeGreaterThan(0);
});

describe('wrong lengths at random', () => {
  const ROUNDS = 100;
  const seed = chooseSeed('wrong lengths at random');
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const name = (index: number) => `<urn:test:${index}>`;

  function made(index: number): Buffer {
    const fields = { 'WARC-Record-ID': name(index), 'WARC-Target-URI': `http://example.org/${index}` };
    const body = random() < 0.5 ? makeNoise(below(600), random) : 'text\r\n\r\nof lines\n'.repeat(below(20));
    if (random() < 0.2) return makePlainRecord('resource', body, fields);
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n';
    const block = Buffer.concat([Buffer.from(head), Buffer.from(body as string)]);
    const digest = `sha1:${createHash('sha1').update(block).digest('hex')}`;
    return makePlainRecord('response', block, {
      ...fields,
      ...(random() < 0.3 && { 'WARC-Block-Digest': digest }),
    });
  }

  function wrong(record: Buffer): Buffer {
    const length = Number(/Content-Length: (\d+)/.exec(record.toString('latin1'))![1]);
    const difference = [1 + below(8), -1 - below(8), below(3000), -below(length), 10 ** (4 + below(9))][
      below(5)
    ]!;
    return offBy(record, Math.max(-length, difference) || 1);
  }

  it.each(Object.keys(shapes))('lose no good record of %s, and pass off no wrong one', (shape) => {
    for (let round = 0; round < ROUNDS; round++) {
      const originals = Array.from({ length: 3 + below(5) }, (_, index) => made(index));
      const isWrong = originals.map(() => random() < 0.3);
      const input = shapes[shape]!(
        originals.map((record, index) => (isWrong[index] ? wrong(record) : record)),
      );
      const { records, damages } = readWarc(input, 1 + below(4000));
      const stored = new Map(records.map((record) => [record.recordId, record]));
      const damagedIds = damages.map(({ recordId }) => recordId);
      const isTold = (index: number) =>
        damagedIds.includes(name(index)) || stored.get(name(index))?.error !== undefined;
      // A wrong Content-Length that ends exactly at the end of a later record cannot be detected: the block of a record
      // may itself consist of records.
      const holders = records.filter(({ warnings }) => warnings.some((text) => /another record/.test(text)));
      for (const [index, original] of originals.entries()) {
        const record = stored.get(name(index));
        const found = { seed, round, index, isWrong: isWrong[index], record, isTold: isTold(index) };
        const isHeld = holders.length > 0 && record === undefined;
        if (isWrong[index]) {
          const isSilent = record !== undefined && record.error === undefined && record.warnings.length === 0;
          expect({
            ...found,
            isSilent,
            isMissing: record === undefined && !isTold(index) && !isHeld,
          }).toMatchObject({
            isSilent: false,
            isMissing: false,
          });
        } else if (!isHeld) {
          const block = original.subarray(original.indexOf('\r\n\r\n') + 4, -4);
          expect({ ...found, error: record?.error, length: record?.blockLength }).toMatchObject({
            error: undefined,
            length: block.length,
          });
        }
      }
    }
  });
});
