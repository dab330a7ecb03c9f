import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

const goodPlugin = 'org.lockss.plugin.definable.GoodPlugin';
const demoPlugin = 'com.example.plugin.DemoPlugin';

describe('POST /auids', () => {
  let service: ConfigTestService;
  beforeAll(async () => {
    const folder = await createTemporaryFolder();
    const params = {
      [goodPlugin]: ['base_url', 'num_issue_range'],
      [demoPlugin]: ['base_url', 'volume_name', 'year'],
    };
    for (const [id, keys] of Object.entries(params)) {
      await writeFile(join(folder, `${id}.xml`), makeDefinitionXml(id, {}, keys));
    }
    service = await startTestService((await createConfigDatabase()).url, { PLUGIN_SOURCES: folder });
    await service.becomes(true);
  });
  afterAll(() => service.stop());

  const post = (form: object | string): request.Test =>
    request(service.url).post('/auids').set(service.asAdmin).type('form').send(form);
  const named = 'org.lockss.plugin.NamedPlugin';

  it.each([
    [{ handle: 'handlehandle' }, 'org|lockss|plugin|NamedPlugin&handle~handlehandle'],
    [
      { handle: 'my handle/№1', pluginId: named },
      'org|lockss|plugin|NamedPlugin&handle~my+handle%2F%E2%84%961',
    ],
    [{ handle: 'h', pluginId: 'org.example.Unheard' }, 'org|example|Unheard&handle~h'],
    [{ handle: 'h', pluginId: '' }, 'org|lockss|plugin|NamedPlugin&handle~h'],
    [
      { pluginId: named, auConfig: '{"handle":"second|handle","other":"x"}' },
      'org|lockss|plugin|NamedPlugin&handle~second%7Chandle',
    ],
    [
      {
        pluginId: goodPlugin,
        auConfig: '{"num_issue_range":"2-7","base_url":"http://x.y/z","pub_down":true}',
      },
      'org|lockss|plugin|definable|GoodPlugin&base_url~http%3A%2F%2Fx%2Ey%2Fz&num_issue_range~2-7',
    ],
    [
      {
        pluginId: demoPlugin,
        auConfig: '{"volume_name":"Vol. 3 (été)","base_url":"http://www.example.com/j~x/","year":"2014"}',
      },
      'com|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2Fj%7Ex%2F' +
        '&volume_name~Vol%2E+3+%28%C3%A9t%C3%A9%29&year~2014',
    ],
    [
      { pluginId: demoPlugin, auConfig: '{"volume_name":true,"base_url":" ","year":2014}' },
      'com|example|plugin|DemoPlugin&base_url~+&volume_name~true&year~2014',
    ],
  ])('of %j gives %s', async (form, auid) => {
    const answer = await post(form)
      .expect(200)
      .expect('Content-Type', /^application\/json/);
    expect(answer.body).toEqual({ auid });
  });

  it.each([
    ['nothing', {}, 400, 'The request needs a body of the type application/x-www-form-urlencoded.'],
    ['other fields', { a: 'b' }, 400, 'Either "handle" must be given, or both "pluginId" and "auConfig".'],
    [
      'a plugin alone',
      { pluginId: goodPlugin },
      400,
      'Either "handle" must be given, or both "pluginId" and "auConfig".',
    ],
    [
      'an unknown plugin alone',
      { pluginId: 'noplug' },
      400,
      'Either "handle" must be given, or both "pluginId" and "auConfig".',
    ],
    [
      'a configuration alone',
      { auConfig: '{"a":"b"}' },
      400,
      'Either "handle" must be given, or both "pluginId" and "auConfig".',
    ],
    [
      'an empty handle',
      { handle: '' },
      400,
      'Either "handle" must be given, or both "pluginId" and "auConfig".',
    ],
    [
      'handle and configuration',
      { handle: 'h', auConfig: '{"foo":"bar"}' },
      400,
      'Only one of "handle" and "auConfig" may be given.',
    ],
    [
      'all three',
      { handle: 'h', auConfig: '{"foo":"bar"}', pluginId: named },
      400,
      'Only one of "handle" and "auConfig" may be given.',
    ],
    [
      'a configuration that is no JSON',
      { pluginId: goodPlugin, auConfig: '{"a":' },
      400,
      'Field "auConfig" must be JSON.',
    ],
    ['a list', { pluginId: goodPlugin, auConfig: '["a"]' }, 400, /^Field "auConfig" must be/],
    ['a text', { pluginId: goodPlugin, auConfig: '"a"' }, 400, /^Field "auConfig" must be/],
    ['an object in it', { pluginId: goodPlugin, auConfig: '{"a":{}}' }, 400, /^Field "auConfig"/],
    ['a list in it', { pluginId: goodPlugin, auConfig: '{"a":["b"]}' }, 400, /^Field "auConfig"/],
    ['nothing in it', { pluginId: goodPlugin, auConfig: '{"a":null}' }, 400, /^Field "auConfig"/],
    [
      'half a character',
      { pluginId: goodPlugin, auConfig: '{"base_url":"\\ud800"}' },
      400,
      /an unpaired surrogate/,
    ],
    [
      'too long a number',
      { pluginId: named, auConfig: '{"handle":12345678901234567890}' },
      400,
      /write it as a string/,
    ],
    ['an unknown plugin', { pluginId: 'noplug', auConfig: '{"a":"b"}' }, 404, 'Plugin not found: noplug'],
    [
      'a missing parameter',
      { pluginId: goodPlugin, auConfig: '{"missing":"params"}' },
      400,
      'The parameter "base_url", which defines the AU, is missing in "auConfig".',
    ],
    ['no parameter', { pluginId: goodPlugin, auConfig: '{}' }, 400, /"base_url"/],
    ['a field twice', 'handle=a&handle=b', 400, /"handle" must be given only once/],
    ['an odd plugin for a handle', { handle: 'h', pluginId: 'a&b' }, 400, /must not contain "\|" or "&"/],
    ['too long a handle', { handle: '.'.repeat(3_000) }, 400, /longer than the 8192 characters/],
  ])('of %s is refused', async (_what, form, status, detail) => {
    const answer = await post(form).expect(status);
    expect(answer.type).toBe('application/problem+json');
    if (detail instanceof RegExp) expect(answer.body.detail).toMatch(detail);
    else expect(answer.body.detail).toBe(detail);
  });

  it('reads forms only', async () => {
    const answer = await request(service.url)
      .post('/auids')
      .set(service.asAdmin)
      .send({ handle: 'h' })
      .expect(400);
    expect(answer.body.detail).toBe(
      'The Content-Type of the request must be application/x-www-form-urlencoded.',
    );
  });
});
