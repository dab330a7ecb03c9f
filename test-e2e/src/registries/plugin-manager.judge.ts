// Covers: services/config-service services/repository-service packages/api-types
// Runs LOCKSS's plugin manager as LOCKSS services do, with configuration, states, AUs and plugins from both services.
// The plugin manager must wait for the registry, find the JARs in the repository, accept those that its keystore
// trusts, and start the AUs of their plugins.
import { createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { installClients } from '../existing-clients/installed-clients.ts';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { startRegistry } from './registry-server.ts';
import { openJarToolkit, runLockssProgram } from './signed-jars.ts';

const clients = await installClients();
const words = "the field's plugin manager";
if ('missing' in clients) process.stderr.write(`NOT RUN: "${words}": ${clients.missing}.\n`);

const password = 'correct horse battery';
const store = { PLUGIN_STORE_USER: 'plugin-store', PLUGIN_STORE_PASSWORD: 'of the registries' };
const auid = 'x|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F';

/** Writes configuration settings, which LOCKSS services read from the configuration service. */
async function configure(url: string, values: Readonly<Record<string, string>>): Promise<void> {
  const form = new FormData();
  const text = Object.entries(values).map(([key, value]) => `org.lockss.${key}=${value}\n`);
  form.set('configFile', new Blob(text, { type: 'text/plain' }), 'expert');
  const headers = { authorization: formatBasicAuth('admin', password) };
  const put = await fetch(`${url}/config/file/expert`, { method: 'PUT', headers, body: form });
  expect(put.status).toBe(200);
}

describe(words, () => {
  const itWith = 'classPath' in clients ? it : it.skip;
  itWith(
    'loads what a registry holds that was stored here',
    async () => {
      const classPath = 'classPath' in clients ? clients.classPath : '';
      const jars = await openJarToolkit();
      for (const name of ['known', 'stranger'])
        await jars.key(name, '-keyalg', 'EC', '-groupname', 'secp256r1');
      const keystore = await jars.keystore('known.jks', ['known']);
      await jars.sign('good.jar', 'known');
      await jars.sign('bad.jar', 'stranger');
      const registry = await startRegistry(jars.folder, ['good.jar', 'bad.jar']);
      const env = { COMPATIBILITY: 'laaws', ADMIN_PASSWORD: password, ...store };
      const objectStore = `fs:${await createTemporaryFolder()}`;
      const repository = await startRepository({
        databaseUrl: (await createTestDatabase()).url,
        objectStore,
        env,
      });
      const { url: repositoryUrl } = repository.client;
      const config = await startConfig((await createTestDatabase()).url, password, {
        ...env,
        REPOSITORY_URL: repositoryUrl,
        // Makes the configuration service accept all JARs, so that the plugin manager also receives JARs that it must
        // reject.
        PLUGIN_SOURCES: registry,
      });
      const auConfig = { base_url: 'http://www.example.org/' };
      await createTestConfigClient(config.url, password).putAuConfiguration({
        auid,
        body: { auId: auid, auConfig },
      });
      const [configPort, repositoryPort] = [config.url, repositoryUrl].map((url) => new URL(url).port);
      await configure(config.url, {
        'plugin.registries': registry,
        'plugin.keystore.location': keystore,
        'app.serviceBindings': `cfg=:${configPort};repo=:${repositoryPort}`,
        'daemon.pluginsCrawler': 'cfg',
        'daemon.crawlMode': 'None',
        'repository.v2Repository': `rest:lockss:${repositoryUrl}`,
      });
      const encoded = encodeURIComponent(registry).replaceAll('.', '%2E');
      expect(await runLockssProgram(classPath, 'LoadedPlugins', [config.url, 'admin', password])).toEqual([
        ['status', 'AUS_STARTED', ''],
        ['registry', `org|lockss|plugin|RegistryPlugin&base_url~${encoded}`, 'Demo'],
        ['plugin', 'x.DemoPlugin', `version 1 of ${registry}good.jar`],
        ['au', auid, 'Demo http://www.example.org/'],
      ]);
    },
    120_000,
  );
});
