// Tries to smuggle requests through the console of a configuration service, while other users send requests through the
// same console. A raw TCP server in place of the repository service counts the received requests. Each request sent
// must be received exactly once.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import {
  formatBasicAuth,
  MARKER_HEADER,
  makeSmugglingRequests,
  SMUGGLED_MARKER,
  type SmugglingRequest,
  sendRaw,
  startCountingOrigin,
} from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';

export interface SmuggleOptions {
  /** URL of the configuration service's database. */
  readonly databaseUrl: string;
  /** Request methods. Default: every method that Node supports except CONNECT. */
  readonly methods?: readonly string[];
  /** Number of times to send each request. */
  readonly rounds: number;
  say(words: string): void;
}

export interface SmuggleCounts {
  readonly sent: number;
  readonly othersSent: number;
  readonly arrived: number;
}

const PREFIX = '/console/repository';
const READER = { name: 'reader', password: 'correct: horse, battery' };
const ADMIN_PASSWORD = 'another: horse, battery';
const ATTACKERS = 6;
const OTHERS = 4;

/** Runs the drill. Throws if the requests sent and received differ; the message lists the first differences. */
export async function runSmuggleDrill({
  databaseUrl,
  methods,
  rounds,
  say,
}: SmuggleOptions): Promise<SmuggleCounts> {
  const origin = await startCountingOrigin();
  const config = await startConfig(databaseUrl, ADMIN_PASSWORD, {
    READER_USER: READER.name,
    READER_PASSWORD: READER.password,
    REPOSITORY_URL: origin.url,
    LOG_LEVEL: 'warn',
  });
  try {
    const port = Number(new URL(config.url).port);
    const logins = [
      `Authorization: ${formatBasicAuth(READER.name, READER.password)}`,
      `Cookie: ${await sessionCookie(config.url)}`,
    ];
    const requests = Array.from({ length: rounds }, (_, round) =>
      logins.flatMap((line, at) => [
        ...makeSmugglingRequests({
          path: PREFIX,
          login: [line],
          series: `attack-${round}-${at}`,
          ...(methods && { methods }),
        }),
      ]),
    ).flat();
    say(`${requests.length} requests of ${ATTACKERS} attackers, beside ${OTHERS} other users`);
    const wrong: string[] = [];
    const sent = requests.map(({ marker }) => marker);
    const attack = sendSmugglingRequests(requests, port, { wrong, say });
    const others = Promise.all(
      Array.from({ length: OTHERS }, (_, n) => sendInnocentRequests(port, n, attack, wrong)),
    );
    await attack;
    const asked = (await others).flat();
    compare([...sent, ...asked], origin.requests, wrong);
    wrong.push(...origin.faults.map((fault) => `the origin: ${fault}`));
    if (wrong.length > 0) throw new Error(`${wrong.length} faults:\n${wrong.slice(0, 20).join('\n')}`);
    return { sent: sent.length, othersSent: asked.length, arrived: origin.requests.length };
  } finally {
    await config.process.stop();
  }
}

async function sessionCookie(url: string): Promise<string> {
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(READER),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`the login was answered ${answer.status}`);
  return cookie;
}

async function sendSmugglingRequests(
  requests: readonly SmugglingRequest[],
  port: number,
  { wrong, say }: { wrong: string[]; say: SmuggleOptions['say'] },
): Promise<void> {
  const rest = requests.values();
  let done = 0;
  const one = async (): Promise<void> => {
    for (const { method, text, marker, what } of rest) {
      const { status, headers } = await sendRaw(port, method, text);
      const got = headers.get(MARKER_HEADER);
      if (status !== 200 || got !== marker) wrong.push(`${what}: answered ${status} ${got}, not ${marker}`);
      done += 1;
      if (done % 2_000 === 0) say(`${done} sent, ${wrong.length} faults`);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, one));
}

/** Sends requests until the attack has ended. Returns the markers in these requests. */
async function sendInnocentRequests(
  port: number,
  user: number,
  attack: Promise<void>,
  wrong: string[],
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sent: string[] = [];
  let isOver = false;
  const over = attack.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    const marker = `other-${user}-${sent.length}`;
    sent.push(marker);
    const got = await fetchMarker(port, agent, marker);
    if (got !== marker) wrong.push(`another user asked for ${marker} and was given ${got}`);
  }
  agent.destroy();
  return sent;
}

function fetchMarker(port: number, agent: Agent, marker: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: formatBasicAuth('admin', ADMIN_PASSWORD) };
    const path = `${PREFIX}/other?marker=${marker}`;
    const read = async (answer: IncomingMessage): Promise<unknown> => {
      const text = Buffer.concat(await answer.toArray()).toString();
      return answer.statusCode === 200 ? (JSON.parse(text) as { marker: string }).marker : text;
    };
    httpRequest({ port, agent, path, headers }, (answer) => void read(answer).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}

/**
 * Checks that each marker was received exactly once, and no other marker. The configuration service's own requests have
 * no marker.
 */
function compare(
  sent: readonly string[],
  arrived: readonly { readonly target: string }[],
  wrong: string[],
): void {
  const counts = new Map<string, number>();
  for (const { target } of arrived) {
    const marker = new URLSearchParams(target.split('?')[1] ?? '').get('marker');
    if (marker !== null) counts.set(marker, (counts.get(marker) ?? 0) + 1);
  }
  for (const marker of sent) {
    if (counts.get(marker) !== 1) wrong.push(`${marker} arrived ${counts.get(marker) ?? 0} times`);
    counts.delete(marker);
  }
  for (const [marker, count] of counts)
    wrong.push(
      `${marker.includes(SMUGGLED_MARKER) ? 'smuggled' : 'never sent'}: ${marker} arrived ${count} times`,
    );
}
