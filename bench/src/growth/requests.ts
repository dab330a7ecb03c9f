// Sends requests for captures in all parts of an index, one at a time.
import { Agent, type IncomingMessage, request } from 'node:http';
import { createBenchRandom } from '../corpus/random.ts';
import { computeQuantile } from '../create/creators.ts';
import type { BenchSystem } from '../service/system.ts';
import { GROWTH_NAMESPACE } from './storing.ts';
import { computeCapture, URLS_PER_AU, type Visit, type VisitedCapture } from './visits.ts';

export interface RequestLatency {
  readonly name: RequestKind;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface TimedRequest {
  readonly path: string;
  readonly method?: string;
}

const toQuery = (parameters: Record<string, string>) =>
  new URLSearchParams({ namespace: GROWTH_NAMESPACE, ...parameters });

const kinds = {
  'an artifact by its id': ({ id }) => ({ path: `/artifacts/${id}?${toQuery({})}` }),
  'a page of an AU, behind a URL prefix': ({ auid, url }) => ({
    path: `/aus/${encodeURIComponent(auid)}/artifacts?${toQuery({
      urlPrefix: url.slice(0, url.indexOf('/page-') + 9),
      version: 'all',
      limit: '100',
    })}`,
  }),
  'CDX: a URL': ({ url }) => ({ path: `/replay/cdxb/${GROWTH_NAMESPACE}?${toQuery({ url })}` }),
  'CDX: the closest': ({ url, collectionMs }) => ({
    path: `/replay/cdxb/${GROWTH_NAMESPACE}?${toQuery({ url, closest: toTimestamp(collectionMs), limit: '1' })}`,
  }),
  'CDX: a prefix': ({ url }) => ({
    path: `/replay/cdxb/${GROWTH_NAMESPACE}?${toQuery({
      url: url.slice(0, url.indexOf('/page-') + 1),
      matchType: 'prefix',
      limit: '100',
    })}`,
  }),
  'a commit taken back': ({ id }) => ({
    method: 'PUT',
    path: `/artifacts/${id}?${toQuery({ committed: 'false' })}`,
  }),
  'a deletion': ({ id }) => ({ method: 'DELETE', path: `/artifacts/${id}?${toQuery({})}` }),
} satisfies Record<string, (capture: VisitedCapture) => TimedRequest>;

export type RequestKind = keyof typeof kinds;

/**
 * Measures requests of each kind. `round` must differ in each call, because an artifact can be deleted only once. There
 * can be at most ten calls.
 */
export async function measureRequests(
  system: BenchSystem,
  visits: readonly Visit[],
  round: number,
  count: number,
): Promise<RequestLatency[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = createBenchRandom(`requests ${round}`);
  const found: RequestLatency[] = [];
  try {
    for (const name of Object.keys(kinds) as RequestKind[]) {
      const captures = new Map<string, VisitedCapture>();
      // Limits the number of captures, because each visit has only 50 captures for the deletions of a round.
      for (const most = Math.min(count, 25 * visits.length); captures.size < most; ) {
        const capture = computeCapture(
          random.pick(visits),
          chooseUrlNumber(name, round, random.below(URLS_PER_AU / 10)),
        );
        captures.set(capture.id, capture);
      }
      const latencies = new Float64Array(captures.size);
      let i = 0;
      for (const capture of captures.values())
        latencies[i++] = await timeRequest(system, agent, kinds[name](capture));
      latencies.sort();
      found.push({
        name,
        p50Ms: computeQuantile([...latencies], 0.5),
        p99Ms: computeQuantile([...latencies], 0.99),
      });
    }
  } finally {
    agent.destroy();
  }
  return found;
}

/**
 * Returns the number of a URL. Its last digit depends on the kind of request, so that deletions and changes do not
 * affect other requests. Each round deletes different URLs.
 */
function chooseUrlNumber(name: RequestKind, round: number, tenth: number): number {
  if (name === 'a deletion') return (tenth - (tenth % 10) + (round % 10)) * 10;
  if (name === 'a commit taken back') return tenth * 10 + 1;
  return tenth * 10 + 2;
}

async function timeRequest(
  system: BenchSystem,
  agent: Agent,
  { path, method = 'GET' }: TimedRequest,
): Promise<number> {
  const { hostname, port } = new URL(system.url);
  const started = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'application/json, text/plain' };
    const auth = `${system.user}:${system.password}`;
    request({ hostname, port, path, method, agent, auth, headers }, resolve).once('error', reject).end();
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const ms = performance.now() - started;
  if (answer.statusCode !== 200 || (text === '' && method === 'GET'))
    throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
  return ms;
}

function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
