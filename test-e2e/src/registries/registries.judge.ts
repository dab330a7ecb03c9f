// Covers: services/config-service/src/loading services/config-service/src/repository services/repository-service
// Runs both services with a plugin registry. The registry's content must be stored in the repository as artifacts of
// the registry's AU, where other services of a LOCKSS node expect it.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup, createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { type LaunchedConfig, startConfig } from '../support/config-server.ts';
import { type GatedProxy, openGatedProxy } from '../support/gate.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

const password = 'of: the administrator';
const page = '<html><title>Demo</title><a href="a.jar">a</a> <a href="b.xml">b</a></html>';

interface ListedPlugin {
  readonly uri: string;
  readonly uuid: string;
  readonly version: number;
  readonly committed: boolean;
  readonly contentDigest: string;
}

const files = new Map<string, string>([['/r/', page]]);
let url: string;
let repository: RepositoryServer;
let gate: GatedProxy;
let config: LaunchedConfig;
let databaseUrl: string;

beforeAll(async () => {
  const registry = createServer(({ url: path = '' }, response) => {
    const body = files.get(path);
    const type = path.endsWith('/') ? 'text/html; charset=utf-8' : 'application/java-archive';
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type, 'X-Powered-By': 'a test' });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  addCleanup(() => void registry.close());
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/r/`;
  files.set('/r/a.jar', emptyZip('one'));
  files.set('/r/b.xml', '<map/>');
  repository = await startRepository({
    databaseUrl: (await createTestDatabase()).url,
    objectStore: `fs:${await createTemporaryFolder()}`,
  });
  gate = await openGatedProxy(repository.client.url);
});

/** Creates a ZIP file without entries. The comment makes it unique. */
function emptyZip(comment: string): string {
  return `PK\x05\x06${'\0'.repeat(16)}${String.fromCharCode(comment.length)}\0${comment}`;
}

const digestOf = (path: string) => `SHA-256:${createHash('sha256').update(files.get(path)!).digest('hex')}`;
const auid = () =>
  `org|lockss|plugin|RegistryPlugin&base_url~${encodeURIComponent(url).replaceAll('.', '%2E')}`;

async function listPluginVersions(): Promise<ListedPlugin[]> {
  const path = `/aus/${encodeURIComponent(auid())}/artifacts?version=all&includeUncommitted=true`;
  const answer = await repository.client.get(path);
  return ((await answer.json()) as { artifacts: ListedPlugin[] }).artifacts;
}

const start = () =>
  startConfig(databaseUrl, password, {
    PLUGIN_SOURCES: url,
    REPOSITORY_URL: gate.url,
    PLUGIN_STORE_USER: 'admin',
    PLUGIN_STORE_PASSWORD: 'correct: horse, battery',
  });

/** Requests a load of the configuration. Resolves when the load has finished. */
async function reload(): Promise<void> {
  const headers = { authorization: formatBasicAuth('admin', password) };
  const asked = await fetch(`${config.url}/config/reload`, { method: 'PUT', headers });
  const done = async () =>
    Number((await fetch(`${config.url}/config/lastupdatetime`, { headers })).headers.get('x-loads-done'));
  while ((await done()) < Number(asked.headers.get('x-load-number'))) await sleep(20);
}

it('stores pages and JARs before others hear that they are collected, also when storing breaks off', async () => {
  let refused = 0;
  gate.before((_path, method) => {
    if (method !== 'PUT' || refused > 0) return true;
    refused += 1;
    return false;
  });
  databaseUrl = (await createTestDatabase()).url;
  config = await start();
  expect(refused).toBe(1);
  // The interrupted load was resumed, so no file has a second version.
  expect(await listPluginVersions()).toEqual([
    expect.objectContaining({ uri: url, version: 1, committed: true, contentDigest: digestOf('/r/') }),
    expect.objectContaining({
      uri: `${url}a.jar`,
      version: 1,
      committed: true,
      contentDigest: digestOf('/r/a.jar'),
    }),
  ]);
});

it('gives an artifact the fields that the field reads as properties', async () => {
  const [, jar] = await listPluginVersions();
  const answer = await repository.client.get(`/artifacts/${jar!.uuid}/response?includeContent=NEVER`);
  const head = await answer.text();
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const fields = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ', 2)),
  );
  expect(fields).toMatchObject({
    'content-type': 'application/java-archive',
    'x-lockss-content-type': 'application/java-archive',
    'x-lockss-fetch-time': expect.stringMatching(/^\d{13}$/),
    'x-lockss-node-url': `${url}a.jar`,
    'x-powered-by': 'a test',
  });
  expect(Object.keys(fields)).not.toContain('transfer-encoding');
});

it('stores a new version of what changed, and of nothing else', async () => {
  await reload();
  expect(await listPluginVersions()).toHaveLength(2);
  files.set('/r/a.jar', emptyZip('two'));
  await reload();
  expect((await listPluginVersions()).map(({ uri, version }) => [uri, version])).toEqual([
    [url, 1],
    [`${url}a.jar`, 2],
    [`${url}a.jar`, 1],
  ]);
});

it('stores again what the repository lost', async () => {
  for (const { uuid } of (await listPluginVersions()).slice(1)) {
    const { url: base, authorization } = repository.client;
    await fetch(`${base}/artifacts/${uuid}`, { method: 'DELETE', headers: { authorization } });
  }
  await reload();
  expect((await listPluginVersions()).map(({ uri, committed }) => [uri, committed])).toEqual([
    [url, true],
    [`${url}a.jar`, true],
  ]);
});

it('goes on with what it had begun when it was killed', async () => {
  files.set('/r/a.jar', emptyZip('three'));
  const killed = Promise.withResolvers<void>();
  gate.before((_path, method) => {
    if (method === 'PUT') killed.resolve(config.process.kill9());
    return method !== 'PUT';
  });
  const reloaded = reload().catch(() => undefined);
  await Promise.all([killed.promise, reloaded]);
  const begun = (await listPluginVersions()).filter(
    ({ contentDigest }) => contentDigest === digestOf('/r/a.jar'),
  );
  expect(begun).toEqual([expect.objectContaining({ committed: false })]);
  gate.before(() => true);
  config = await start();
  const stored = (await listPluginVersions()).filter(
    ({ contentDigest }) => contentDigest === digestOf('/r/a.jar'),
  );
  expect(stored).toEqual([expect.objectContaining({ uuid: begun[0]!.uuid, committed: true })]);
});
