// Whoever of the workers is awake first takes what connections come, often many at once, and clients keep theirs open. Then
// one worker has most of the work, while processors of others idle.

/** More than what is even by at most this part of it is even enough: to connect anew takes a client some time. */
const EVEN_ENOUGH = 1 / 8;

/** How many of its connections each worker is to give up, in the order in which they are counted. */
export function surplusOf(counts: readonly number[]): number[] {
  const even = Math.ceil(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  return counts.map((count) => (count - even > even * EVEN_ENOUGH ? count - even : 0));
}
