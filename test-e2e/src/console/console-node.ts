// A node to look at: both services with one secret for sessions, and some of everything in it: what lies in `examples`, and of
// the corpus, where there is one, plugins, titles and WARCs.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { basicAuth, corpus, temporaryFolder, testDatabase } from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import type { Subjects } from './routes.ts';

export interface ConsoleNode {
  readonly repositoryUrl: string;
  readonly configurationUrl: string;
  readonly user: string;
  readonly password: string;
  /** What routes name: `auid`, `uuid` and so on. */
  readonly subjects: Subjects;
}

const password = 'correct: horse, battery';
const examples = new URL('../../../examples/', import.meta.url);
const WARCS = [
  'pywb/iana.warc.gz',
  'pywb/example.warc.gz',
  'pywb/dupes.warc.gz',
  'warcio/example-digest.warc',
];

/** Both run until the end of the test file. `full`: with what the corpus has, too. */
export async function startConsoleNode({ full = false } = {}): Promise<ConsoleNode> {
  const env = { SESSION_SECRET: 'a secret that both services have' };
  const repository = await startRepository({
    databaseUrl: (await testDatabase()).url,
    objectStore: `fs:${await temporaryFolder()}`,
    env: { ...env, ADMIN_PASSWORD: password },
  });
  const repositoryUrl = repository.client.url;
  const ofCorpus = (path: string): string[] => (full && corpus.available ? [corpus.path(path)] : []);
  const configuration = await startConfig((await testDatabase()).url, password, {
    ...env,
    REPOSITORY_URL: repositoryUrl,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: password,
    PLUGIN_SOURCES: [fileURLToPath(new URL('plugins', examples)), ...ofCorpus('plugins')].join(';'),
    TDB_SOURCES: [fileURLToPath(new URL('titles.tdb', examples)), ...ofCorpus('tdb')].join(';'),
  });
  const node = { repositoryUrl, configurationUrl: configuration.url, user: 'admin', password };
  const archives = [
    fileURLToPath(new URL('sample.warc.gz', examples)),
    ...WARCS.flatMap((path) => ofCorpus(`warcs/${path}`)),
  ];
  return { ...node, subjects: await fill(node, archives) };
}

/** Imports the archives into one AU of the example's plugin, and adds to the node what its titles make AUs of. */
async function fill(
  { repositoryUrl, configurationUrl, user }: Omit<ConsoleNode, 'subjects'>,
  archives: readonly string[],
): Promise<Subjects> {
  const headers = { authorization: basicAuth(user, password) };
  const ask = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const plugin = { pluginId: 'org.example.plugin.TidesPlugin' };
  const auConfig = JSON.stringify({ base_url: 'http://www.example.org/', year: '2025' });
  const made = await ask(`${configurationUrl}/auids`, {
    method: 'POST',
    body: new URLSearchParams({ ...plugin, auConfig }),
  });
  const { auid } = (await made.json()) as { auid: string };
  const query = new URLSearchParams({ tdbAuQuery: 'select auId' });
  const titles = (await (await ask(`${configurationUrl}/ws/tdbaus?${query}`)).json()) as { auId?: string }[];
  const auids = new Set([auid, ...titles.flatMap(({ auId }) => auId ?? []).slice(0, 400)]);
  await ask(`${configurationUrl}/aus/add`, {
    method: 'POST',
    body: [...auids].join('\n'),
    headers: { 'content-type': 'text/plain' },
  });
  for (const archive of archives) {
    const form = new FormData();
    form.set('auid', auid);
    form.set('archive', new Blob([new Uint8Array(await readFile(archive))]), archive.split('/').at(-1));
    await (await ask(`${repositoryUrl}/archives`, { method: 'POST', body: form })).text();
  }
  const held = (await (await ask(`${repositoryUrl}/artifacts?limit=100`)).json()) as {
    artifacts: { uuid: string }[];
  };
  return { auid, namespace: 'default', uuid: held.artifacts[0]!.uuid, job: 'fixity', section: 'expert' };
}
