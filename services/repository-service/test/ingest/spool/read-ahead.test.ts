import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAhead } from '../../../src/ingest/spool/spill-queue.ts';

let spoolFolder: string;
beforeAll(async () => {
  spoolFolder = await mkdtemp(join(tmpdir(), 'holdfast-ahead-'));
});
afterAll(() => rm(spoolFolder, { recursive: true }));

const options = { slowReaderMs: 50, limitBytes: 1000 };
const place = () => ({ spoolFolder, checkRoom: () => undefined });

/** Returns a source of numbered chunks of 100 bytes. It counts the chunks read and records whether it was closed. */
function numbered(count: number, failure?: Error) {
  const seen = { taken: 0, isClosed: false };
  async function* chunks() {
    try {
      for (; seen.taken < count; ) yield new Uint8Array(100).fill(seen.taken++);
      if (failure !== undefined) throw failure;
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, chunks: chunks() };
}

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

describe('readAhead', () => {
  it('passes all chunks on in their order, however slow the reader is now and then', async () => {
    const { chunks, seen } = numbered(60);
    const numbers: number[] = [];
    for await (const chunk of readAhead(chunks, place(), options)) {
      expect(chunk.length).toBe(100);
      numbers.push(chunk[0]!);
      if (numbers.length % 17 === 3) await sleep(150);
    }
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(seen.isClosed).toBe(true);
  });

  it('reads no more than the limit for a slow reader, and nothing for a quick one', async () => {
    const { chunks, seen } = numbered(60);
    const ahead = readAhead(chunks, place(), options);
    await ahead.next();
    expect(seen.taken).toBe(1);
    await waitFor(() => seen.taken === 11);
    await sleep(200);
    expect(seen.taken).toBe(11);
    await ahead.return();
    expect(seen.isClosed).toBe(true);
  });

  it('comes to the end of the upload behind a slow reader, and fails when the reader comes there', async () => {
    const { chunks, seen } = numbered(5, new Error('the client has gone'));
    const ahead = readAhead(chunks, place(), options);
    await ahead.next();
    await waitFor(() => seen.isClosed);
    for (let number = 1; number < 5; number++) expect((await ahead.next()).value![0]).toBe(number);
    await expect(ahead.next()).rejects.toThrow('the client has gone');
  });

  it('comes to the end behind a reader that takes little at a time, but often', async () => {
    const { chunks, seen } = numbered(60, new Error('the client has gone'));
    const ahead = readAhead(chunks, place(), {
      slowReaderMs: 100,
      slowReaderBytes: 1000,
      limitBytes: 10_000,
    });
    let read = 0;
    while (!seen.isClosed && read < 60) {
      await ahead.next();
      read += 1;
      await sleep(20);
    }
    expect(read).toBeLessThan(50);
    await ahead.return();
  });

  it('does not keep chunks back while the client sends no more', async () => {
    const { promise: later, resolve } = Promise.withResolvers<void>();
    async function* paused() {
      yield new Uint8Array([1]);
      yield new Uint8Array([2]);
      await later;
      yield new Uint8Array([3]);
    }
    const ahead = readAhead(paused(), place(), options);
    await ahead.next();
    await sleep(200);
    expect((await ahead.next()).value).toEqual(Buffer.from([2]));
    resolve();
    expect((await ahead.next()).value![0]).toBe(3);
    expect((await ahead.next()).done).toBe(true);
  });

  it('ends at once although the client sends no more', async () => {
    async function* stuck() {
      yield new Uint8Array([1]);
      await new Promise(() => undefined);
    }
    const ahead = readAhead(stuck(), place(), options);
    await ahead.next();
    await sleep(200);
    await ahead.return();
  });

  it('reads nothing ahead when there is no room', async () => {
    const { chunks, seen } = numbered(3);
    const full = {
      spoolFolder,
      checkRoom: () => {
        throw new Error('the disk is full');
      },
    };
    const ahead = readAhead(chunks, full, options);
    await ahead.next();
    await sleep(200);
    expect(seen.taken).toBe(1);
    expect((await ahead.next()).value![0]).toBe(1);
    await ahead.return();
  });
});
