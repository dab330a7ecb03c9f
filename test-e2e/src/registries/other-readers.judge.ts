// Covers: services/config-service services/repository-service packages/api-types
// Compares signature checks of plugin JARs by jarsigner, by LOCKSS's validator and by the service, with JARs signed by
// every kind of key. Then LOCKSS's client reads a registry that the service stored in the repository, and LOCKSS's
// validator checks its JARs.
import { join } from 'node:path';
import { createTemporaryFolder, createTestDatabase, formatBasicAuth } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { installClients } from '../existing-clients/installed-clients.ts';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { startRegistry } from './registry-server.ts';
import {
  type JarToolkit,
  openJarToolkit,
  PLUGIN_DEFINITION,
  runLockssProgram,
  STORE_PASSWORD,
  verifyWithJarsigner,
} from './signed-jars.ts';

const clients = await installClients();
const words = 'signed plugins beside the field';
if ('missing' in clients) process.stderr.write(`NOT RUN: "${words}": ${clients.missing}.\n`);

const password = 'correct: horse, battery';
const rsa = ['-keyalg', 'RSA', '-keysize', '2048'];
const ec = ['-keyalg', 'EC', '-groupname', 'secp256r1'];
const keys: Readonly<Record<string, readonly string[]>> = {
  rsa,
  dsa: ['-keyalg', 'DSA', '-keysize', '2048'],
  ec: ['-keyalg', 'EC', '-groupname', 'secp384r1'],
  pss: ['-keyalg', 'RSASSA-PSS', '-keysize', '2048'],
  ed: ['-keyalg', 'Ed448'],
  small: ['-keyalg', 'RSA', '-keysize', '768'],
  expired: [...ec, '-startdate', '2017/01/01 00:00:00', '-validity', '730'],
  future: [...ec, '-startdate', '2040/01/01 00:00:00'],
  root: [...ec, '-ext', 'bc:c'],
  leaf: [...ec, '-signer', 'root'],
  vouched: [...ec, '-signer', 'root'],
  stranger: ec,
};
/**
 * Keys that are not in the keystore, so their signatures are not accepted. The keystore contains `root`, the issuer of
 * `leaf`, but not `leaf` itself.
 */
const UNKNOWN = ['stranger', 'leaf'];
/** Key and jarsigner options for each JAR. */
const jars: Readonly<Record<string, readonly string[] | undefined>> = {
  'rsa.jar': ['rsa', '-digestalg', 'SHA-512', '-sigalg', 'SHA384withRSA', '-sigfile', 'A_B'],
  'dsa.jar': ['dsa', '-sectionsonly'],
  'ec.jar': ['ec', '-internalsf'],
  'pss.jar': ['pss'],
  'ed.jar': ['ed'],
  'vouched.jar': ['vouched'],
  'weak.jar': ['rsa', '-digestalg', 'SHA-1', '-sigalg', 'SHA1withRSA'],
  'md5.jar': ['rsa', '-digestalg', 'MD5', '-sigalg', 'MD5withRSA'],
  'small.jar': ['small'],
  'expired.jar': ['expired'],
  'future.jar': ['future'],
  'leaf.jar': ['leaf'],
  'stranger.jar': ['stranger'],
  'partly.jar': ['rsa'],
  'changed.jar': ['rsa'],
  'plain.jar': undefined,
};
/**
 * JARs that LOCKSS's validator and the service accept. jarsigner accepts two more: it ignores the dates of certificates
 * in the keystore, and accepts certificates whose issuer is in the keystore.
 */
const TAKEN = ['rsa.jar', 'dsa.jar', 'ec.jar', 'pss.jar', 'ed.jar', 'vouched.jar', 'expired.jar'];
const OF_JARSIGNER = [...TAKEN, 'leaf.jar', 'future.jar'];

async function createSignedJars(): Promise<{ shop: JarToolkit; keystore: string }> {
  const shop = await openJarToolkit();
  for (const [alias, options] of Object.entries(keys)) await shop.key(alias, ...options);
  const keystore = await shop.keystore(
    'known.jks',
    Object.keys(keys).filter((alias) => !UNKNOWN.includes(alias)),
  );
  for (const [name, signing] of Object.entries(jars)) {
    if (signing !== undefined) await shop.sign(name, signing[0]!, ...signing.slice(1));
  }
  await shop.update('partly.jar', 'x/more.txt', 'more');
  await shop.update('changed.jar', 'x/DemoPlugin.xml', `${PLUGIN_DEFINITION}\n`);
  return { shop, keystore };
}

interface RegistryFile {
  readonly url: string;
  readonly used: boolean;
}

describe(words, () => {
  const itWith = 'classPath' in clients ? it : it.skip;
  itWith(
    'are judged alike, and found where others look',
    async () => {
      const classPath = 'classPath' in clients ? clients.classPath : '';
      const { shop, keystore } = await createSignedJars();
      const names = Object.keys(jars);
      const paths = names.map((name) => join(shop.folder, name));
      const validated = await runLockssProgram(classPath, 'PluginJars', [
        'validate',
        keystore,
        STORE_PASSWORD,
        ...paths,
      ]);
      const blessed = validated.filter(([, , said]) => said.startsWith('blessed'));
      expect(blessed.map(([, name]) => name).sort()).toEqual([...TAKEN].sort());
      const satisfying = [];
      for (const name of names)
        if (await verifyWithJarsigner(shop.folder, keystore, name)) satisfying.push(name);
      expect(satisfying.sort()).toEqual([...OF_JARSIGNER].sort());

      const registry = await startRegistry(shop.folder, names);
      const repository = await startRepository({
        databaseUrl: (await createTestDatabase()).url,
        objectStore: `fs:${await createTemporaryFolder()}`,
        env: { COMPATIBILITY: 'laaws' },
      });
      const { url } = repository.client;
      const settings = { PLUGIN_SOURCES: registry, PLUGIN_KEYSTORE: keystore };
      const config = await startConfig((await createTestDatabase()).url, password, {
        ...settings,
        REPOSITORY_URL: url,
        PLUGIN_STORE_USER: 'admin',
        PLUGIN_STORE_PASSWORD: password,
      });
      const { auId, used } = await listUsedFiles(config.url, registry);
      expect(used).toEqual([...TAKEN].sort());
      const strict = await startConfig((await createTestDatabase()).url, password, {
        ...settings,
        PLUGIN_ACCEPT_EXPIRED: 'false',
      });
      expect((await listUsedFiles(strict.url, registry)).used).toEqual(
        TAKEN.filter((name) => name !== 'expired.jar').sort(),
      );

      const read = ['read', url, 'lockss', 'admin', password, auId, keystore, STORE_PASSWORD];
      const said = await runLockssProgram(classPath, 'PluginJars', read);
      expect(Object.fromEntries(said.map(([, name, what]) => [name, what]))).toEqual({
        [registry]: 'version 1: page',
        ...Object.fromEntries(
          TAKEN.map((name) => [registry + name, 'version 1: blessed [x/DemoPlugin.xml]']),
        ),
      });
    },
    300_000,
  );
});

async function listUsedFiles(url: string, registry: string): Promise<{ auId: string; used: string[] }> {
  const headers = { authorization: formatBasicAuth('admin', password) };
  const response = await fetch(`${url}/plugins/registries`, { headers });
  const [{ auId, files }] = (await response.json()) as [{ auId: string; files: RegistryFile[] }];
  const used = files.slice(1).filter((file) => file.used);
  return { auId, used: used.map((file) => file.url.slice(registry.length)).sort() };
}
