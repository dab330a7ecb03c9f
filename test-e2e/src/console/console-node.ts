// A node to look at: both services with one secret for sessions, and some of everything in it.
import { readFile } from 'node:fs/promises';
import { basicAuth, temporaryFolder, testDatabase } from '@holdfast/testkit';
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

/** Both run until the end of the test file. */
export async function startConsoleNode(): Promise<ConsoleNode> {
  const env = { SESSION_SECRET: 'a secret that both services have' };
  const repository = await startRepository({
    databaseUrl: (await testDatabase()).url,
    objectStore: `fs:${await temporaryFolder()}`,
    env: { ...env, ADMIN_PASSWORD: password },
  });
  const repositoryUrl = repository.client.url;
  const configuration = await startConfig((await testDatabase()).url, password, {
    ...env,
    REPOSITORY_URL: repositoryUrl,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: password,
    PLUGIN_SOURCES: new URL('plugins', examples).pathname,
    TDB_SOURCES: new URL('titles.tdb', examples).pathname,
  });
  const node = { repositoryUrl, configurationUrl: configuration.url, user: 'admin', password };
  return { ...node, subjects: await fill(node) };
}

async function fill({
  repositoryUrl,
  configurationUrl,
  user,
}: Omit<ConsoleNode, 'subjects'>): Promise<Subjects> {
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
  const added = { method: 'POST', body: auid, headers: { 'content-type': 'text/plain' } };
  await ask(`${configurationUrl}/aus/add`, added);
  const form = new FormData();
  form.set('auid', auid);
  form.set(
    'archive',
    new Blob([new Uint8Array(await readFile(new URL('sample.warc.gz', examples)))]),
    'sample.warc.gz',
  );
  await (await ask(`${repositoryUrl}/archives`, { method: 'POST', body: form })).text();
  const held = (await (await ask(`${repositoryUrl}/artifacts`)).json()) as { artifacts: { uuid: string }[] };
  return { auid, namespace: 'default', uuid: held.artifacts[0]!.uuid };
}
