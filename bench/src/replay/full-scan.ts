// Reads all captures of a domain at full speed and measures the service's memory.
import { computeMedian } from '../measure.ts';
import { readResidentBytes, watchMemory } from '../service/resident-memory.ts';
import type { BenchSystem } from '../service/system.ts';
import type { CdxClient } from './cdx-client.ts';
import { BENCH_DOMAIN } from './sites.ts';

export interface FullScan {
  readonly lines: number;
  /** Number of responses: a single one, or one per resume key. */
  readonly answers: number;
  readonly linesPerSecond: number;
  /** One value per round. */
  readonly seconds: number[];
  /** Peak memory of the service, minus its memory before the first scan. */
  readonly memoryGrowthBytes: number;
}

/** Reads all captures, following resume keys to the end. Throws if lines are missing. */
export async function measureFullScan(
  client: CdxClient,
  { pid }: BenchSystem,
  captures: number,
  rounds: number,
): Promise<FullScan> {
  const before = readResidentBytes(pid);
  const memory = watchMemory(pid);
  try {
    const seconds: number[] = [];
    let answers = 0;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      const read = await readAll(client);
      seconds.push((performance.now() - started) / 1000);
      if (read.lines !== captures) throw new Error(`Of ${captures} captures ${read.lines} came.`);
      answers = read.answers;
    }
    return {
      lines: captures,
      answers,
      linesPerSecond: captures / computeMedian(seconds),
      seconds,
      memoryGrowthBytes: Math.max(0, memory.peakBytes() - before),
    };
  } finally {
    memory.stop();
  }
}

async function readAll(client: CdxClient): Promise<{ lines: number; answers: number }> {
  const query = { url: BENCH_DOMAIN, matchType: 'domain' };
  const all = { lines: 0, answers: 0 };
  for (let key: string | undefined, first = true; first || key !== undefined; first = false) {
    const answer = await client.count(key === undefined ? query : { ...query, resumeKey: key });
    all.lines += answer.lines;
    all.answers++;
    key = answer.resumeKey;
  }
  return all;
}
