import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parameterKeys } from '../../../src/domain/configuration/parameters.ts';
import { configSections, getSectionPrecedence } from '../../../src/domain/configuration/sections.ts';
import { replaceProperties } from '../../../src/index/configuration/properties.db.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { findFixture, KEYSTORE_PASSWORD, readFixture } from '../../domain/signed-jar/fixtures.ts';
import { makeJar } from './archives.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { createPluginsDatabase, type PluginsDatabase } from './plugins-database.ts';

const DEMO = 'org.example.DemoPlugin';
const signatures = {
  keystore: findFixture('known.jks'),
  keystorePassword: KEYSTORE_PASSWORD,
  acceptsExpired: undefined,
};
const page = (...links: string[]) => ({
  type: 'text/html',
  body: `<html>${links.map((link) => `<a href="${link}">x</a>`).join('')}</html>`,
});

describe('plugins from URLs, with a keystore', () => {
  let plugins: PluginsDatabase;
  let server: FileServer;
  let registry: string;
  let operatorOrigins: Set<string>;
  beforeAll(async () => {
    plugins = await createPluginsDatabase();
  });
  afterAll(() => plugins.database.close());
  beforeEach(async () => {
    server = await startFileServer();
    registry = `${server.url}/r/`;
    operatorOrigins = new Set([server.url]);
    await stored({});
    await plugins.load([]);
  });
  afterEach(() => server.stop());

  /** Stores properties as the content of the section `expert`. */
  const stored = (properties: Readonly<Record<string, string>>) =>
    replaceProperties(
      plugins.database.kysely,
      getSectionPrecedence(configSections.find(({ name }) => name === 'expert')!),
      new Map(Object.entries(properties)),
    );

  it('are used where they are signed, and others are told with the reason', async () => {
    server.files.set('/r/', page('good.jar', 'bad.jar', 'plain.xml'));
    server.files.set('/r/good.jar', { body: readFixture('rsa.jar') });
    server.files.set('/r/bad.jar', {
      body: await makeJar({ 'P.xml': makeDefinitionXml('org.example.Bad') }, ['P.xml']),
    });
    server.files.set('/r/plain.xml', { body: makeDefinitionXml('org.example.Plain') });
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, 'Own.xml'), makeDefinitionXml('org.example.Own'));
    expect((await plugins.load([registry, folder], { signatures })).problems).toEqual([
      `${registry}bad.jar: it is not signed`,
      `${registry}plain.xml: it is not a JAR, and only JARs can be signed`,
    ]);
    expect(await plugins.pluginIds()).toEqual([DEMO, 'org.example.Own']);
    // Plugins of a source that is no longer configured are removed, even though a JAR was rejected.
    await plugins.load([registry], { signatures });
    expect(await plugins.pluginIds()).toEqual([DEMO]);
  });

  it('stay what they were where what comes next is not signed, and go when it was emptied', async () => {
    server.files.set('/r/', page('a.jar'));
    server.files.set('/r/a.jar', { body: readFixture('rsa.jar') });
    await plugins.load([registry], { signatures });
    server.files.set('/r/a.jar', { body: readFixture('other.jar') });
    expect((await plugins.load([registry], { signatures })).problems).toEqual([
      expect.stringMatching(
        /a\.jar: it is signed by "other", whose certificate is not in the keystore; the copy of/,
      ),
    ]);
    expect(await plugins.pluginIds()).toEqual([DEMO]);
    server.files.set('/r/a.jar', { body: '' });
    expect(await plugins.load([registry], { signatures })).toMatchObject({ changed: true, problems: [] });
    expect(await plugins.pluginIds()).toEqual([]);
  });

  it('go when the keystore knows their signer no more', async () => {
    server.files.set('/r/', page('a.jar'));
    server.files.set('/r/a.jar', { body: readFixture('expired.jar'), etag: '"1"' });
    await plugins.load([registry], { signatures });
    expect(await plugins.pluginIds()).toEqual([DEMO]);
    const strict = { ...signatures, acceptsExpired: false };
    expect((await plugins.load([registry], { signatures: strict })).problems).toEqual([
      `${registry}a.jar: it is signed by "expired", whose certificate has expired`,
    ]);
    expect(await plugins.pluginIds()).toEqual([]);
  });

  it('stay as they are while the keystore cannot be had', async () => {
    server.files.set('/r/', page('a.jar'));
    server.files.set('/r/a.jar', { body: readFixture('rsa.jar') });
    await plugins.load([registry], { signatures });
    const away = { ...signatures, keystore: '/nowhere/at/all' };
    expect(await plugins.load([registry], { signatures: away })).toEqual({
      changed: false,
      problems: [
        'PLUGIN_KEYSTORE cannot be read (ENOENT), so that no plugin from a registry can be verified',
      ],
    });
    expect(await plugins.pluginIds()).toEqual([DEMO]);
  });

  it('go by the keystore that files name, the one of users first', async () => {
    server.files.set('/r/', page('a.jar'));
    server.files.set('/r/a.jar', { body: readFixture('rsa.jar') });
    server.files.set('/known.p12', { body: readFixture('known.p12') });
    const named = {
      [parameterKeys.userRegistries]: registry,
      [parameterKeys.keystore]: `${server.url}/gone.jks`,
      [parameterKeys.userKeystore]: `${server.url}/known.p12`,
      [parameterKeys.userKeystorePassword]: KEYSTORE_PASSWORD,
    };
    await stored(named);
    expect(await plugins.load([], { operatorOrigins })).toEqual({ changed: true, problems: [] });
    expect(await plugins.pluginIds()).toEqual([DEMO]);
    await stored({ ...named, [parameterKeys.userKeystore]: '/etc/passwd' });
    expect((await plugins.load([], { operatorOrigins })).problems).toEqual([
      expect.stringContaining('is a local file, which a stored file must not name'),
    ]);
    expect(await plugins.pluginIds()).toEqual([DEMO]);
  });
});
