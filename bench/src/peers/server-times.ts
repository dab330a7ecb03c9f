// Measures several servers with the same clients, and compares each server with the first.
import { fileURLToPath } from 'node:url';
import { runInChildProcess } from '../child-process.ts';
import type { CdxPlan, CdxTimes } from './cdx-clients.ts';
import type { ServerTimes } from './lookup-results.ts';

const program = fileURLToPath(new URL('../../dist/peers/cdx-clients-process.js', import.meta.url));

export function measureServers(plan: CdxPlan): Promise<CdxTimes[]> {
  return runInChildProcess<CdxPlan, CdxTimes[]>(program, plan);
}

/** Compares each server with the first. `names`: names of the servers, in the order of `all`. */
export function compareWithFirst(names: readonly string[], all: readonly CdxTimes[]): ServerTimes[] {
  const [first] = all;
  return all.map((one, i) => ({
    name: names[i]!,
    ...one,
    timesP50: one.p50Ms / first!.p50Ms,
    timesRate: first!.perSecond / one.perSecond,
  }));
}
