// Clients that send random requests one after another over persistent connections.
import { Agent, request } from 'node:http';
import { computeQuantile } from '../create/creators.ts';

export interface ReadPlan {
  readonly url: string;
  readonly auth: string;
  /** Paths with queries. */
  readonly targets: readonly string[];
  readonly connections: number;
  /** Seconds of warm-up before the measurement. */
  readonly warmUpSeconds: number;
  /** Seconds of measurement, unless `until` aborts earlier. */
  readonly seconds: number;
  /** Ends the measurement. Works only if the clients run in the benchmark's own process. */
  readonly until?: AbortSignal;
}

export interface ReadCounts {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Mean size of the response bodies. */
  readonly meanBytes: number;
  /** Number of requests, including those during the warm-up. */
  readonly requests: number;
}

/** Runs the clients and counts their requests. Rejects at the first response whose status is not 200. */
export async function runReaders(plan: ReadPlan): Promise<ReadCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
  const get = createGetter(plan, agent);
  const begin = performance.now() + plan.warmUpSeconds * 1000;
  const end = begin + plan.seconds * 1000;
  const latenciesMs: number[] = [];
  let bytes = 0;
  let requests = 0;
  let failed = false;
  const reader = async () => {
    for (let asked = performance.now(); asked < end && !failed && !plan.until?.aborted; ) {
      const length = await get(plan.targets[Math.floor(Math.random() * plan.targets.length)]!);
      requests++;
      const answered = performance.now();
      if (answered >= begin && answered < end) {
        latenciesMs.push(answered - asked);
        bytes += length;
      }
      asked = answered;
    }
  };
  try {
    await Promise.all(Array.from({ length: plan.connections }, reader));
  } finally {
    failed = true;
    agent.destroy();
  }
  const seconds = plan.until?.aborted ? (performance.now() - begin) / 1000 : plan.seconds;
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: computeQuantile(latenciesMs, 0.5),
    p99Ms: computeQuantile(latenciesMs, 0.99),
    meanBytes: bytes / latenciesMs.length,
    requests,
  };
}

/** Returns a function that sends a request and returns the size of the response. */
function createGetter({ url, auth }: ReadPlan, agent: Agent) {
  const { hostname, port } = new URL(url);
  return (path: string) =>
    new Promise<number>((resolve, reject) => {
      request({ hostname, port, path, agent, auth }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.once('error', reject).once('end', () => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`${path} was answered ${answer.statusCode}.`));
        });
      })
        .once('error', reject)
        .end();
    });
}
