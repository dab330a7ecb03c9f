// Appends members to a segment: those whose bytes lie side by side in memory with one write, nothing copied.
import type { Segment } from './segment.ts';

/** A whole gzip member, and who is told where in the segment it begins. */
export interface Piece {
  readonly member: Uint8Array;
  placed?(offset: number): void;
}

export async function appendPieces(segment: Segment, pieces: readonly Piece[]): Promise<void> {
  for (let from = 0; from < pieces.length; ) {
    let to = from + 1;
    while (to < pieces.length && follows(pieces[to - 1]!.member, pieces[to]!.member)) to += 1;
    let offset = await segment.append(joined(pieces[from]!.member, pieces[to - 1]!.member));
    for (const { member, placed } of pieces.slice(from, to)) {
      placed?.(offset);
      offset += member.length;
    }
    from = to;
  }
}

function follows(one: Uint8Array, next: Uint8Array): boolean {
  return one.buffer === next.buffer && one.byteOffset + one.length === next.byteOffset;
}

/** From the beginning of the first to the end of the last, which lie side by side. */
function joined(first: Uint8Array, last: Uint8Array): Uint8Array {
  const { buffer, byteOffset } = first;
  return new Uint8Array(buffer, byteOffset, last.byteOffset + last.length - byteOffset);
}

/** A copy of each, side by side, for those that outlive the memory that they came in. */
function copiedTogether(members: readonly Uint8Array[]): Uint8Array[] {
  const copy = new Uint8Array(members.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return members.map((member) => {
    copy.set(member, at);
    at += member.length;
    return copy.subarray(at - member.length, at);
  });
}

/** What waits gets memory of its own: that of the output, which has these bytes, goes back. */
export function copyHeld(waiting: readonly { member: Uint8Array }[], bytes: Uint8Array): void {
  const held = waiting.filter(({ member }) => member.buffer === bytes.buffer);
  const copies = copiedTogether(held.map(({ member }) => member));
  held.forEach((arrival, i) => {
    arrival.member = copies[i]!;
  });
}
