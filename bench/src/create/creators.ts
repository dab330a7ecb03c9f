// Clients that create artifacts one after another over persistent connections.
import { Agent, request } from 'node:http';
import { type CreateFormFactory, createFormFactory } from './form.ts';
import { BENCH_NAMESPACE, type CreatePlan, type CreationCounts } from './plan.ts';

/**
 * Runs the clients. Resolves when the time is over and the last responses have arrived. Rejects at the first status
 * other than 201.
 */
export async function runCreators(plan: CreatePlan): Promise<CreationCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.creators });
  const post = createPoster(plan, createFormFactory(plan.auid, plan.payloadBytes), agent);
  const begin = performance.now() + plan.warmUpSeconds * 1000;
  const end = begin + plan.seconds * 1000;
  const latenciesMs: number[] = [];
  let acknowledged = 0;
  let next = 0;
  let failed = false;
  const creator = async () => {
    for (let sent = performance.now(); sent < end && !failed; ) {
      await post(next++);
      acknowledged++;
      const answered = performance.now();
      if (answered >= begin && answered < end) latenciesMs.push(answered - sent);
      sent = answered;
    }
  };
  try {
    await Promise.all(Array.from({ length: plan.creators }, creator));
  } finally {
    failed = true;
    agent.destroy();
  }
  const { user, system } = process.cpuUsage();
  latenciesMs.sort((a, b) => a - b);
  return {
    acknowledged,
    measured: latenciesMs.length,
    artifactsPerSecond: latenciesMs.length / plan.seconds,
    p50Ms: computeQuantile(latenciesMs, 0.5),
    p99Ms: computeQuantile(latenciesMs, 0.99),
    cpuSeconds: (user + system) / 1e6,
  };
}

/** Returns a quantile by the nearest-rank method; NaN for an empty list. */
export function computeQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function createPoster({ url, user, password }: CreatePlan, forms: CreateFormFactory, agent: Agent) {
  const { hostname, port } = new URL(url);
  const path = `/artifacts?namespace=${BENCH_NAMESPACE}`;
  return (number: number): Promise<void> => {
    const body = forms.form(`http://www.example.com/${number % 100}/page-${number}.html`, number);
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const headers = { 'content-type': forms.contentType, 'content-length': length };
    return new Promise((resolve, reject) => {
      const options = { hostname, port, path, method: 'POST', agent, auth: `${user}:${password}`, headers };
      const sending = request(options, (answer) => {
        const text: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => text.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 201) return resolve();
          const words = Buffer.concat(text).toString().slice(0, 500);
          reject(new Error(`A create was answered ${answer.statusCode}: ${words}`));
        });
      });
      sending.once('error', reject);
      for (const piece of body.slice(0, -1)) sending.write(piece);
      sending.end(body.at(-1));
    });
  };
}
