// Judges: services/config-service services/repository-service packages/api-types
// Signed plugins beside the field's own code: JARs signed anew by jarsigner, with every kind of key it has, are judged by
// jarsigner, by the field's validator and by the service; and a registry that the service stored is read from the repository
// by the field's client, and its JARs by the field's validator.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEndOfFile, basicAuth, temporaryFolder, testDatabase } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { installedClients } from '../existing-clients/installed-clients.ts';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';

const run = promisify(execFile);
const clients = await installedClients();
const words = 'signed plugins beside the field';
if ('missing' in clients) process.stderr.write(`NOT RUN: "${words}": ${clients.missing}.\n`);

const STORE_PASSWORD = 'correct: horse, battery';
const password = 'of: the administrator';
/** They run for a moment. */
const quick = ['-J-XX:TieredStopAtLevel=1', '-J-Xshare:auto'];
const keys: Readonly<Record<string, readonly string[]>> = {
  rsa: ['-keyalg', 'RSA', '-keysize', '2048'],
  dsa: ['-keyalg', 'DSA', '-keysize', '2048'],
  ec: ['-keyalg', 'EC', '-groupname', 'secp384r1'],
  pss: ['-keyalg', 'RSASSA-PSS', '-keysize', '2048'],
  ed: ['-keyalg', 'Ed448'],
  stranger: ['-keyalg', 'EC', '-groupname', 'secp256r1'],
};
/** What each JAR is signed with. */
const jars: Readonly<Record<string, readonly string[] | undefined>> = {
  'rsa.jar': ['rsa', '-digestalg', 'SHA-512', '-sigalg', 'SHA384withRSA', '-sigfile', 'A_B'],
  'dsa.jar': ['dsa', '-sectionsonly'],
  'ec.jar': ['ec', '-internalsf'],
  'pss.jar': ['pss'],
  'ed.jar': ['ed'],
  'weak.jar': ['rsa', '-digestalg', 'SHA-1', '-sigalg', 'SHA1withRSA'],
  'stranger.jar': ['stranger'],
  'partly.jar': ['rsa'],
  'changed.jar': ['rsa'],
  'plain.jar': undefined,
};

interface Made {
  readonly folder: string;
  readonly keystore: string;
}

async function made(): Promise<Made> {
  const folder = await temporaryFolder();
  const keystore = join(folder, 'known.jks');
  const store = ['-storepass', 'changeit', '-keystore'];
  const keytool = (...options: string[]) => run('keytool', [...quick, ...options], { cwd: folder });
  for (const [alias, options] of Object.entries(keys)) {
    await keytool('-genkeypair', ...store, 'keys.p12', '-alias', alias, '-dname', `CN=${alias}`, ...options);
    if (alias === 'stranger') continue;
    await keytool('-exportcert', ...store, 'keys.p12', '-alias', alias, '-file', `${alias}.crt`);
    const importing = ['-importcert', '-noprompt', '-storetype', 'JKS', ...store, keystore];
    await keytool(...importing, '-alias', alias, '-file', `${alias}.crt`);
  }
  await mkdir(join(folder, 'x'));
  await writeFile(join(folder, 'x/DemoPlugin.xml'), DEFINITION);
  await writeFile(
    join(folder, 'manifest'),
    'Manifest-Version: 1.0\n\nName: x/DemoPlugin.xml\nLockss-Plugin: true\n',
  );
  await run('jar', [...quick, '-cfm', 'plain.jar', 'manifest', 'x'], { cwd: folder });
  for (const [name, signing] of Object.entries(jars)) {
    if (signing === undefined) continue;
    const [alias, ...options] = signing;
    await copyFile(join(folder, 'plain.jar'), join(folder, name));
    await run('jarsigner', [...quick, ...store, 'keys.p12', ...options, name, alias!], { cwd: folder });
  }
  await writeFile(join(folder, 'x/more.txt'), 'more');
  await run('jar', [...quick, '-uf', 'partly.jar', 'x/more.txt'], { cwd: folder });
  await appendFile(join(folder, 'x/DemoPlugin.xml'), '\n');
  await run('jar', [...quick, '-uf', 'changed.jar', 'x/DemoPlugin.xml'], { cwd: folder });
  return { folder, keystore };
}

