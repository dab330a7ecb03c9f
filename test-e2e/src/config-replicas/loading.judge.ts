// Covers: services/config-service packages/pg-kit packages/http-kit packages/service-kit
// Observes startup and configuration loading over HTTP. The stages must appear in order, one process must load the
// configuration, and another process must take over if the first is killed.
import { readFileSync } from 'node:fs';
import { ServiceError } from '@holdfast/client';
import { createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { type LaunchedConfig, launchConfig } from '../support/config-server.ts';
import { type DelayedOrigin, startDelayedOrigin } from './delayed-origin.ts';
import { readStatus, startupStages, waitForStatus, waitUntil } from './status.ts';

const password = 'of: the administrator';
const example = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');
const [plugin, settings, titles] = ['/TidesPlugin.xml', '/node.txt', '/titles.tdb'] as const;
const files = {
  [plugin]: example('plugins/TidesPlugin.xml'),
  [settings]: 'org.lockss.demo = true\n',
  [titles]: example('titles.tdb'),
};

/**
 * Processes that share a database and configuration sources. The web server of the sources delays its responses until
 * the test releases them.
 */
interface ReplicaGroup {
  readonly origin: DelayedOrigin;
  launch(): Promise<LaunchedConfig>;
}

async function createReplicaGroup(): Promise<ReplicaGroup> {
  const { url: databaseUrl } = await createTestDatabase();
  const origin = await startDelayedOrigin(files);
  const env = {
    PLUGIN_SOURCES: origin.urlOf(plugin),
    CONFIG_SOURCES: origin.urlOf(settings),
    TDB_SOURCES: origin.urlOf(titles),
  };
  return { origin, launch: () => launchConfig(databaseUrl, password, env) };
}

const listKnownTitles = ({ url }: LaunchedConfig) =>
  createTestConfigClient(url, password).queryTdbAus({ tdbAuQuery: 'select auId' });

describe('a node that starts', () => {
  let origin: DelayedOrigin;
  let launch: ReplicaGroup['launch'];
  let first: LaunchedConfig;
  beforeAll(async () => {
    ({ origin, launch } = await createReplicaGroup());
  });

  it('goes through the stages in their order, and serves nothing but its status before the last', async () => {
    first = await launch();
    const seen: string[] = [];
    const watched = waitUntil(async () => {
      const status = await readStatus(first);
      if (status && status.startupStatus !== seen.at(-1)) seen.push(status.startupStatus);
      return status?.ready ?? false;
    });
    for (const [path, stage] of [
      [settings, 'PLUGINS_CRAWLING'],
      [plugin, 'PLUGINS_CRAWLING'],
      [titles, 'AUS_STARTING'],
    ] as const) {
      await waitUntil(() => origin.waiting(path) > 0);
      const status = await waitForStatus(first, { startupStatus: stage });
      expect(status).toMatchObject({ ready: false, reason: expect.stringMatching(/.+/) });
      const answer = await createTestConfigClient(first.url, password)
        .getAllAuConfigurations()
        .catch((error) => error);
      expect(answer).toBeInstanceOf(ServiceError);
      expect(answer.status).toBe(503);
      expect(answer.retryAfterMs).toBeGreaterThan(0);
      origin.release(path);
    }
    await waitForStatus(first, { ready: true, startupStatus: 'AUS_STARTED' });
    await watched;
    // Polling may miss stages, but each observed stage must appear only once and in order.
    expect(seen).toEqual(startupStages.filter((stage) => seen.includes(stage)));
    expect(seen.at(-1)).toBe('AUS_STARTED');
    expect(await listKnownTitles(first)).toHaveLength(3);
  }, 120_000);

  it('stays ready while another process starts beside it, which is ready when all was loaded again', async () => {
    origin.hold(settings);
    const second = await launch();
    await waitUntil(() => origin.waiting(settings) > 0);
    await waitForStatus(second, { ready: false, startupStatus: 'PLUGINS_CRAWLING' });
    expect(await readStatus(first)).toMatchObject({ ready: true, startupStatus: 'AUS_STARTED' });
    expect(await listKnownTitles(first)).toHaveLength(3);
    origin.release(settings);
    await waitForStatus(second, { ready: true, startupStatus: 'AUS_STARTED' });
    for (const { process } of [first, second]) expect((await process.stop()).code).toBe(0);
  }, 120_000);
});

describe('two processes', () => {
  let origin: DelayedOrigin;
  let launch: ReplicaGroup['launch'];
  let survivor: LaunchedConfig;
  beforeAll(async () => {
    ({ origin, launch } = await createReplicaGroup());
    for (const path of [plugin, titles]) origin.release(path);
  });

  it('load in one of them, and when that is killed in the other', async () => {
    const loading = await launch();
    await waitUntil(() => origin.waiting(settings) === 1);
    survivor = await launch();
    // The surviving process started after the load began, so it does not report the load.
    await waitForStatus(survivor, { ready: false, startupStatus: 'NONE' });
    expect(origin.waiting(settings)).toBe(1);

    await loading.process.kill9();
    await waitUntil(() => origin.waiting(settings) === 0);
    await waitUntil(() => origin.waiting(settings) === 1);
    expect(await readStatus(survivor)).toMatchObject({ ready: false });
    origin.release(settings);
    await waitForStatus(survivor, { ready: true, startupStatus: 'AUS_STARTED' });
    expect(origin.counts.mostAtOnce).toBe(1);
    const urls = await createTestConfigClient(survivor.url, password).getLoadedUrls();
    expect(urls).toEqual([origin.urlOf(settings)]);
  }, 120_000);

  it('load once for both when both are asked to, go on serving, and both know when it changed', async () => {
    const both = [survivor, await launch()];
    await Promise.all(both.map((server) => waitForStatus(server, { ready: true })));
    const clients = both.map(({ url }) => createTestConfigClient(url, password));
    const lastUpdates = () => Promise.all(clients.map((client) => client.getLastUpdateTime()));
    const before = await lastUpdates();
    expect(before[1]).toBe(before[0]);
    origin.hold(settings);
    await Promise.all(clients.map((client) => client.reloadConfiguration()));
    await waitUntil(() => origin.waiting(settings) === 1);
    for (const server of both) expect(await readStatus(server)).toMatchObject({ ready: true });
    origin.files[settings] = 'org.lockss.demo = false\n';
    origin.release(settings);
    await waitUntil(async () => (await lastUpdates()).every((time) => time > before[0]!));
    const [one, other] = await lastUpdates();
    expect(one).toBe(other);
    expect(origin.counts.mostAtOnce).toBe(1);
  }, 120_000);
});
