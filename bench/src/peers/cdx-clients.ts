// Clients of CDX servers: first a single client that switches to another server after each request, then many clients
// that switch every second. The servers take turns, because the speed of the machine varies. The clients read every
// response completely and count its lines.
import { Agent, request } from 'node:http';
import { computeQuantile } from '../create/creators.ts';
import { readProcessorSeconds } from '../service/processor-time.ts';

export interface CdxPlan {
  readonly servers: readonly CdxTarget[];
  /** True if the servers have the same captures. Their responses must then have the same number of lines. */
  readonly alike: boolean;
  /** Number of requests that the single client sends to each server. The client cycles through the paths. */
  readonly alone: number;
  /** Number of parallel clients. If 0, each server gets each request only once. */
  readonly clients: number;
  /**
   * Seconds of measurement with many clients. A warm-up of three times this duration precedes it, because the servers'
   * JIT compilers need it: after 40,000 responses, Holdfast and OutbackCDX need only half the CPU time per response
   * that they need after 2,500.
   */
  readonly seconds: number;
}

export interface CdxTarget {
  readonly port: number;
  readonly auth?: string;
  /** True to use persistent connections. Otherwise, each request uses a new connection. */
  readonly keepAlive: boolean;
  /** Paths of the look-ups. Every server gets the same look-ups in the same order. */
  readonly paths: readonly string[];
  /** PIDs of all processes that work on a response. Their child processes are measured as well. */
  readonly processes: readonly number[];
}

/** Results of one server. All lists of results are in the order of the plan. */
export interface CdxTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses per second with many clients. */
  readonly perSecond: number;
  /** CPU time of each process per response, in milliseconds. */
  readonly processorMs: readonly number[];
  /** Total number of lines that the single client has received. */
  readonly lines: number;
}

/**
 * Runs the clients. Rejects if a server fails, or if servers with the same captures return different numbers of lines.
 */
export async function runCdxClients(plan: CdxPlan): Promise<CdxTimes[]> {
  const gets = plan.servers.map((server) => createLineCounter(server, Math.max(1, plan.clients)));
  try {
    if (plan.clients === 0) return await measureOnce(plan, gets);
    for (const [i, server] of plan.servers.entries())
      await sendConcurrently(gets[i]!, server, plan.clients, plan.seconds * WARMING);
    const alone = await measureInTurn(plan, gets, plan.alone);
    const crowded = await measureConcurrently(plan, gets);
    return crowded.map((times, i) => ({ ...alone[i]!, ...times }));
  } finally {
    for (const { agent } of gets) agent.destroy();
  }
}

const WARMING = 3;

/**
 * Maximum relative difference between the servers' numbers of lines. OutbackCDX keeps only one capture per URL and
 * second. Among millions of random captures, a few have the same URL and second.
 */
const MAY_DIFFER = 0.0001;

type LineCounter = { readonly agent: Agent; (path: string): Promise<number> };

/**
 * Returns the order of the servers in a round. Rotates and reverses the order, because a server that always follows a
 * slow one has to wait longer.
 */
function computeOrder(round: number, servers: number): number[] {
  const order = Array.from({ length: servers }, (_, turn) => (round + turn) % servers);
  return Math.floor(round / servers) % 2 === 0 ? order : order.reverse();
}

async function measureInTurn({ servers, alike }: CdxPlan, gets: readonly LineCounter[], count: number) {
  const ms = servers.map(() => [] as number[]);
  const lines = servers.map(() => 0);
  for (let at = 0; at < count; at++) {
    const found: number[] = [];
    const pathOf = ({ paths }: CdxTarget) => paths[at % paths.length]!;
    for (const i of computeOrder(at, servers.length)) {
      const path = pathOf(servers[i]!);
      const asked = performance.now();
      found[i] = await gets[i]!(path);
      ms[i]!.push(performance.now() - asked);
      lines[i]! += found[i]!;
    }
    if (alike) throwIfDifferent(found, pathOf(servers[0]!));
  }
  return ms.map((all, i) => {
    const sorted = all.toSorted((a, b) => a - b);
    return { p50Ms: computeQuantile(sorted, 0.5), p99Ms: computeQuantile(sorted, 0.99), lines: lines[i]! };
  });
}

async function measureOnce({ servers }: CdxPlan, gets: readonly LineCounter[]): Promise<CdxTimes[]> {
  const times: CdxTimes[] = [];
  for (const [i, { paths, processes }] of servers.entries()) {
    const used = processes.map(readProcessorSeconds);
    const asked = performance.now();
    const lines = await gets[i]!(paths[0]!);
    const ms = performance.now() - asked;
    const processorMs = processes.map((pid, at) => (readProcessorSeconds(pid) - used[at]!) * 1000);
    times.push({ p50Ms: ms, p99Ms: ms, perSecond: 1000 / ms, processorMs, lines });
  }
  const found = times.map(({ lines }) => lines);
  throwIfDifferent(found, servers[0]!.paths[0]!);
  return times;
}

function throwIfDifferent(found: readonly number[], path: string): void {
  const [ours] = found;
  if (found.some((one) => Math.abs(one - ours!) > ours! * MAY_DIFFER))
    throw new Error(`The servers differ: ${found.join(', ')} lines for ${path}`);
}

async function measureConcurrently(
  { servers, clients, seconds }: CdxPlan,
  gets: readonly LineCounter[],
): Promise<Pick<CdxTimes, 'perSecond' | 'processorMs'>[]> {
  const sums = servers.map(({ processes }) => ({ answers: 0, ms: 0, processorMs: processes.map(() => 0) }));
  for (let round = 0; round < seconds; round++) {
    for (const i of computeOrder(round, servers.length)) {
      const took = await sendConcurrently(gets[i]!, servers[i]!, clients, Math.min(1, seconds - round));
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

/**
 * Sends requests from many clients for `seconds`. Also waits for and counts the requests that are still pending at the
 * end.
 */
async function sendConcurrently(
  get: LineCounter,
  { paths, processes }: CdxTarget,
  clients: number,
  seconds: number,
) {
  const used = processes.map(readProcessorSeconds);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let next = 0;
  const client = async () => {
    while (performance.now() < end) await get(paths[next++ % paths.length]!);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const ms = performance.now() - begun;
  const processorMs = processes.map((pid, i) => (readProcessorSeconds(pid) - used[i]!) * 1000);
  return { answers: next, ms, processorMs };
}

const NEWLINE = 0x0a;

/**
 * Returns a function that sends a request and counts the lines of the response. An error status that means "nothing
 * found" counts as 0 lines.
 */
function createLineCounter({ port, auth, keepAlive }: CdxTarget, clients: number): LineCounter {
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
