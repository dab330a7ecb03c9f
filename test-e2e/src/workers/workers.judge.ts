// Covers: packages/service-kit packages/http-kit services/repository-service/src/main.ts
// Tests a service with two worker processes, which share a port, metrics, a log and the count of wrong passwords. A
// killed worker is restarted, and the other worker is not affected.
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTemporaryFolder,
  createTestDatabase,
  formatBasicAuth,
  makeWarc,
  writeAdministratorsFile,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { launchConfig } from '../support/config-server.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

const password = 'correct: horse, battery';
const authorization = formatBasicAuth('admin', password);
let server: RepositoryServer;
let config: Awaited<ReturnType<typeof launchConfig>>;

beforeAll(async () => {
  const [{ url: databaseUrl }, { url: configDatabase }] = [
    await createTestDatabase(),
    await createTestDatabase(),
  ];
  const env = { WORKERS: '2', USERS_FILE: await writeAdministratorsFile(['chief']) };
  [server, config] = await Promise.all([
    startRepository({ databaseUrl, objectStore: `fs:${await createTemporaryFolder()}`, env }),
    launchConfig(configDatabase, password, env),
  ]);
  // The service starts its second worker when the first is ready.
  await until(async () => lines().filter(({ msg }) => msg === 'listening').length === 2);
});

describe('two workers', () => {
  it('answer both, on one port and in one log, with one set of metrics', async () => {
    const workers: (number | undefined)[] = [];
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => sendLoggedRequest('/namespaces')));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      workers.push(...answers.map(({ requestId }) => workerOf(requestId)));
      return workers.includes(1) && workers.includes(2);
    });
    expect(await metric('http_responses_total{operation="getNamespaces",status="200"}')).toBe(workers.length);
    expect(await metric('holdfast_imports_limit')).toBe(16);
    expect(await metric('holdfast_workers_running')).toBe(2);
    expect(await metric('holdfast_stored_aus')).toBe(0);
  });

  // Must run early: later tests leave idle connections open, which would distort this test's counts.
  it('balance their connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 12 });
    const workersAsked = async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => sendLoggedRequest('/namespaces', { agent })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.map(({ requestId }) => workerOf(requestId));
    };
    const [second] = pidsOf(2);
    process.kill(second!, 'SIGSTOP');
    try {
      expect(await workersAsked()).toEqual(Array.from({ length: 12 }, () => 1));
    } finally {
      process.kill(second!, 'SIGCONT');
    }
    await until(async () => (await workersAsked()).filter((worker) => worker === 2).length >= 5);
    agent.destroy();
  });

  it('count wrong passwords together', async () => {
    const enough = new AbortController();
    const guess = (name: string) =>
      sendLoggedRequest('/namespaces', {
        headers: { authorization: formatBasicAuth('guessed', name) },
        signal: enough.signal,
      });
    const statuses: (number | undefined)[] = [];
    const refused = Promise.withResolvers<void>();
    const guesses = Array.from({ length: 14 }, async (_, index) => {
      const { status } = await guess(`guess ${index}`);
      statuses.push(status);
      if (statuses.filter((one) => one === 429).length === 5) refused.resolve();
    });
    // The service checks nine of the 14 wrong logins, some after a delay, and refuses five. If each worker counted
    // separately, it would refuse none.
    await refused.promise;
    enough.abort();
    await Promise.allSettled(guesses);
    expect(statuses.filter((status) => status !== 401)).toEqual([429, 429, 429, 429, 429]);
  });

  it('both know a session that began at one of them', async () => {
    const begun = await fetch(`${server.client.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'admin', password }),
    });
    const [cookie] = begun.headers.get('set-cookie')!.split(';');
    const workers: (number | undefined)[] = [];
    await until(async () => {
      const asked = Array.from({ length: 8 }, () =>
        sendLoggedRequest('/namespaces', { headers: { cookie: cookie! } }),
      );
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      workers.push(...answers.map(({ requestId }) => workerOf(requestId)));
      return workers.includes(1) && workers.includes(2);
    });
  });

  it('refuse a revoked API token within seconds, as all workers of the other service do', async () => {
    await config.ready();
    const send = (url: string, method: string, path: string, body?: object) =>
      fetch(url + path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const wanted = { name: 'nightly', roles: ['accessContentRole'], days: 1 };
    const created = await send(server.client.url, 'POST', '/tokens', wanted);
    const { secret, token } = (await created.json()) as { secret: string; token: { id: string } };
    // Uses a new connection for each request, so that the requests reach all workers.
    const agent = new Agent({ keepAlive: false });
    const headers = { authorization: `Bearer ${secret}` };
    const statuses = async () => {
      const urls = [`${server.client.url}/namespaces`, `${config.url}/config/lastupdatetime`];
      const asked = urls.flatMap((url) => Array.from({ length: 8 }, () => statusAt(url, { agent, headers })));
      return new Set(await Promise.all(asked));
    };
    await until(async () => [...(await statuses())].join() === '200');
    expect((await send(config.url, 'DELETE', `/tokens/${token.id}`)).status).toBe(204);
    await until(async () => [...(await statuses())].join() === '401');
    expect(await statuses()).toEqual(new Set([401]));
  });

  it('serve on when one is killed, which comes back', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Waits for a worker that keeps the connection open. A worker with too many connections closes it, and the import
    // would then reach the other worker.
    let first = await sendLoggedRequest('/namespaces', { agent });
    while (!first.staysOpen) first = await sendLoggedRequest('/namespaces', { agent });
    const mine = workerOf(first.requestId);
    const [other] = pidsOf(mine === 1 ? 2 : 1);
    const made = makeWarc(20, 1_000);
    const { sending, answered } = beginImport(agent);
    sending.write(made.bytes.subarray(0, 5_000));
    await until(async () => (await metric('holdfast_imports_in_progress')) === 1);
    process.kill(other!, 'SIGKILL');
    await server.process.says(/"msg":"a worker ended unexpectedly/);
    // Uses a new connection for each request, because an idle connection to the killed worker may still look open.
    const fresh = new Agent({ keepAlive: false });
    for (let time = 0; time < 4; time += 1)
      expect((await sendLoggedRequest('/namespaces', { agent: fresh })).status).toBe(200);
    sending.end(Buffer.concat([made.bytes.subarray(5_000), Buffer.from('\r\n--x--\r\n')]));
    const readLogEntries = (await buffer(await answered)).toString().trim().split('\n');
    expect(readLogEntries.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual(
      made.records.map(() => 'OK'),
    );
    agent.destroy();
    await until(async () => pidsOf(mine === 1 ? 2 : 1).length === 2);
    const before = mapRequestsToWorkers().size;
    await until(async () => {
      await sendLoggedRequest('/namespaces', { agent: fresh });
      return [...mapRequestsToWorkers()].slice(before).some(([, worker]) => worker !== mine);
    });
    expect(await metric('holdfast_worker_exits_total')).toBe(1);
    expect(await metric('http_responses_total{operation="getNamespaces",status="200"}')).toBeGreaterThan(12);
  });

  it('stop together, with whole lines in the log that say whose they are', async () => {
    const pids = [...pidsOf(1), ...pidsOf(2)];
    expect(await server.process.stop()).toEqual({ code: 0, signal: null });
    expect(pids.filter(isProcessRunning)).toEqual([]);
    const stopped = lines().filter(({ msg }) => msg === 'stopped');
    expect(stopped.map(({ worker }) => worker).sort()).toEqual([1, 2, undefined]);
  });

  it('end when their primary process is killed', async () => {
    await config.ready();
    const pids = () => [...config.process.output().matchAll(/"pid":(\d+),"msg":"a worker was started"/g)];
    await until(async () => pids().length === 2);
    await config.process.kill9();
    await until(async () => pids().every(([, pid]) => !isProcessRunning(Number(pid))));
  });
});

interface Line {
  readonly msg?: string;
  readonly worker?: number;
  readonly requestId?: string;
  readonly of?: number;
  readonly pid?: number;
}

/** Matches Node's own warnings on stderr, which are not log entries. */
const OF_NODE = /^\((?:node:\d+\)|Use `node )/;

function lines(): Line[] {
  const all = server.process.output().trim().split('\n');
  const whole = all.filter((line) => !OF_NODE.test(line));
  return whole.map((line) => JSON.parse(line) as Line);
}

/** Returns the worker that handled each request, by request ID, for all requests with a log entry. */
function mapRequestsToWorkers(): Map<string, number> {
  return new Map(
    lines().flatMap(({ requestId, worker }) => (requestId && worker ? [[requestId, worker]] : [])),
  );
}

function workerOf(requestId: string): number | undefined {
  return mapRequestsToWorkers().get(requestId);
}

/** Returns the PIDs of all processes that were the worker with this number. */
function pidsOf(number: number): number[] {
  return lines().flatMap(({ msg, of, pid }) =>
    msg === 'a worker was started' && of === number ? [pid!] : [],
  );
}

function isProcessRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the status of a GET request. Waits for the whole response. */
async function statusAt(
  url: string,
  options: { agent: Agent; headers: object },
): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options as object, resolve)
      .on('error', reject)
      .end();
  });
  await buffer(response);
  return response.statusCode;
}

