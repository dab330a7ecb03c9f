// A service with a plugin and a title database of the tests' own, put straight into the tables: how plugins and titles
// get there is tested elsewhere. Rows are put in after the service has loaded what it was told to load: nothing.
import { makeAuid } from '@holdfast/auid';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { testDatabase } from '@holdfast/testkit';
import request from 'supertest';
import { startTestService, type TestService } from '../../../testing/service.ts';
import type { PluginParameter } from '../../plugins/plugin.ts';

export const pluginId = 'org.example.plugin.JournalPlugin';

const parameters: PluginParameter[] = [
  { key: 'base_url', type: 3, definitional: true, defaultOnly: false },
  { key: 'year', type: 4, definitional: true, defaultOnly: false },
  { key: 'issues', type: 8, definitional: false, defaultOnly: false },
  { key: 'login', type: 10, definitional: false, defaultOnly: false },
];

export type Pool = Database<never>['pool'];
export type Configuration = Record<string, string>;

export const configurationOf = (year: string): Configuration => ({
  base_url: 'http://www.example.com/',
  year,
});
export const auidOf = (year: string, id = pluginId): string => makeAuid(id, configurationOf(year));

export interface TestAu {
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly configuration: Configuration;
}

/** In the title database under the name `Journal YEAR`. */
export const titleAu = (year: string, more: Configuration = {}, id = pluginId): TestAu => ({
  auid: auidOf(year, id),
  name: `Journal ${year}`,
  pluginId: id,
  configuration: { ...configurationOf(year), ...more },
});

export interface KnownAus {
  readonly services: readonly TestService[];
  readonly pool: Pool;
  /** On the first service, or the one given, as administrator. */
  call(method: string, path: string, service?: TestService): request.Test;
  /** Configures an AU of the plugin. */
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
  const { url } = await testDatabase();
  const services: TestService[] = [];
  for (let started = 0; started < replicas; started += 1) {
    services.push(await startTestService(url, environment));
    await services.at(-1)!.becomes(true);
  }
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  const { pool } = database;
  await addPlugin(pool);
  await serveTitles(pool, titles);
  const call: KnownAus['call'] = (method, path, { url: base, asAdmin } = services[0]!) =>
    request(base)[method.toLowerCase() as 'get'](path).set(asAdmin);
  return {
    services,
    pool,
    call,
    put: async (year, more = {}) => {
      const auConfig = { ...configurationOf(year), ...more };
      const auid = auidOf(year);
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

export async function addPlugin(pool: Pool): Promise<void> {
  await pool.query(
    `insert into plugin (plugin_id, name, version, type, publishing_platform, definition, rules, parameters)
     values ($1, 'Journal Plugin', '1', 'Internal', 'Example Platform', '{}', '{}', $2)`,
    [pluginId, JSON.stringify(parameters)],
  );
}

export async function removePlugin(pool: Pool): Promise<void> {
  await pool.query('delete from plugin where plugin_id = $1', [pluginId]);
}

const generation = 1_000_000;

/** One publisher, one title, these AUs. */
async function serveTitles(pool: Pool, aus: readonly TestAu[]): Promise<void> {
  await pool.query(`insert into tdb_publisher values (${generation}, 1, 'Example Press')`);
  await pool.query(
    `insert into tdb_title (generation, title_no, publisher_no, title_key, name, id, proprietary_ids, has_isbn, issns)
     values (${generation}, 1, 1, 'journal', 'Journal', 'id:1', '{}', false, '{}')`,
  );
  for (const [at, { auid, name, pluginId: plugin, configuration }] of aus.entries()) {
    const params = JSON.stringify(configuration);
    await pool.query(
      `insert into tdb_au (generation, au_no, title_no, down, identity, auid, name, plugin_id,
         params, attrs, props, configuration)
       values (${generation}, $1, 1, false, gen_random_uuid(), $2, $3, $4, $5, '{}', '{}', $5)`,
      [at, auid, name, plugin, params],
    );
  }
  await pool.query(`update tdb_state set generation = ${generation}`);
}
