// Starts a service that loads a test plugin and a test title database.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAuid } from '@holdfast/auid';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

export const pluginId = 'org.example.plugin.JournalPlugin';

const definition = {
  plugin_name: 'Journal Plugin',
  plugin_version: '1',
  plugin_publishing_platform: 'Example Platform',
  plugin_config_props: [
    { parameter: 'base_url', type: 3 },
    { parameter: 'year', type: 4 },
    { parameter: 'issues', type: 8, definitional: false },
    { parameter: 'login', type: 10, definitional: false },
  ],
};

export type Pool = Database<never>['pool'];
export type Configuration = Record<string, string>;

export const makeConfiguration = (year: string): Configuration => ({
  base_url: 'http://www.example.com/',
  year,
});
export const makeTestAuid = (year: string, id = pluginId): string => makeAuid(id, makeConfiguration(year));

export interface TestAu {
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly configuration: Configuration;
}

/** Returns the AU that the title database lists as `Journal YEAR`. */
export const titleAu = (year: string, more: Configuration = {}, id = pluginId): TestAu => ({
  auid: makeTestAuid(year, id),
  name: `Journal ${year}`,
  pluginId: id,
  configuration: { ...makeConfiguration(year), ...more },
});

export interface KnownAus {
  readonly services: readonly ConfigTestService[];
  readonly pool: Pool;
  /** Sends a request as administrator, by default to the first service. */
  call(method: string, path: string, service?: ConfigTestService): request.Test;
  /** Configures an AU of the test plugin. */
  put(year: string, more?: Configuration): Promise<string>;
  stop(): Promise<void>;
}

export interface KnownAusOptions {
  readonly titles?: readonly TestAu[];
  readonly replicas?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startWithKnownAus(options: KnownAusOptions = {}): Promise<KnownAus> {
  const { titles = [], replicas = 1, environment = {} } = options;
  const { url } = await createConfigDatabase();
  const sources = await sourcesOf(titles);
  const services: ConfigTestService[] = [];
  for (let started = 0; started < replicas; started += 1) {
    services.push(await startTestService(url, { ...sources, ...environment }));
    await services.at(-1)!.becomes(true);
  }
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  const { pool } = database;
  const call: KnownAus['call'] = (method, path, { url: base, asAdmin } = services[0]!) =>
    request(base)[method.toLowerCase() as 'get'](path).set(asAdmin);
  return {
    services,
    pool,
    call,
    put: async (year, more = {}) => {
      const auConfig = { ...makeConfiguration(year), ...more };
      const auid = makeTestAuid(year);
      await call('PUT', `/aus/${encodeURIComponent(auid)}`)
        .send({ auId: auid, auConfig })
        .expect(200);
      return auid;
    },
    stop: async () => {
      await database.close();
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}

/** Changes the ID of the plugin, so that it seems not to be loaded. */
export async function removePlugin(pool: Pool): Promise<void> {
  await pool.query(`update plugin set plugin_id = 'gone' where plugin_id = $1`, [pluginId]);
}

export async function restorePlugin(pool: Pool): Promise<void> {
  await pool.query(`update plugin set plugin_id = $1 where plugin_id = 'gone'`, [pluginId]);
}

/** Stores a wrong AUID in a title entry. This happens if a plugin changes its definitional parameters. */
export async function storeWrongAuid(pool: Pool, { name, auid }: TestAu): Promise<void> {
  await pool.query('update tdb_au set auid = $1 where name = $2', [auid, name]);
}

async function sourcesOf(titles: readonly TestAu[]): Promise<Record<string, string>> {
  const folder = await createTemporaryFolder();
  await writeFile(join(folder, 'JournalPlugin.xml'), makeDefinitionXml(pluginId, definition, []));
  await writeFile(join(folder, 'titles.tdb'), `${head}${titles.map(tdbText).join('')}}\n`);
  return { PLUGIN_SOURCES: folder, TDB_SOURCES: join(folder, 'titles.tdb') };
}

const head =
  '{\n  publisher < name = Example Press >\n  title < name = Journal >\n  implicit < status ; name >\n';

function tdbText({ name, pluginId: plugin, configuration }: TestAu): string {
  const lines = Object.entries(configuration).map(
    ([key, value]) =>
      `    ${['base_url', 'year'].includes(key) ? 'param' : 'nondefparam'}[${key}] = ${value}\n`,
  );
  return `  {\n    plugin = ${plugin}\n${lines.join('')}    au < released ; ${name} >\n  }\n`;
}
