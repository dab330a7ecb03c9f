// Splits chunks into parts and sends the parts.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { BufferPool } from '../../src/port/pool.ts';
import { type ObjectPart, PartSender } from '../../src/port/writer.ts';
import { getRejection, makeTestBytes } from '../contract/harness.ts';

interface Sent {
  part: ObjectPart;
  bytes: Buffer;
  done: () => void;
  fail: (error: Error) => void;
}

/** Creates a sender whose parts stay in flight until the test finishes them. */
function heldParts(partSizeBytes: number, inFlight: number, hashed = false) {
  const sent: Sent[] = [];
  const parts = new PartSender({
    pool: new BufferPool(partSizeBytes, inFlight + 1),
    inFlight,
    hashed,
    send: (part) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ part, bytes: Buffer.from(part.bytes), done: resolve, fail: reject });
      }),
  });
  return { parts, sent };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Parts', () => {
  it.each([1, 7, 100, 999, 1000, 1001, 5000])(
    'cuts chunks of %d bytes into parts of 1000',
    async (chunkBytes) => {
      const { parts, sent } = heldParts(1000, 2, true);
      const adding = (async () => {
        for (let at = 0; at < 4321; at += chunkBytes) {
          await parts.add(makeTestBytes(at, Math.min(chunkBytes, 4321 - at)));
        }
        await parts.finish();
      })();
      for (let index = 0; index < 5; index += 1) {
        while (sent.length <= index) await turn();
        sent[index]?.done();
      }
      await adding;
      expect(sent.map(({ part }) => part.index)).toEqual([0, 1, 2, 3, 4]);
      expect(sent.map(({ part }) => part.offset)).toEqual([0, 1000, 2000, 3000, 4000]);
      expect(sent.map(({ bytes }) => bytes.length)).toEqual([1000, 1000, 1000, 1000, 321]);
      expect(Buffer.concat(sent.map(({ bytes }) => bytes)).equals(makeTestBytes(0, 4321))).toBe(true);
      for (const { part, bytes } of sent) {
        expect(part.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      }
      expect(parts.sizeBytes).toBe(4321);
    },
  );

  it('lets no more than inFlight be on their way, and holds the writer back meanwhile', async () => {
    const { parts, sent } = heldParts(1000, 2);
    let through = false;
    const adding = parts.add(makeTestBytes(0, 5500)).then(() => {
      through = true;
    });
    await turn();
    expect(sent).toHaveLength(2);
    expect(through).toBe(false);
    for (let index = 0; index < 5; index += 1) {
      while (sent.length <= index) await turn();
      expect(sent.length - index).toBeLessThanOrEqual(2);
      sent[index]?.done();
    }
    await adding;
    expect(parts.takeRest().equals(makeTestBytes(5000, 500))).toBe(true);
  });

  it('is finished only when its last parts have been sent', async () => {
    const { parts, sent } = heldParts(1000, 2);
    await parts.add(makeTestBytes(0, 1500));
    let finished = false;
    const finishing = parts.finish().then(() => {
      finished = true;
    });
    for (const part of [1, 0]) {
      await turn();
      expect(finished).toBe(false);
      sent[part]?.done();
    }
    await finishing;
    await parts.add(makeTestBytes(1500, 1000));
    const failing = getRejection(parts.finish());
    await turn();
    sent[2]?.fail(new Error('part 2 failed'));
    expect((await failing).message).toBe('part 2 failed');
  });

  it('uses the same few buffers again', async () => {
    const { parts, sent } = heldParts(1000, 2);
    const adding = parts.add(makeTestBytes(0, 20_000));
    const buffers = new Set<ArrayBufferLike>();
    for (let index = 0; index < 20; index += 1) {
      while (sent.length <= index) await turn();
      buffers.add(sent[index]?.part.bytes.buffer as ArrayBufferLike);
      sent[index]?.done();
    }
    await adding;
    expect(buffers.size).toBeLessThanOrEqual(3);
  });

  it('takes memory for a small object in keeping with its size', async () => {
    const { parts } = heldParts(16 * 1024 * 1024, 2);
    await parts.add(makeTestBytes(0, 100));
    expect(parts.takeRest().buffer.byteLength).toBeLessThanOrEqual(64 * 1024);
  });

  it('rejects with the error of the first part that failed, from then on', async () => {
    const { parts, sent } = heldParts(1000, 2);
    await parts.add(makeTestBytes(0, 1000));
    const failure = new Error('part 0 failed');
    sent[0]?.fail(failure);
    await turn();
    expect(await getRejection(parts.add(makeTestBytes(0, 1)))).toBe(failure);
    expect(await getRejection(parts.finish())).toBe(failure);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing more once stopped, not even for a writer that waits', async () => {
    const { parts, sent } = heldParts(1000, 1);
    const adding = getRejection(parts.add(makeTestBytes(0, 3000)));
    await turn();
    parts.stop(new Error('stopped'));
    sent[0]?.done();
    expect((await adding).message).toBe('stopped');
    await parts.settled();
    expect(sent).toHaveLength(1);
  });
});
