// Attack: thousands of refused requests from many networks, with and without a login, each with the longest possible
// subject, while the administrator works. Afterwards the audit log, in the database and in the files, must have an
// entry for each of the administrator's requests, although the flood is many times larger than the log. Dropped entries
// must be counted, and neither table nor files may grow much.
import { readdir, readFile, stat } from 'node:fs/promises';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatBasicAuth, openSqlConnection } from '@holdfast/testkit';
import { makeZeroFinding, type SiegeAttack, type SiegeFinding, type SiegeTarget } from './attack.ts';

const FLOOD_MS = 30_000;
const NETWORKS = 100;
const AT_ONCE = 32;
const ENTRIES = 1_000;
/** The service truncates the log one minute after it starts, and reports missing entries within another minute. */
const AFTER_MS = 75_000;
/** Maximum growth of the audit log. The rate limits keep two workers far below it, even within three minutes. */
const MAX_BYTES = 8 * 2 ** 20;

export const auditFlood: SiegeAttack = {
  name: 'audit-flood',
  env: { config: { AUDIT_ENTRIES: String(ENTRIES), WORKERS: '2' } },

  async prepare(target) {
    await storeConfigurations(target, 'before', 100);
    // Makes the services verify the passwords once, so that later logins are found in the cache.
    const { config, logins } = target;
    for (let n = 0; n < 8; n += 1)
      for (const authorization of [logins.accessContentRole, logins.auAdminRole])
        await (await fetch(`${config.url}/session`, { headers: { authorization } })).arrayBuffer();
  },

  async run(target) {
    const before = await measureAuditSizes(target);
    let isOver = false;
    const during = (async () => {
      let count = 0;
      while (!isOver) count += await storeConfigurations(target, `during-${count}`, 1);
      return count;
    })();
    const sent = await flood(target);
    isOver = true;
    const names = [
      ...Array.from({ length: 100 }, (_, n) => `before-${n}`),
      ...Array.from({ length: await during }, (_, n) => `during-${n}-0`),
    ];
    target.say(`${sent.requests} refused requests of ${Math.round(sent.bytes / 2 ** 20)} MiB`);
    await sleep(AFTER_MS);
    const after = await measureAuditSizes(target);
    const entries = await countRefusedEntries(target);
    return [
      await makeMissingFinding(
        'entries of what was carried out that are gone',
        names,
        await listAuditRequestIds(target),
      ),
      await makeMissingFinding(
        'lines of what was carried out that are gone',
        names,
        await readLogRequestIds(target),
      ),
      bytesFinding('growth of the table', after.table - before.table),
      bytesFinding('growth of the files', after.files - before.files),
      {
        what: 'refused requests that are neither in the log nor counted as missing',
        figure: `${sent.answered - entries.kept - entries.missing} of ${sent.answered}`,
        bound: 'none, but those that clients left',
        isHeld: entries.kept + entries.missing >= sent.answered && entries.kept > 0,
      },
    ];
  },
};

