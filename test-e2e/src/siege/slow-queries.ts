// Attack: clients that read long responses to queries (`/ws/…`) at a few bytes per second, while other clients send
// short queries.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder } from '@holdfast/testkit';
import type { SiegeAttack, SiegeFinding } from './attack.ts';
import { makeSlowdownFinding, measureP99Ms, readWholeResponse } from './others.ts';
import { reloadConfiguration } from './reload.ts';
import { checkConnectionsEnded, openSlowReader, WINDOW_MS } from './slow-sockets.ts';

const READERS = 60;
const TITLES = 10_000;
const folder = await createTemporaryFolder();

export const slowQueries: SiegeAttack = {
  name: 'slow-queries',
  env: { config: { CLIENT_RATE_WINDOW: `${WINDOW_MS}ms`, TDB_SOURCES: folder } },

  async prepare(target) {
    await writeFile(join(folder, 'siege.tdb'), titles());
    await reloadConfiguration(target);
    const { config, logins } = target;
    const sizeBytes = await readWholeResponse(config.url + queryPath('select *'), logins.accessContentRole);
    if (sizeBytes < TITLES * 300) throw new Error(`the titles were not loaded: ${sizeBytes} bytes`);
  },

  async run({ config, logins }) {
    const paths = {
      'a query for one AU': queryPath("select auId where name = 'AU 17'"),
      'the list of AUs': '/aus',
      '/status': '/status',
    };
    const ask = (path: string) => () => readWholeResponse(config.url + path, logins.accessContentRole);
    const before = new Map<string, number>();
    for (const [what, path] of Object.entries(paths)) before.set(what, await measureP99Ms(ask(path)));
    const sockets = Array.from({ length: READERS }, () =>
      openSlowReader(config.url, queryPath('select *'), logins.auAdminRole),
    );
    // Waits until the sockets' buffers are full; until then, slow readers receive at full speed.
    await sleep(WINDOW_MS / 2);
    const findings: SiegeFinding[] = [];
    for (const [what, path] of Object.entries(paths)) {
      const duringMs = await measureP99Ms(ask(path));
      findings.push(
        makeSlowdownFinding(`${what} beside ${READERS} slow readers of queries`, before.get(what)!, duringMs),
      );
    }
    return [...findings, await checkConnectionsEnded(config.metricsUrl, 'slow readers of queries', sockets)];
  },
};

function queryPath(query: string): string {
  return `/ws/tdbaus?tdbAuQuery=${encodeURIComponent(query)}`;
}

function titles(): string {
  const aus = Array.from(
    { length: TITLES },
    (_, number) => `au < released ; AU ${number} ; ${'x'.repeat(300)}${number} >`,
  );
  return `{
  publisher < name = Siege >
  title < name = Siege >
  plugin = org.siege.SiegePlugin
  param[base_url] = http://siege.example/
  implicit < status ; name ; param[volume_name] >
  ${aus.join('\n  ')}
}
`;
}
