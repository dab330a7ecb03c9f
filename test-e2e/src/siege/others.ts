// Measures how other clients are affected by an attack: the 99th percentile of their request times, compared with the
// time before the attack.
import type { SiegeFinding } from './attack.ts';

/** Minimum limit in milliseconds, because a percentile of a few milliseconds may double by chance. */
const LEAST_BOUND_MS = 50;

/** Sends `count` requests one after another. Returns the 99th percentile of their durations in milliseconds. */
export async function measureP99Ms(ask: () => Promise<unknown>, count = 200): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedMs = performance.now();
    await ask();
    took.push(performance.now() - startedMs);
  }
  return took.sort((a, b) => a - b)[Math.ceil(count * 0.99) - 1]!;
}

export function makeSlowdownFinding(what: string, beforeMs: number, duringMs: number): SiegeFinding {
  const boundMs = Math.max(2 * beforeMs, LEAST_BOUND_MS);
  return {
    what: `99th percentile of ${what}, before ${Math.round(beforeMs)} ms`,
    figure: `${Math.round(duringMs)} ms`,
    bound: `≤ ${Math.round(boundMs)} ms`,
    isHeld: duringMs <= boundMs,
  };
}

/** Reads a whole response and returns its length in bytes. Throws unless the status is 200. */
export async function readWholeResponse(url: string, authorization: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization } });
  if (answer.status !== 200) throw new Error(`${new URL(url).pathname} was answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** Yields a WARC record for each URL; the captures are one second apart. */
export function* buildArchive(
  urls: Iterable<string>,
  record: (url: string, payload: Buffer, date: string) => Buffer,
): Generator<Buffer> {
  let second = Date.UTC(2020, 0, 1);
  for (const url of urls) {
    second += 1_000;
    yield record(url, Buffer.from('x'), `${new Date(second).toISOString().slice(0, 19)}Z`);
  }
}
