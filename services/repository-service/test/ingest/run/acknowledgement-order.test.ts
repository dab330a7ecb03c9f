// Order of the response lines if the status of some records becomes known late. Later lines wait in memory or in a
// file.
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { Acknowledgement, RecordResponse } from '../../../src/domain/disposition.ts';
import { AcknowledgementOrder } from '../../../src/ingest/run/waiting-revisits.ts';
import { SpillQueue } from '../../../src/ingest/spool/spill-queue.ts';

const line = (offset: number): Acknowledgement => ({
  ref: { recordId: undefined, offset, url: `http://a/${'x'.repeat(1000)}`, warnings: undefined },
  verdict: { status: 'ERROR', message: 'none' },
});

describe('lines', () => {
  it('wait behind each gap until that is filled, however many they are', async () => {
    const said: number[] = [];
    const order = new AcknowledgementOrder({ spoolFolder: await createTemporaryFolder() }, (lines) => {
      said.push(...lines.map(({ ref }) => ref.offset));
    });
    const count = 3_000;
    const isGap = (i: number) => i === 10 || i === 11 || i % 1_000 === 0;
    for (let start = 0; start < count; start += 100) {
      const batch = Array.from(
        { length: 100 },
        (_, i): RecordResponse => (isGap(start + i) ? 'later' : line(start + i)),
      );
      await order.take(batch, false);
    }
    expect(said).toEqual([]);
    await order.take([line(0)], true);
    expect(said).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await order.take([line(10), line(11)], true);
    expect(said.length).toBe(1_000);
    await order.take([line(1_000), line(2_000)], true);
    await order.take([line(3_000)], false);
    expect(said).toEqual(Array.from({ length: count + 1 }, (_, i) => i));
    await order.close();
  });
});

describe('a queue that spills', () => {
  it('gives pieces in their order, from memory and file by turns', async () => {
    const queue = new SpillQueue({ spoolFolder: await createTemporaryFolder() }, 10);
    const out: string[] = [];
    for (let i = 0; i < 50; i++) {
      await queue.push(Buffer.from(`${i}`.repeat(i % 4)));
      if (i % 3 !== 0) out.push((await queue.shift())!.toString());
    }
    expect(queue.size).toBe(17);
    for (let piece = await queue.shift(); piece; piece = await queue.shift()) out.push(piece.toString());
    expect(out).toEqual(Array.from({ length: 50 }, (_, i) => `${i}`.repeat(i % 4)));
    await queue.close();
  });

  it('takes nothing more where there is no room', async () => {
    const checkRoom = () => {
      throw new Error('full');
    };
    const queue = new SpillQueue({ spoolFolder: await createTemporaryFolder(), checkRoom }, 10);
    await queue.push(Buffer.alloc(10));
    await expect(queue.push(Buffer.alloc(1))).rejects.toThrow('full');
    expect(queue.size).toBe(1);
  });
});
