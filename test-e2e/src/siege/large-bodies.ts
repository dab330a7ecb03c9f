// Attack: request bodies of allowed size that are expensive to parse: very many small values, very long strings, very
// many lines. Meanwhile, the test polls /status.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTimeFinding, type SiegeAttack, type SiegeFinding, type SiegeTarget } from './attack.ts';

const MIB = 2 ** 20;
const MAX_MS = 250;
/** Number of copies of each body that are sent concurrently. */
const CONCURRENT = 3;

interface Body {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly text: string;
  /** Expected status of the response. */
  readonly status: number;
}

const auid = (number: number) =>
  `org|example|Plugin&base_url~http%3A%2F%2F${'x'.repeat(150)}%2F&volume~${number}`;
const states = (kind: string) => `/${kind}/${encodeURIComponent('org|example|P&k~1')}`;
const listOf = (item: string, bytes: number) =>
  `[${Array(Math.floor((bytes - 2) / (item.length + 1)))
    .fill(item)
    .join()}]`;
const auids = JSON.stringify(Array.from({ length: 60_000 }, (_, number) => auid(number)));
const peers = Array.from(
  { length: 80_000 },
  (_, number) => `TCP:[10.0.${number >> 15}.1]:${1 + (number % 32_768)}`,
);

const bodies: readonly Body[] = [
  group('16 MiB of empty lists', listOf('[]', 16 * MIB), 400),
  group('16 MiB of numbers', listOf('1', 16 * MIB), 400),
  group('249,000 empty texts', listOf('""', 249_000 * 3), 400),
  group('a text of 16 MiB, all escapes', `["${'\\u0041'.repeat(2.6 * MIB)}"]`, 400),
  group('60,000 AUIDs', auids, 200),
  { ...group('16 MiB of empty lines', '\n'.repeat(16 * MIB), 400), type: 'text/plain' },
  { ...group('249,000 lines', 'a\n'.repeat(249_000), 200), type: 'text/plain' },
  state('2 MiB of empty lists', 'PATCH', 'austates', listOf('[]', 2 * MIB), 400),
  state('80,000 peers', 'PUT', 'noaupeers', JSON.stringify({ rawSet: peers, date: 1 }), 404),
  state('16 MiB of empty lists', 'PATCH', 'austates', listOf('[]', 16 * MIB - 1), 413),
];

export const largeBodies: SiegeAttack = {
  name: 'large-bodies',

  async prepare() {},

  async run(target) {
    const findings: SiegeFinding[] = [];
    for (const body of bodies) findings.push(...(await sendBodyConcurrently(target, body)));
    return findings;
  },
};

function group(what: string, text: string, status: number): Body {
  return { what: `a group of ${what}`, method: 'POST', path: '/aus/add', text, status };
}

function state(what: string, method: string, kind: string, text: string, status: number): Body {
  return { what: `a state document of ${what}`, method, path: states(kind), text, status };
}

async function sendBodyConcurrently({ config, logins }: SiegeTarget, body: Body): Promise<SiegeFinding[]> {
  const { what, method, path, type = 'application/json', text, status } = body;
  const done = new AbortController();
  const longest = measureLongestStatusMs(config.url, done.signal);
  const answers = await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      const headers = { authorization: logins.auAdminRole, 'content-type': type };
      const answer = await fetch(config.url + path, { method, headers, body: text });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  done.abort();
  const statuses = [...new Set(answers)];
  return [
    makeTimeFinding(`/status during ${what}`, await longest, MAX_MS),
    {
      what: `the answer to ${what}`,
      figure: statuses.join(', '),
      bound: String(status),
      isHeld: statuses.every((given) => given === status),
    },
  ];
}

async function measureLongestStatusMs(url: string, done: AbortSignal): Promise<number> {
  let longest = 0;
  while (!done.aborted) {
    const begunMs = performance.now();
    await (await fetch(`${url}/status`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - begunMs);
    await sleep(5);
  }
  return longest;
}
