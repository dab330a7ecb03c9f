// Attack: server-side request forgery. A configuration source controlled by an attacker names internal addresses in
// every notation and redirects to them. A local file names the same addresses. The internal server counts its requests
// and returns a secret.
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder, findFreePort } from '@holdfast/testkit';
import {
  makeZeroFinding,
  SIEGE_ROLES,
  type SiegeAttack,
  type SiegeFinding,
  type SiegeTarget,
} from './attack.ts';
import { reloadConfiguration } from './reload.ts';

const SECRET = 'process_secret';
const hosts = [
  ...['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '017700000001', '0.0.0.0'],
  ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::127.0.0.1]'],
];
const [insidePort, sourcePort] = [await findFreePort(), await findFreePort()];
const inside = hosts.map((host) => `http://${host}:${insidePort}/metrics`);
const source = `http://127.0.0.1:${sourcePort}`;
const redirecting = inside.map((_, number) => `${source}/redirect/${number}.xml`);
const file = join(await createTemporaryFolder(), 'siege.xml');

export const insideAddresses: SiegeAttack = {
  name: 'inside-addresses',
  // The node is configured with these two sources; the attack writes their contents later.
  env: { config: { CONFIG_SOURCES: [`${source}/main.xml`, file].join('\n'), CONFIG_SOURCE_TIMEOUT: '2s' } },

  async prepare() {
    await writeFile(file, formatTitleSources(inside));
  },

  async run(target) {
    let reached = 0;
    const answers: RequestListener = (_request, response) => {
      reached += 1;
      response.end(`# ${SECRET} 1\n`);
    };
    const servers = await Promise.all([
      startListening(answers, insidePort, '127.0.0.1'),
      // Ignores the error, because not every machine has IPv6.
      startListening(answers, insidePort, '::1').catch(() => undefined),
      startListening(makeSourceListener([...inside, ...redirecting]), sourcePort, '127.0.0.1'),
    ]);
    try {
      const loaded = await reloadAndListUrls(target);
      const given = await countDisclosedSecrets(target);
      return [
        {
          what: 'sources that name what lies inside, loaded',
          figure: `${loaded.length}`,
          bound: '2',
          isHeld: loaded.length === 2,
        },
        makeZeroFinding(
          'requests that reached an address inside',
          reached,
          2 * inside.length + redirecting.length,
        ),
        given,
      ];
    } finally {
      for (const server of servers) server?.closeAllConnections();
      for (const server of servers) server?.close();
    }
  },
};

const formatTitleSources = (urls: readonly string[]): string =>
  `<lockss-config><property name="org.lockss.titleDbs"><list>${urls
    .map((url) => `<value>${url}</value>`)
    .join('')}</list></property></lockss-config>`;

function makeSourceListener(urls: readonly string[]): RequestListener {
  return ({ url = '' }, response) => {
    const number = /^\/redirect\/(\d+)\.xml$/.exec(url)?.[1];
    if (number !== undefined) response.writeHead(302, { Location: inside[Number(number)]! }).end();
    else response.end(formatTitleSources(urls));
  };
}

function startListening(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Reloads the configuration. Returns which of the two sources the service has loaded. */
async function reloadAndListUrls(target: SiegeTarget): Promise<string[]> {
  await reloadConfiguration(target);
  const { config, logins } = target;
  const headers = { authorization: logins.userAdminRole };
  const urls = (await (await fetch(`${config.url}/config/loadedurls`, { headers })).json()) as string[];
  return urls.filter((url) => [`${source}/main.xml`, pathToFileURL(file).href].includes(url));
}

/**
 * Requests every named address through the service, as users with each role. Counts the responses that contain the
 * secret.
 */
async function countDisclosedSecrets({ config, logins }: SiegeTarget): Promise<SiegeFinding> {
  const asked = [...inside, ...redirecting].flatMap((url) => SIEGE_ROLES.map((role) => ({ url, role })));
  let given = 0;
  for (const { url, role } of asked) {
    const answer = await fetch(`${config.url}/config/url?${new URLSearchParams({ url })}`, {
      headers: { authorization: logins[role] },
    });
    if ((await answer.text()).includes(SECRET)) given += 1;
  }
  return makeZeroFinding('answers of /config/url that gave what lies there', given, asked.length);
}
