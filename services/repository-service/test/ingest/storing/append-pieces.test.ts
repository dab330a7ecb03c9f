// Memory held by gzip members before and after they are appended to a segment.
import { describe, expect, it } from '@jest/globals';
import { appendSegmentParts, copyWaitingMembers } from '../../../src/ingest/storing/segment.ts';

const LARGE_BYTES = 1024 * 1024;

/** Returns codec output that consists of two small gzip members and a large one. */
function output() {
  const bytes = new Uint8Array(LARGE_BYTES + 20).map((_, at) => at);
  const ends = [10, 20, bytes.length];
  const waiting = ends.map((end, i) => ({ member: bytes.subarray(ends[i - 1] ?? 0, end) }));
  return { bytes, waiting };
}

describe('members that wait', () => {
  it('have memory of their own, the large one alone', () => {
    const { bytes, waiting } = output();
    const before = waiting.map(({ member }) => Buffer.from(member));
    copyWaitingMembers(waiting, bytes);
    bytes.fill(0);
    expect(waiting.map(({ member }) => Buffer.compare(member, before.shift()!))).toEqual([0, 0, 0]);
    expect(waiting.map(({ member }) => member.buffer.byteLength)).toEqual([20, 20, LARGE_BYTES]);
  });

  it('are copied once', () => {
    const { bytes, waiting } = output();
    copyWaitingMembers(waiting, bytes);
    const copies = waiting.map(({ member }) => member);
    copyWaitingMembers(waiting, new Uint8Array(10));
    expect(waiting.every(({ member }, i) => member === copies[i])).toBe(true);
  });
});

describe('members that are appended', () => {
  it('are let go when they are large copies that nobody needs any more, and no others', async () => {
    const { bytes, waiting } = output();
    const held = [...waiting.map(({ member }) => ({ member })), { member: waiting[2]!.member }];
    copyWaitingMembers(held, bytes);
    const [small, spent, needed] = held.slice(1);
    const appended: number[] = [];
    const segment = {
      async append({ length }: Uint8Array) {
        appended.push(length);
        return 0;
      },
    };
    const ofOutput = { member: bytes };
    await appendSegmentParts(segment, [
      { ...small!, isSpent: true },
      { ...spent!, isSpent: true },
      needed!,
      { ...ofOutput, isSpent: true },
    ]);
    expect(appended).toEqual([10, LARGE_BYTES, LARGE_BYTES, bytes.length]);
    const left = [small!, spent!, needed!, ofOutput].map(({ member }) => member.buffer.byteLength);
    expect(left).toEqual([20, 0, LARGE_BYTES, bytes.length]);
  });
});
