// Starts, stops and kills both services and their PostgreSQL together. Reads the node's visible state as one value.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigClient } from '@holdfast/client';
import {
  createTemporaryFolder,
  findFreePort,
  formatBasicAuth,
  makeWarc,
  startTestPostgres,
  type TestPostgresServer,
} from '@holdfast/testkit';
import { createTestConfigClient, formatAuPath } from '../support/config-client.ts';
import { type ConfigServer, startConfig } from '../support/config-server.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

export interface WholeNode {
  readonly config: ConfigServer;
  readonly repository: RepositoryServer;
  readonly client: ConfigClient;
  readonly postgres: TestPostgresServer;
  start(): Promise<void>;
  /** Stops the processes in the order that the documentation tells operators to use. */
  stop(): Promise<void>;
  /** Kills all processes with SIGKILL. */
  kill(): Promise<void>;
}

const password = 'correct: horse, battery';
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const years = ['2024', '2025', '2026'];
export const makeAuid = (year: string): string =>
  `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`;

/** Starts an empty node. */
export async function startWholeNode(): Promise<WholeNode> {
  const postgres = await startTestPostgres();
  const [store, port] = [join(await createTemporaryFolder(), 'store'), await findFreePort()];
  let repository: RepositoryServer;
  let config: ConfigServer;
  const start = async () => {
    const databaseUrl = postgres.server.url;
    repository = await startRepository({ databaseUrl, objectStore: `fs:${store}`, port });
    config = await startConfig(databaseUrl, password, {
      PLUGIN_SOURCES: `${examples}plugins`,
      TDB_SOURCES: `${examples}titles.tdb`,
      REPOSITORY_URL: repository.client.url,
      REPOSITORY_USER: 'admin',
      REPOSITORY_PASSWORD: password,
      HEALTH_INTERVAL: '200ms',
    });
  };
  await start();
  return {
    get config() {
      return config;
    },
    get repository() {
      return repository;
    },
    get client() {
      return createTestConfigClient(config.url, password);
    },
    postgres,
    start: async () => {
      await postgres.restart();
      await start();
    },
    stop: async () => {
      for (const { process } of [config, repository]) {
        const { code } = await process.stop();
        if (code !== 0) throw new Error(`ended with ${code}: ${process.output().slice(-2_000)}`);
      }
      await postgres.server.stop();
    },
    kill: async () => {
      await Promise.all([config.process.kill9(), repository.process.kill9(), postgres.kill()]);
    },
  };
}

/** Stores data of every kind in the node. */
export async function fillWholeNode({
  client,
  repository,
}: Pick<WholeNode, 'client' | 'repository'>): Promise<void> {
  const [auid, other] = [makeAuid('2025'), makeAuid('2024')];
  await client.addAus({ body: years.map(makeAuid) });
  await client.deactivateAus({ body: [other] });
  const { statuses } = await repository.client.importArchive(makeWarc(5, 500).bytes, { auid });
  if (statuses.some(({ status }) => status !== 'OK')) throw new Error('the import failed');
  const peer = 'TCP:[192.0.2.7]:9729';
  await client.patchAuState({ auid, body: { lastCrawlTime: 1_700_000_000_000 } });
  const agreement = { id: peer, map: { POR: { percentAgreement: 0.5 } } };
  await client.patchAuAgreements({ auid, body: { rawMap: { [peer]: agreement } } });
  const suspectVersions = [{ url: 'http://www.example.org/', version: 1 }];
  await client.putAuSuspectUrlVersions({ auid, body: { suspectVersions } });
  await client.putNoAuPeers({ auid, body: { rawSet: [peer], date: 1 } });
  await client.putSectionConfiguration({
    sectionName: 'expert',
    body: { configFile: 'org.lockss.demo = true\n' },
  });
}

/**
 * The configuration service fetches sizes from the repository in the background, so they may appear in query results at
 * any time.
 */
const keptSizes = /"contentSize":\d+,"diskUsage":\d+,"sizeTime":\d+,/g;

/** Returns the responses to a fixed list of GET requests, with their ETag and Last-Modified headers. */
export async function readEverything({
  config,
  repository,
}: {
  config: { readonly url: string };
  repository: Pick<RepositoryServer, 'client'>;
}): Promise<Record<string, unknown>> {
  const documents = ['austates', 'auagreements', 'aususpecturls', 'noaupeers', 'austatuses'];
  const paths = [
    '/aus',
    ...years.flatMap((year) => documents.map((document) => formatAuPath(document, makeAuid(year)))),
    ...['/config/file/expert', '/config/lastupdatetime', '/config/loadedurls'],
    ...['/ws/plugins?pluginQuery=select+*', '/ws/tdbaus?tdbAuQuery=select+*'],
    ...['/ws/tdbtitles?tdbTitleQuery=select+*', '/ws/tdbpublishers?tdbPublisherQuery=select+*'],
    '/ws/auqueries?auQuery=select+*',
  ];
  const authorization = formatBasicAuth('admin', password);
  const entries = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(config.url + path, { headers: { authorization } });
      const [text, { status, headers }] = [await answer.text(), answer];
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return [
        path,
        `${headers.get('etag')} ${headers.get('last-modified')} ${text.replaceAll(keptSizes, '')}`,
      ];
    }),
  );
  const artifacts = await repository.client.artifacts(makeAuid('2025'));
  return { ...Object.fromEntries(entries), artifacts };
}
