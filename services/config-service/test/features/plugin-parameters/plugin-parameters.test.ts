// Tests GET /plugins/{pluginId}/parameters.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { demoPlugin } from '../queries/sample-data.ts';
import { type SampleService, startWithSamples } from '../queries/sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startWithSamples();
});
afterAll(() => samples.stop());

const ask = (pluginId: string) =>
  request(samples.service.url)
    .get(`/plugins/${encodeURIComponent(pluginId)}/parameters`)
    .set(samples.service.asAdmin);

it('tells the parameters of a plugin in its order, and who the plugin is', async () => {
  const { body } = await ask(demoPlugin).expect(200);
  expect(body).toEqual({
    pluginId: demoPlugin,
    name: 'Demo Plugin',
    version: '7',
    publishingPlatform: 'Demo Platform',
    parameters: [
      { key: 'base_url', type: 'URL', definitional: true },
      { key: 'year', type: 'YEAR', definitional: true },
      { key: 'login', type: 'USER_PASSWD', definitional: false },
      { key: 'pub_never', type: 'BOOLEAN', definitional: false },
    ],
  });
});

it('knows the plugin that is part of the service', async () => {
  const { body } = await ask('org.lockss.plugin.NamedPlugin').expect(200);
  expect(body.parameters[0]).toEqual({
    key: 'handle',
    type: 'STRING',
    definitional: true,
    displayName: 'Handle',
    description: 'What tells this AU from all others.',
  });
  expect(body).not.toHaveProperty('publishingPlatform');
});

it('is 404 for a plugin that is not loaded, and 400 for what no plugin is called', async () => {
  const { body } = await ask('org.example.Missing').expect(404);
  expect(body.detail).toBe('Plugin not found: org.example.Missing');
  await ask('a\u0000b').expect(400);
});