const DEFINITION = `<map>
  <entry><string>plugin_identifier</string><string>x.DemoPlugin</string></entry>
  <entry><string>plugin_name</string><string>Demo</string></entry>
  <entry><string>plugin_version</string><string>1</string></entry>
  <entry><string>au_name</string><string>"Demo %s", base_url</string></entry>
  <entry><string>plugin_config_props</string><list><org.lockss.daemon.ConfigParamDescr><key>base_url</key>
    <type>3</type><definitional>true</definitional></org.lockss.daemon.ConfigParamDescr></list></entry>
</map>`;

/** By name, whether jarsigner has nothing to object. */
async function jarsignerSays({ folder, keystore }: Made): Promise<Record<string, boolean>> {
  const verdicts: Record<string, boolean> = {};
  for (const name of Object.keys(jars)) {
    const options = [...quick, '-verify', '-strict', '-keystore', keystore, '-storepass', 'changeit', name];
    const { code, stdout } = await run('jarsigner', options, { cwd: folder }).then(
      (answer) => ({ ...answer, code: 0 }),
      (error) => error as { code: number; stdout: string },
    );
    verdicts[name] = code === 0 && stdout.includes('jar verified.');
  }
  return verdicts;
}

/** What the field's code says of each JAR or URL. */
async function field(classPath: string, words: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await run('java', ['-cp', classPath, 'holdfast.clients.PluginJars', ...words], {
    // The field's software writes logs where it is started.
    cwd: await temporaryFolder(),
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('\u0001'));
  return Object.fromEntries(lines.map((line) => line.split('\t').slice(1)));
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
      const jarsOf = await made();
      const paths = Object.keys(jars).map((name) => join(jarsOf.folder, name));
      const validated = await field(classPath, ['validate', jarsOf.keystore, 'changeit', ...paths]);
      const verdicts = await jarsignerSays(jarsOf);
      const blessed = Object.entries(validated).map(([name, said]) => [name, said.startsWith('blessed')]);
      expect(Object.fromEntries(blessed)).toEqual(verdicts);
      expect(Object.values(verdicts).filter(Boolean)).toHaveLength(5);

      const page = Object.keys(jars).map((name) => `<a href="${name}">${name}</a>`);
      const server = createServer(({ url = '' }, response) => {
        const isPage = url === '/r/';
        response.writeHead(200, { 'Content-Type': isPage ? 'text/html' : 'application/java-archive' });
        response.end(isPage ? `<html>${page}</html>` : readFileSync(join(jarsOf.folder, url.slice(3))));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      atEndOfFile(() => void server.close());
      const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r/`;
      const repository = await startRepository({
        databaseUrl: (await testDatabase()).url,
        objectStore: `fs:${await temporaryFolder()}`,
        env: { COMPATIBILITY: 'laaws' },
      });
      const { url } = repository.client;
      const config = await startConfig((await testDatabase()).url, password, {
        PLUGIN_SOURCES: registry,
        PLUGIN_KEYSTORE: jarsOf.keystore,
        REPOSITORY_URL: url,
        PLUGIN_STORE_USER: 'admin',
        PLUGIN_STORE_PASSWORD: STORE_PASSWORD,
      });
      const headers = { authorization: basicAuth('admin', password) };
      const told = await fetch(`${config.url}/plugins/registries`, { headers });
      const [{ auId, files }] = (await told.json()) as [{ auId: string; files: RegistryFile[] }];
      const used = files.slice(1).map((file) => [file.url.slice(registry.length), file.used]);
      expect(Object.fromEntries(used)).toEqual(verdicts);

      const read = ['read', url, 'lockss', 'admin', STORE_PASSWORD, auId, jarsOf.keystore, 'changeit'];
      const good = Object.keys(verdicts).filter((name) => verdicts[name]);
      expect(await field(classPath, read)).toEqual({
        [registry]: 'version 1: page',
        ...Object.fromEntries(good.map((name) => [registry + name, 'version 1: blessed [x/DemoPlugin.xml]'])),
      });
    },
    300_000,
  );
});
