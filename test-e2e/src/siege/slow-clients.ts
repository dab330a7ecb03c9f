// Attack: clients that transfer a few bytes per second and never finish. Some clients read long responses. Others send
// as many imports as one user may send.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeResponseRecord, TestRepositoryClient } from '@holdfast/testkit';
import type { SiegeAttack, SiegeFinding, SiegeTarget } from './attack.ts';
import { buildArchive, makeSlowdownFinding, measureP99Ms, readWholeResponse } from './others.ts';
import { checkConnectionsEnded, openSlowReader, openSlowSender, WINDOW_MS } from './slow-sockets.ts';

const READERS = 60;
const SENDERS = 16;
/**
 * Number of imports before and during the attack. With only 100 imports, the 99th percentile would be the second
 * slowest, which may double by chance.
 */
const IMPORTS = 400;
const boundary = 'slow';

export const slowClients: SiegeAttack = {
  name: 'slow-clients',
  env: { repository: { CLIENT_RATE_WINDOW: `${WINDOW_MS}ms` } },

  async prepare({ repository }) {
    const urls = Array.from({ length: 40_000 }, (_, i) => `http://site.example/${'x'.repeat(400)}${i}`);
    await repository.client.importArchive(Readable.from(buildArchive(urls, makeResponseRecord)), {
      auid: 'site',
    });
  },

  async run(target) {
    return [...(await attackWithSlowReaders(target)), ...(await attackWithSlowSenders(target))];
  },
};

async function attackWithSlowReaders(target: SiegeTarget): Promise<SiegeFinding[]> {
  const paths = {
    'one capture': '/replay/cdxb/default?url=http://site.example/1&limit=1',
    'a listing': '/aus/site/artifacts?limit=10',
  };
  const url = target.repository.client.url;
  const ask = (path: string) => () =>
    readWholeResponse(url + path, target.logins.accessContentRole).catch(acceptNotFound);
  const before = new Map<string, number>();
  for (const [what, path] of Object.entries(paths)) before.set(what, await measureP99Ms(ask(path)));
  const sockets = Array.from({ length: READERS }, () =>
    openSlowReader(
      url,
      '/replay/cdxb/default?url=site.example&matchType=host',
      target.logins.accessContentRole,
    ),
  );
  // Waits until the sockets' buffers are full; until then, slow readers receive at full speed.
  await sleep(WINDOW_MS / 2);
  const findings: SiegeFinding[] = [];
  for (const [what, path] of Object.entries(paths)) {
    findings.push(
      makeSlowdownFinding(
        `${what} beside ${READERS} slow readers`,
        before.get(what)!,
        await measureP99Ms(ask(path)),
      ),
    );
  }
  return [...findings, await checkConnectionsEnded(target.repository.metricsUrl, 'slow readers', sockets)];
}

/** Accepts 404, because only the duration of the lookup matters. */
function acceptNotFound(error: Error): void {
  if (!error.message.endsWith('404')) throw error;
}

async function attackWithSlowSenders(target: SiegeTarget): Promise<SiegeFinding[]> {
  const { url } = target.repository.client;
  const other = new TestRepositoryClient(url, { user: 'auAdminRole', password: 'correct: horse, battery' });
  let count = 0;
  const ask = async () => {
    count += 1;
    const archive = makeResponseRecord(`http://other.example/${count}`, Buffer.from('x'));
    const { status } = await other.importArchive(archive, { auid: 'other' });
    if (status !== 200) throw new Error(`an import was answered ${status}`);
  };
  const beforeMs = await measureP99Ms(ask, IMPORTS);
  const sockets = Array.from({ length: SENDERS }, () =>
    openSlowSender(url, formatUnfinishedImport(target.logins.contentAdminRole)),
  );
  await sleep(2_000);
  const duringMs = await measureP99Ms(ask, IMPORTS);
  return [
    makeSlowdownFinding(
      `imports of one record beside ${SENDERS} slow ones of another user`,
      beforeMs,
      duringMs,
    ),
    await checkConnectionsEnded(target.repository.metricsUrl, 'slow imports', sockets),
  ];
}

/** Returns the header and first bytes of an import whose Content-Length is larger than the upload will ever be. */
function formatUnfinishedImport(authorization: string): string {
  const parts = `--${boundary}\r\nContent-Disposition: form-data; name="auid"\r\n\r\nslow\r\n--${boundary}\r\nContent-Disposition: form-data; name="archive"; filename="a"\r\n\r\nWARC/1.0\r\n`;
  const head = [
    'POST /archives HTTP/1.1',
    'Host: x',
    `Authorization: ${authorization}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    'Content-Length: 1000000',
    '',
    '',
  ].join('\r\n');
  return head + parts;
}