/** Stores a configuration file `times` times. */
async function storeConfigurations(
  { config, logins }: SiegeTarget,
  name: string,
  times: number,
): Promise<number> {
  for (let n = 0; n < times; n += 1) {
    const body = new FormData();
    body.set('configFile', new Blob([`org.example.flood=${name}-${n}\n`]), 'configFile');
    const headers = { authorization: logins.admin, 'x-request-id': `${name}-${n}` };
    const answer = await fetch(`${config.url}/config/file/expert`, { method: 'PUT', headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the administrator was answered ${answer.status}`);
  }
  return times;
}

type Kind = RequestOptions & { readonly leaves?: true };

interface FloodOutcome {
  readonly requests: number;
  /**
   * Number of refused requests whose response the client received. The log must contain these requests or count them as
   * missing.
   */
  readonly answered: number;
  readonly bytes: number;
}

async function flood({ config, logins }: SiegeTarget): Promise<FloodOutcome> {
  const { hostname, port } = new URL(config.url);
  const long = 'é"'.repeat(600);
  const wrong = formatBasicAuth('nobody', 'wrong horse');
  const query = new URLSearchParams({ auid: long, url: long, namespace: long });
  const kinds: readonly Kind[] = [
    { method: 'POST', path: `/aus/add?${query}`, headers: { origin: 'http://evil.example' } },
    { method: 'DELETE', path: `/aus/x?${query}`, headers: { authorization: logins.accessContentRole } },
    { method: 'DELETE', path: `/aus/${'y'.repeat(4_000)}`, headers: { authorization: logins.auAdminRole } },
    { method: 'PUT', path: `/aus/x?${query}`, headers: { origin: 'http://evil.example' }, leaves: true },
  ];
  // The service delays each wrong login longer than the last, so only one client sends wrong logins. Otherwise all
  // clients would wait.
  const wrongLogin: Kind = { method: 'PUT', path: `/aus/x?${query}`, headers: { authorization: wrong } };
  const agents = Array.from({ length: NETWORKS }, (_, n) => {
    return new Agent({ keepAlive: true, localAddress: `127.${1 + n}.7.9` });
  });
  const endMs = performance.now() + FLOOD_MS;
  let [requests, answered, bytes] = [0, 0, 0];
  const one = async (slot: number): Promise<void> => {
    while (performance.now() < endMs) {
      const kind = slot === 0 ? wrongLogin : kinds[requests % kinds.length]!;
      const agent = agents[requests % agents.length]!;
      requests += 1;
      bytes += kind.path!.length;
      const status = await sendForStatus({ hostname, port, agent, ...kind }, kind.leaves === true);
      if (status === undefined) continue;
      if (status < 400 || status >= 500) throw new Error(`${kind.method} ${status}: was not refused`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, slot) => one(slot)));
  for (const agent of agents) agent.destroy();
  return { requests, answered, bytes };
}

/**
 * Sends a request and returns the response status. Returns undefined without a response, or if the client disconnects
 * early.
 */
function sendForStatus(options: RequestOptions, leaves: boolean): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', () => resolve(undefined)).on('close', () => resolve(undefined));
    sent.end(() => leaves && sent.destroy());
  });
}

async function measureAuditSizes({
  configDatabase,
  auditFolder,
}: SiegeTarget): Promise<{ table: number; files: number }> {
  const [row] = await openSqlConnection(configDatabase).query<{ bytes: number }>(
    "select pg_total_relation_size('configuration_audit_entry') as bytes",
  );
  const files = await Promise.all(
    (await readdir(auditFolder))
      .filter((name) => name.startsWith('config-service'))
      .map(async (name) => (await stat(join(auditFolder, name))).size),
  );
  return { table: Number(row!.bytes), files: files.reduce((sum, size) => sum + size, 0) };
}

async function countRefusedEntries({
  configDatabase,
}: SiegeTarget): Promise<{ kept: number; missing: number }> {
  const [row] = await openSqlConnection(configDatabase).query<{ kept: number; missing: number }>(
    `select count(*) filter (where event <> 'missing' and status >= 400) as kept,
       coalesce(sum((subject ->> 'entries')::int) filter (where why = 'refused'), 0)::int as missing
     from configuration_audit_entry`,
  );
  return { kept: Number(row!.kept), missing: Number(row!.missing) };
}

async function listAuditRequestIds({ config, logins }: SiegeTarget): Promise<string[]> {
  const answer = await fetch(`${config.url}/audit?operation=putSectionConfiguration&format=lines`, {
    headers: { authorization: logins.admin },
  });
  return requestIdsIn(await answer.text());
}

async function readLogRequestIds({ auditFolder }: SiegeTarget): Promise<string[]> {
  const names = (await readdir(auditFolder)).filter((name) => name.startsWith('config-service.audit.log'));
  const texts = await Promise.all(names.map((name) => readFile(join(auditFolder, name), 'utf8')));
  return texts.flatMap(requestIdsIn);
}

const requestIdsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { requestId: string }).requestId);

function makeMissingFinding(what: string, wanted: readonly string[], there: readonly string[]): SiegeFinding {
  const names = new Set(there);
  return makeZeroFinding(what, wanted.filter((name) => !names.has(name)).length, wanted.length);
}

function bytesFinding(what: string, bytes: number): SiegeFinding {
  const figure = `${Math.round(bytes / 1024)} KiB`;
  return { what, figure, bound: `≤ ${MAX_BYTES / 1024} KiB`, isHeld: bytes <= MAX_BYTES };
}
