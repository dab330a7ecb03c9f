// Appends members to a segment: those whose bytes lie side by side in memory with one write, nothing copied.
import type { Segment } from './segment.ts';

/** A whole gzip member, and who is told where in the segment it begins. */
export interface Piece {
  readonly member: Uint8Array;
  placed?(offset: number): void;
  /** Nobody looks at the member again once all pieces are appended. */
  readonly isSpent?: boolean;
}

export async function appendPieces(
  segment: Pick<Segment, 'append'>,
  pieces: readonly Piece[],
): Promise<void> {
  for (let from = 0; from < pieces.length; ) {
    const to = endOfRun(pieces, from);
    let offset = await segment.append(joined(pieces[from]!.member, pieces[to - 1]!.member));
    for (const { member, placed } of pieces.slice(from, to)) {
      placed?.(offset);
      offset += member.length;
    }
    from = to;
  }
  for (const { member, isSpent } of pieces) if (isSpent) letGo(member);
}

/** Index behind the last of those that lie side by side in memory, from one on. To ask a view for its buffer is dear. */
function endOfRun(pieces: readonly Piece[], from: number): number {
  const first = pieces[from]!.member;
  const { buffer } = first;
  let end = first.byteOffset + first.length;
  for (let to = from + 1; to < pieces.length; to++) {
    const { member } = pieces[to]!;
    if (member.byteOffset !== end || member.buffer !== buffer) return to;
    end += member.length;
  }
  return pieces.length;
}

/** From the beginning of the first to the end of the last, which lie side by side. */
function joined(first: Uint8Array, last: Uint8Array): Uint8Array {
  const { buffer, byteOffset } = first;
  return new Uint8Array(buffer, byteOffset, last.byteOffset + last.length - byteOffset);
}

/** Of as many bytes or more, a member that waits has memory of its own. */
const LARGE_BYTES = 1024 * 1024;
const ofOneMember = new WeakSet<ArrayBufferLike>();

/** Left to the collector, copies of large members would wait for it, an upload's worth of them. */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && ofOneMember.delete(buffer)) buffer.transfer(0);
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
  const [large, small] = [held.filter(isLarge), held.filter((one) => !isLarge(one))];
  const copies = copiedTogether(small.map(({ member }) => member));
  small.forEach((arrival, i) => {
    arrival.member = copies[i]!;
  });
  for (const arrival of large) {
    arrival.member = new Uint8Array(arrival.member);
    ofOneMember.add(arrival.member.buffer);
  }
}

function isLarge({ member }: { member: Uint8Array }): boolean {
  return member.length >= LARGE_BYTES;
}
