// Tests GET /plugins/registries.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { findFixture, readFixture } from '../../domain/signed-jar/fixtures.ts';
import { type FileServer, startFileServer } from '../../loading/plugins/file-server.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

let server: FileServer;
let service: ConfigTestService;

beforeAll(async () => {
  server = await startFileServer();
  const body = '<html><a href="good.jar">1</a><a href="bad.jar">2</a></html>';
  server.files.set('/r/', { type: 'text/html', body });
  server.files.set('/r/good.jar', { body: readFixture('rsa.jar') });
  server.files.set('/r/bad.jar', { body: readFixture('plain.jar') });
  server.files.set('/alone.jar', { body: readFixture('ec.jar') });
  service = await startTestService((await createConfigDatabase()).url, {
    PLUGIN_SOURCES: `${server.url}/r/;${server.url}/alone.jar`,
    PLUGIN_KEYSTORE: findFixture('known.jks'),
  });
  await service.becomes(true);
});
afterAll(() => Promise.all([service.stop(), server.stop()]));

it('tells of every registry what it holds, who signed it, and what is not used', async () => {
  const { status, body } = await request(service.url).get('/plugins/registries').set(service.asAdmin);
  const { url } = server;
  const encoded = encodeURIComponent(`${url}/r/`).replaceAll('.', '%2E');
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      registry: `${url}/r/`,
      auId: `org|lockss|plugin|RegistryPlugin&base_url~${encoded}`,
      files: [
        { url: `${url}/r/`, used: true },
        { url: `${url}/r/good.jar`, used: true, signedBy: '"rsa"' },
        { url: `${url}/r/bad.jar`, used: false, problem: `${url}/r/bad.jar: it is not signed` },
      ],
    },
    { registry: `${url}/alone.jar`, files: [{ url: `${url}/alone.jar`, used: true, signedBy: '"ec"' }] },
  ]);
});
