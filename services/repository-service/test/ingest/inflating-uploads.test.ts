// Uploads of a few kilobytes that inflate to gigabytes. They must not block other uploads on the same codec thread. The
// thread stops reading an upload that is aborted or reaches the size limit.
import { gzipSync } from 'node:zlib';
import { addCleanup, makeInflatingMember, makeResponseRecord, makeWaczBomb } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import {
  type CodecThreads,
  type ReadOptions,
  startCodecThreads,
} from '../../src/ingest/reading/codec-threads.ts';

jest.setTimeout(300_000);

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const zeros = makeInflatingMember();
const small = gzipSync(makeResponseRecord('http://a.example/small', Buffer.from('small')));

/** Inflates to 64 GiB, which would take too long to read. */
const endless = makeWaczBomb(1024);

function threads(count: number): CodecThreads {
  const started = startCodecThreads(count, 16 * 1024);
  addCleanup(() => started.close());
  return started;
}

async function* once(bytes: Buffer) {
  yield new Uint8Array(bytes);
}

async function findingsOf(
  codec: CodecThreads,
  bytes: Buffer,
  options: ReadOptions = {},
  signal = new AbortController().signal,
) {
  const found: { kind: string; offset: number; text: string | undefined }[] = [];
  for await (const output of codec.read(once(bytes), signal, options)) {
    if (output.output === 'chunk') continue;
    for (const finding of output.findings) {
      const { offset, error, url } = finding;
      found.push({ kind: finding.finding, offset, text: error ?? url });
    }
  }
  return found;
}

describe('an upload that inflates to very much', () => {
  it('lets others of its thread be read meanwhile', async () => {
    const codec = threads(1);
    const stop = new AbortController();
    const reading = findingsOf(codec, endless, {}, stop.signal).catch((error: Error) => error.message);
    for (let round = 0; round < 3; round++) expect(await findingsOf(codec, small)).toHaveLength(1);
    expect(codec.uploads()).toEqual([1]);
    stop.abort(new Error('enough'));
    expect(await reading).toBe('enough');
  });

  it('is given up at once when its signal aborts, and its thread with it', async () => {
    const codec = threads(2);
    const stop = new AbortController();
    const readings = Array.from({ length: 8 }, () =>
      findingsOf(codec, endless, {}, stop.signal).catch((error: Error) => error.message),
    );
    expect(await findingsOf(codec, small)).toHaveLength(1);
    expect(codec.busy()).toBe(2);
    stop.abort(new Error('the client has gone'));
    // The abort must take effect synchronously.
    expect(codec.busy()).toBe(0);
    expect(codec.uploads()).toEqual([0, 0]);
    expect(await Promise.all(readings)).toEqual(readings.map(() => 'the client has gone'));
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { user, system } = process.cpuUsage(before);
    // Two threads that continued to read would use about six seconds of CPU time.
    expect((user + system) / 1000).toBeLessThan(800);
  });

  it('is given up although its receiver is busy with something else', async () => {
    const codec = threads(1);
    const stop = new AbortController();
    const outputs = codec.read(once(endless), stop.signal);
    await outputs.next();
    stop.abort(new Error('the client has gone'));
    expect(codec.busy()).toBe(0);
    await expect(outputs.next()).rejects.toThrow('the client has gone');
  });

  it('is not begun when its signal has aborted', async () => {
    const codec = threads(1);
    await expect(findingsOf(codec, small, {}, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(codec.busy()).toBe(0);
  });
});

describe('the bound on what an upload inflates to', () => {
  const inflation = { floorBytes: 100 * MIB, ratio: 10 };

  it.each<[string, Buffer, number]>([
    ['a WACZ', endless, 0],
    ['gzip members', Buffer.concat([small, zeros, zeros, zeros]), small.length + zeros.length],
  ])('ends %s at the record that goes beyond', async (_name, bytes, offset) => {
    const found = await findingsOf(threads(2), bytes, { inflation });
    expect(found.slice(0, 2).map(({ kind, text }) => [kind, text])).toEqual([
      ['record', expect.stringContaining('/small')],
      ['record', expect.stringContaining('/zeros')],
    ]);
    expect(found).toHaveLength(3);
    expect(found[2]).toMatchObject({ kind: 'damage', offset });
    expect(found[2]!.text).toMatch(/decompresses to more than 104857600 bytes and to more than 10 times/);
  });

  it('counts what several threads inflate', async () => {
    const sharing = { portionBytes: 100_000, hasIdleProcessors: () => true };
    const codec = startCodecThreads(3, 16 * 1024, undefined, sharing);
    addCleanup(() => codec.close());
    const upload = Buffer.concat(Array.from({ length: 60 }, () => zeros));
    const bound = { floorBytes: 512 * MIB, ratio: 10 };
    const found = await findingsOf(codec, upload, { inflation: bound });
    expect(found.at(-1)!.kind).toBe('damage');
    // Each thread may have read slightly more bytes than it has reported.
    expect(found.length).toBeLessThanOrEqual(12);
  });

  it('lets in what is large and small enough for its size', async () => {
    const bytes = Buffer.concat([small, zeros]);
    expect(await findingsOf(threads(1), bytes, { inflation })).toHaveLength(2);
    const dense = Buffer.concat([small, zeros, zeros]);
    const found = await findingsOf(threads(1), dense, { inflation: { floorBytes: MIB, ratio: 1100 } });
    expect(found.map(({ kind }) => kind)).toEqual(['record', 'record', 'record']);
  });

  it('by default lets in a gigabyte of zeros as one payload', async () => {
    const { serviceSpec } = await import('../../src/env.ts');
    expect(serviceSpec.inflatedFloorBytes.default).toBeGreaterThan(2 * GIB);
  });
});