/** Sends a request over a new connection unless `agent` is given. Resolves when the request's log entry exists. */
async function sendLoggedRequest(
  path: string,
  { headers = { authorization }, ...options }: { headers?: object; agent?: Agent; signal?: AbortSignal } = {},
): Promise<{ status: number | undefined; requestId: string; staysOpen: boolean }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.client.url}${path}`, { agent: false, headers: { ...headers }, ...options }, resolve)
      .once('error', reject)
      .end();
  });
  await buffer(answer);
  const requestId = String(answer.headers['x-request-id']);
  await server.process.says(new RegExp(requestId));
  return { status: answer.statusCode, requestId, staysOpen: answer.headers.connection !== 'close' };
}

function beginImport(agent: Agent) {
  const answered = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
  const sending = request(
    `${server.client.url}/archives`,
    { method: 'POST', agent, headers },
    answered.resolve,
  );
  sending.once('error', answered.reject);
  sending.write('--x\r\nContent-Disposition: form-data; name="auid"\r\n\r\nworkers&a~1\r\n');
  sending.write('--x\r\nContent-Disposition: form-data; name="archive"; filename="a.warc.gz"\r\n\r\n');
  return { sending, answered: answered.promise };
}

async function metric(series: string): Promise<number> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 400; look += 1) {
    if (await isSo()) return;
    await sleep(25);
  }
  throw new Error(`it did not come to that:\n${server.process.output()}`);
}
