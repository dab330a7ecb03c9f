import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configSections } from '../../../src/domain/configuration/sections.ts';
import { findMergedParameter } from '../../../src/index/configuration/merged.db.ts';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient, parseParts, readProblem } from './file-requests.ts';

const xml =
  '<lockss-config><property name="org.lockss"><property name="x" value="1"/></property></lockss-config>';

describe('configuration files', () => {
  let service: ConfigTestService;
  let client: FileClient;
  let database: ReturnType<typeof openDatabase<ConfigSchema>>;
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    service = await startTestService(url, {
      CONFIG_FILE_SIZE: '8192',
      SPOOL_DIR: await createTemporaryFolder(),
      NODE_GROUPS: 'demo',
    });
    database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
    client = createFileClient(service);
    await service.becomes(true);
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
  });
  const effective = async (key: string) => (await findMergedParameter(database.kysely, key))?.value;
  const contents = async () =>
    Number((await database.pool.query('select count(*) from config_content')).rows[0].count);

  it.each(configSections.map(({ name }) => name))(
    '%s is absent at first, then what was stored',
    async (name) => {
      expect(await readProblem(await client.get(name))).toMatchObject({
        status: 404,
        detail: expect.stringContaining(name),
      });
      const stored = await client.put(name, '# nothing\n');
      expect(stored.status).toBe(200);
      expect(await stored.json()).toEqual({ parameters: [] });
      const answer = await client.get(name.toUpperCase());
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('# nothing\n');
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-length')).toBe('10');
      for (const header of ['etag', 'last-modified'])
        expect(answer.headers.get(header)).toBe(stored.headers.get(header));
      expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    },
  );

  it('are text/xml when they are XML', async () => {
    await client.put('expert', xml);
    expect((await client.get('expert')).headers.get('content-type')).toBe('text/xml; charset=utf-8');
    await client.put('alert', '<list><alert kind="x">y</alert></list>');
    expect(await (await client.get('alert')).text()).toBe('<list><alert kind="x">y</alert></list>');
  });

  it('have the same tag whenever they are the same', async () => {
    const [first, other, again] = [
      await client.put('plugin', 'x.a=1'),
      await client.put('plugin', 'x.a=2'),
      await client.put('plugin', 'x.a=1'),
    ].map(({ headers }) => headers.get('etag'));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each([
    ['text/plain', 'text/xml; charset=utf-8'],
    ['text/xml', 'text/xml; charset=utf-8'],
    ['text/*;q=0.1', 'text/xml; charset=utf-8'],
    ['*/*', 'text/xml; charset=utf-8'],
    ['', 'text/xml; charset=utf-8'],
    ['application/octet-stream', 'application/octet-stream'],
    ['text/plain;q=0.5, multipart/form-data', 'multipart'],
    ['multipart/form-data, application/json', 'multipart'],
    ['multipart/form-data, */*;q=0.8', 'multipart'],
    ['multipart/form-data;q=0.5, text/xml', 'text/xml; charset=utf-8'],
    ['application/problem+json', 'text/xml; charset=utf-8'],
    ['application/json', 406],
    ['image/png, text/*;q=0, application/json', 406],
  ])('are answered to Accept: %s as %s', async (accept, expected) => {
    await client.put('migration', xml);
    const answer = await client.get('migration', { Accept: accept });
    if (expected === 406) {
      expect(await readProblem(answer)).toMatchObject({
        status: 406,
        detail: expect.stringContaining('multipart'),
      });
      return;
    }
    expect(answer.status).toBe(200);
    if (expected !== 'multipart') {
      expect(answer.headers.get('content-type')).toBe(expected);
      expect(await answer.text()).toBe(xml);
      return;
    }
    expect(answer.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(await parseParts(answer)).toEqual([
      {
        text: xml,
        headers: {
          'Content-Disposition': 'form-data; name="configFile"; filename="configFile"',
          'Content-Type': 'text/xml',
          'Content-Length': String(xml.length),
          ETag: answer.headers.get('etag'),
          'Last-Modified': answer.headers.get('last-modified'),
        },
      },
    ]);
  });

  it('are understood by a reader of forms', async () => {
    await client.put('icp_server', 'x.é=1\\\r\n--x\n');
    const answer = await client.get('icp_server', { Accept: 'multipart/form-data' });
    expect(Number(answer.headers.get('content-length'))).toBe(
      (await answer.clone().arrayBuffer()).byteLength,
    );
    const part = (await answer.formData()).get('configFile');
    expect(await (part as Blob).text()).toBe('x.é=1\\\r\n--x\n');
  });

  it('are of 16 kinds and no other', async () => {
    expect((await client.get('nonsense')).status).toBe(400);
    expect((await client.put('nonsense', 'x.a=1')).status).toBe(400);
    expect((await client.get('../etc/passwd')).status).toBe(400);
    expect((await client.get('')).status).toBe(404);
  });

  it.each(['cluster', 'user-config', 'CLUSTER'])('%s is made by the service', async (name) => {
    const answer = await client.get(name);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await answer.text()).toMatch(/^<\?xml.*<lockss-config>/s);
    const again = await client.get(name, { 'If-None-Match': answer.headers.get('etag')! });
    expect(again.status).toBe(304);
    expect(await readProblem(await client.put(name, 'x.a=1'))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('cannot be written'),
    });
  });

  it('are listed by the generated one', async () => {
    await client.put('expert', 'x.a=1');
    const text = await (await client.get('user-config')).text();
    expect(text).toContain('<value>/config/file/expert</value>');
    expect(text).not.toContain('/config/file/alert');
    const loaded = await client.json<string[]>('/config/loadedurls');
    expect(loaded).toContain('dyn:user-config.xml');
    expect(loaded).toContain('/config/file/expert');
    expect(loaded).not.toContain('/config/file/alert');
  });

  it('count at once, the later of two sections winning, and without their titles', async () => {
    const before = await client.json<string>('/config/lastupdatetime');
    await client.put('plugin', 'org.lockss.both=plugin\norg.lockss.one=1\norg.lockss.title.X.title=y');
    await client.put('expert', 'org.lockss.both=expert');
    expect(await effective('org.lockss.both')).toBe('expert');
    expect(await effective('org.lockss.one')).toBe('1');
    expect(await effective('org.lockss.title.X.title')).toBeUndefined();
    await client.put(
      'expert',
      '<lockss-config><if group="demo"><property name="l"><list><value>a</value></list></property></if></lockss-config>',
    );
    expect(await effective('org.lockss.both')).toBe('plugin');
    expect(await effective('l')).toEqual(['a']);
    expect(Date.parse(await client.json<string>('/config/lastupdatetime'))).toBeGreaterThan(
      Date.parse(before),
    );
    await client.put('au', 'org.lockss.kept=1');
    expect(await effective('org.lockss.kept')).toBeUndefined();
  });

  it('are kept in every version, with who stored it', async () => {
    await client.put('audit_proxy', 'x.a=1');
    await client.put('audit_proxy', 'x.a=2');
    const { rows } = await database.pool.query(`
      select version, user_name, convert_from(bytes, 'UTF8') as text
      from config_file_version join config_content_piece using (content_id)
      where section = 'audit_proxy' order by version desc limit 2`);
    expect(rows).toEqual([
      { version: 3, user_name: 'admin', text: 'x.a=2' },
      { version: 2, user_name: 'admin', text: 'x.a=1' },
    ]);
  });

  it.each([
    ['expert', '<lockss-config><property/></lockss-config>', { line: 1, column: 27 }],
    ['expert', 'x.a=1\nx.b=\\u12', { line: 2, column: 1 }],
    ['expert', '<map/>', { line: 1 }],
    ['expert', '<!DOCTYPE x [<!ENTITY a "b">]><lockss-config>&a;</lockss-config>', { line: 1 }],
    ['titledb', 'org.lockss.other=1', { line: 1 }],
    ['expert', `x.a=1\nx.${'k'.repeat(2001)}=1`, { line: 2 }],
    ['alert', '<a>\n<b></a>', { line: 2 }],
    ['cronstate', 'x.a=\\uD800', { line: 1 }],
  ])('%s stays as it was when %s is to be stored', async (section, bad, place) => {
    await client.put(section, '# good\n');
    const { headers } = await client.get(section);
    const before = await contents();
    const answer = await readProblem(await client.put(section, bad));
    expect(answer).toMatchObject({ status: 400, ...place });
    expect(answer.detail).toMatch(/line \d+, column \d+: /);
    const after = await client.get(section);
    expect(await after.text()).toBe('# good\n');
    expect(after.headers.get('last-modified')).toBe(headers.get('last-modified'));
    expect(await contents()).toBe(before);
  });

  it('answer HEAD with what GET would be', async () => {
    await client.put('cronstate', '<a/>');
    const { url, asAdmin } = service;
    const head = await fetch(`${url}/config/file/cronstate`, { method: 'HEAD', headers: asAdmin });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('4');
    expect(head.headers.get('etag')).toBe((await client.get('cronstate')).headers.get('etag'));
  });

  it('take names as long as an index can hold', async () => {
    const key = `x.${'é'.repeat(999)}`;
    expect((await client.put('proxy_ip_access', `${key}=1`)).status).toBe(200);
    expect(await effective(key)).toBe('1');
  });

  it('may be empty', async () => {
    expect((await client.put('crawl_proxy', '')).status).toBe(200);
    const answer = await client.get('crawl_proxy');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});
