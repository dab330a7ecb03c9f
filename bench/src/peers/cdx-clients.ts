// Clients of CDX servers: alone, by turns of the servers, answer by answer; then many at once, by turns of a second, as a
// machine is faster in one minute than in the next. Every answer is read to its end, and its lines are counted.
import { Agent, request } from 'node:http';
import { quantile } from '../create/creators.ts';
import { processorSeconds } from '../service/processor-time.ts';

export interface CdxPlan {
  readonly servers: readonly CdxTarget[];
  /** They have the same captures, so that their answers have as many lines. */
  readonly alike: boolean;
  /** How often one client alone asks, for one path after the other, over and over. */
  readonly alone: number;
  /** 0: each server is asked once, and no more. */
  readonly clients: number;
  /**
   * How long many ask at once; three times as long beforehand, not measured. Compilers of the servers take that long: one
   * of ours takes half as much processor time for an answer after 40,000 of them as after 2,500, and so does OutbackCDX.
   */
  readonly seconds: number;
}

export interface CdxTarget {
  readonly port: number;
  readonly auth?: string;
  /** False: each answer comes over a connection of its own. */
  readonly keepAlive: boolean;
  /** The same look-ups, in the same order, as each server has them. */
  readonly paths: readonly string[];
  /** Process ids of all that work for an answer, with those under them. */
  readonly processes: readonly number[];
}

/** What one server came to; servers come in the order of the plan. */
export interface CdxTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers a second, many clients at once. */
  readonly perSecond: number;
  /** Milliseconds of processor time that each of its processes takes for one of these answers. */
  readonly processorMs: readonly number[];
  /** How many lines all answers had to those that asked alone. */
  readonly lines: number;
}

/** Rejects when a server fails, or one of those that are alike has another number of lines than the first. */
export async function runCdxClients(plan: CdxPlan): Promise<CdxTimes[]> {
  const gets = plan.servers.map((server) => getter(server, Math.max(1, plan.clients)));
  try {
    if (plan.clients === 0) return await askOnce(plan, gets);
    for (const [i, server] of plan.servers.entries())
      await crowd(gets[i]!, server, plan.clients, plan.seconds * WARMING);
    const alone = await askAlone(plan, gets, plan.alone);
    const crowded = await crowdByTurns(plan, gets);
    return crowded.map((times, i) => ({ ...alone[i]!, ...times }));
  } finally {
    for (const { agent } of gets) agent.destroy();
  }
}

const WARMING = 3;

/** OutbackCDX keeps one of the captures that a URL has in a second, of which millions of random ones have some. */
const MAY_DIFFER = 0.0001;

type Get = { readonly agent: Agent; (path: string): Promise<number> };

/**
 * Servers by their places. In rounds that follow one another each comes after each other one: who follows a slow one waits
 * longer.
 */
function orderOf(round: number, servers: number): number[] {
  const order = Array.from({ length: servers }, (_, turn) => (round + turn) % servers);
  return Math.floor(round / servers) % 2 === 0 ? order : order.reverse();
}

async function askAlone({ servers, alike }: CdxPlan, gets: readonly Get[], count: number) {
  const ms = servers.map(() => [] as number[]);
  const lines = servers.map(() => 0);
  for (let at = 0; at < count; at++) {
    const found: number[] = [];
    const pathOf = ({ paths }: CdxTarget) => paths[at % paths.length]!;
    for (const i of orderOf(at, servers.length)) {
      const path = pathOf(servers[i]!);
      const asked = performance.now();
      found[i] = await gets[i]!(path);
      ms[i]!.push(performance.now() - asked);
      lines[i]! += found[i]!;
    }
    if (alike) refuseDifference(found, pathOf(servers[0]!));
  }
  return ms.map((all, i) => {
    const sorted = all.toSorted((a, b) => a - b);
    return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99), lines: lines[i]! };
  });
}

async function askOnce({ servers }: CdxPlan, gets: readonly Get[]): Promise<CdxTimes[]> {
  const times: CdxTimes[] = [];
  for (const [i, { paths, processes }] of servers.entries()) {
    const used = processes.map(processorSeconds);
    const asked = performance.now();
    const lines = await gets[i]!(paths[0]!);
    const ms = performance.now() - asked;
    const processorMs = processes.map((pid, at) => (processorSeconds(pid) - used[at]!) * 1000);
    times.push({ p50Ms: ms, p99Ms: ms, perSecond: 1000 / ms, processorMs, lines });
  }
  const found = times.map(({ lines }) => lines);
  refuseDifference(found, servers[0]!.paths[0]!);
  return times;
}

function refuseDifference(found: readonly number[], path: string): void {
  const [ours] = found;
  if (found.some((one) => Math.abs(one - ours!) > ours! * MAY_DIFFER))
    throw new Error(`The servers differ: ${found.join(', ')} lines for ${path}`);
}

async function crowdByTurns(
  { servers, clients, seconds }: CdxPlan,
  gets: readonly Get[],
): Promise<Pick<CdxTimes, 'perSecond' | 'processorMs'>[]> {
  const sums = servers.map(({ processes }) => ({ answers: 0, ms: 0, processorMs: processes.map(() => 0) }));
  for (let round = 0; round < seconds; round++) {
    for (const i of orderOf(round, servers.length)) {
      const took = await crowd(gets[i]!, servers[i]!, clients, Math.min(1, seconds - round));
      const sum = sums[i]!;
      sum.answers += took.answers;
      sum.ms += took.ms;
      sum.processorMs = sum.processorMs.map((ms, at) => ms + took.processorMs[at]!);
    }
  }
  return sums.map(({ answers, ms, processorMs }) => ({
    perSecond: answers / (ms / 1000),
    processorMs: processorMs.map((one) => one / answers),
  }));
}

/** Those under way at the end are waited for, and count. */
async function crowd(get: Get, { paths, processes }: CdxTarget, clients: number, seconds: number) {
  const used = processes.map(processorSeconds);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let next = 0;
  const client = async () => {
    while (performance.now() < end) await get(paths[next++ % paths.length]!);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const ms = performance.now() - begun;
  const processorMs = processes.map((pid, i) => (processorSeconds(pid) - used[i]!) * 1000);
  return { answers: next, ms, processorMs };
}

const NEWLINE = 0x0a;

/** Counts the lines of an answer; none where nothing is found, however that is said. */
function getter({ port, auth, keepAlive }: CdxTarget, clients: number): Get {
  const agent = new Agent({ keepAlive, maxSockets: clients });
  const options = { hostname: '127.0.0.1', port, agent, ...(auth === undefined ? {} : { auth }) };
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      request({ ...options, path }, (answer) => {
        let lines = 0;
        answer.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
        });
        answer.once('error', reject).once('end', () => {
          if (answer.statusCode === 200) resolve(lines);
          else if (answer.statusCode === 404) resolve(0);
          else reject(new Error(`${path} was answered ${answer.statusCode}.`));
        });
      })
        .once('error', reject)
        .end();
    });
  return Object.assign(get, { agent });
}
