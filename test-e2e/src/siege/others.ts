// How others fare while an attack goes on: the 99th percentile of what they ask for, beside what it was before.
import type { Finding } from './attack.ts';

/** A percentile of few milliseconds doubles by itself. */
const LEAST_BOUND_MS = 50;

/** Milliseconds that 99 of 100 askings stay below; each is asked for when the one before was answered. */
export async function p99Ms(ask: () => Promise<unknown>, count = 200): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedMs = performance.now();
    await ask();
    took.push(performance.now() - startedMs);
  }
  return took.sort((a, b) => a - b)[Math.ceil(count * 0.99) - 1]!;
}

export function twiceFinding(what: string, beforeMs: number, duringMs: number): Finding {
  const boundMs = Math.max(2 * beforeMs, LEAST_BOUND_MS);
  return {
    what: `99th percentile of ${what}, before ${Math.round(beforeMs)} ms`,
    figure: `${Math.round(duringMs)} ms`,
    bound: `≤ ${Math.round(boundMs)} ms`,
    isHeld: duringMs <= boundMs,
  };
}

/** The whole answer. Throws when it is not 200. */
export async function read(url: string, authorization: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization } });
  if (answer.status !== 200) throw new Error(`${new URL(url).pathname} was answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** An archive of records of these URLs, a second apart. */
export function* archiveOf(
  urls: Iterable<string>,
  record: (url: string, payload: Buffer, date: string) => Buffer,
): Generator<Buffer> {
  let second = Date.UTC(2020, 0, 1);
  for (const url of urls) {
    second += 1_000;
    yield record(url, Buffer.from('x'), `${new Date(second).toISOString().slice(0, 19)}Z`);
  }
}
