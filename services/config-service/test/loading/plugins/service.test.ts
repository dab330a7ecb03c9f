import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { type ConfigTestService, fetchStatus, startTestService } from '../../service.ts';
import { makeJar } from './archives.ts';
import { type FileServer, startFileServer } from './file-server.ts';

describe('a service with plugin sources', () => {
  const running: (ConfigTestService | FileServer)[] = [];
  afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())));

  const start = async (url: string, environment: Record<string, string>): Promise<ConfigTestService> => {
    const service = await startTestService(url, environment);
    running.push(service);
    await service.becomes(true);
    return service;
  };
  const statusFor = async ({ url, asAdmin }: ConfigTestService, pluginId: string): Promise<number> => {
    const form = { pluginId, auConfig: '{"base_url":"http://www.example.com/"}' };
    return (await request(url).post('/auids').set(asAdmin).type('form').send(form)).status;
  };

  it('is ready with what it could load, and says what it could not', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, 'Good.xml'), makeDefinitionXml('org.example.Good'));
    await writeFile(join(folder, 'Broken.xml'), '<map>');
    const titles = await createTemporaryFolder();
    await writeFile(join(titles, 'bad.tdb'), 'garbage');
    const server = await startFileServer();
    running.push(server);
    const inJar = { 'Far.xml': makeDefinitionXml('org.example.Far') };
    server.files.set('/far.jar', { body: await makeJar(inJar, ['Far.xml']) });
    const service = await start((await createConfigDatabase()).url, {
      PLUGIN_SOURCES: `${folder};${server.url}/far.jar;${server.url}/gone.jar`,
      TDB_SOURCES: titles,
      CONFIG_SOURCES: join(titles, 'gone.xml'),
    });
    expect(await statusFor(service, 'org.example.Good')).toBe(200);
    expect(await statusFor(service, 'org.example.Far')).toBe(200);
    const { reason } = await fetchStatus(service.url);
    expect(reason).toContain(`${basename(folder)}/Broken.xml, line 1: it is not well-formed XML`);
    expect(reason).toContain(`${server.url}/gone.jar: it returned status 404`);
    expect(reason).toContain(`${basename(titles)}/bad.tdb:1:8: there should be`);
    expect(reason).toContain('gone.xml is not there');
    expect(reason).not.toContain(dirname(titles));
  });

  it('knows after a restart what it knew, also with its registry away', async () => {
    const { url } = await createConfigDatabase();
    const server = await startFileServer();
    server.files.set('/p.xml', { body: makeDefinitionXml('org.example.Far') });
    const environment = { PLUGIN_SOURCES: `${server.url}/p.xml` };
    const first = await startTestService(url, environment);
    await first.becomes(true);
    await first.stop();
    await server.stop();
    expect(await statusFor(await start(url, environment), 'org.example.Far')).toBe(200);
  });

  it('takes up at a reload what was put into a folder', async () => {
    const folder = await createTemporaryFolder();
    const service = await start((await createConfigDatabase()).url, { PLUGIN_SOURCES: folder });
    expect(await statusFor(service, 'org.example.New')).toBe(404);
    await writeFile(join(folder, 'New.xml'), makeDefinitionXml('org.example.New'));
    await request(service.url).put('/config/reload').set(service.asAdmin).expect(200);
    while ((await statusFor(service, 'org.example.New')) !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});
