import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseParts, readProblem } from '../files/file-requests.ts';
import { startConfigNode, type TestNode } from './node.ts';
import { startOrigin, type TestOrigin } from './origin.ts';

describe('GET /config/url', () => {
  let origin: TestOrigin;
  let other: TestOrigin;
  let node: TestNode;
  let folder: string;
  let file: string;
  let url: string;
  beforeAll(async () => {
    [origin, other] = [await startOrigin(), await startOrigin()];
    other.files.set('/secret', 'secret=1');
    folder = await createTemporaryFolder();
    await mkdir(join(folder, 'config'));
    file = join(folder, 'config', 'local.txt');
    await writeFile(file, 'x.local=1\n');
    await writeFile(join(folder, 'secret.txt'), 'secret=1\n');
    await symlink(join(folder, 'secret.txt'), join(folder, 'config', 'link.txt'));
    url = `${origin.url}/conf/main.xml?v=1`;
    origin.files.set(
      '/conf/main.xml?v=1',
      '<lockss-config><property name="org.lockss.titleDbs" value="titles.tdb;gone.tdb"/></lockss-config>',
    );
    origin.files.set('/conf/titles.tdb', '{ }');
    origin.files.set('/secret', 'secret=1');
    node = await startConfigNode([url, file]);
  });
  afterAll(async () => {
    await node.stop();
    await Promise.all([origin.die(), other.die()]);
  });

  it('gives configured sources and those they name', async () => {
    expect(await (await node.client.getUrl(`${origin.url}/conf/titles.tdb`)).text()).toBe('{ }');
    const local = await node.client.getUrl(pathToFileURL(file).href);
    expect(await local.text()).toBe('x.local=1\n');
    expect(local.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const main = await node.client.getUrl(url, { Accept: 'multipart/form-data' });
    expect((await parseParts(main))[0]).toMatchObject({
      text: expect.stringContaining('titleDbs'),
      headers: { 'Content-Type': 'text/xml', 'Last-Modified': 'Mon, 06 May 2024 07:08:09 GMT' },
    });
    expect(main.headers.get('last-modified')).toBe('Mon, 06 May 2024 07:08:09 GMT');
  });

  it('gives what the service makes itself', async () => {
    for (const [name, section] of [
      ['dyn:cluster.xml', 'cluster'],
      ['dyn:user-config.xml', 'user-config'],
    ] as const) {
      const answer = await node.client.getUrl(name);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(await (await node.client.get(section)).text());
    }
  });

  it('gives stored files by the addresses that user-config publishes', async () => {
    await node.client.put('expert', 'x.stored=1\n');
    const published = await (await node.client.getUrl('dyn:user-config.xml')).text();
    const [, path] = /<value>(\/[^<]*)<\/value>/.exec(published)!;
    expect(path).toBe('/config/file/expert');
    const file = await node.client.get('expert');
    for (const address of [path!, node.service.url + path, `HTTPS://${node.service.url.slice(7)}${path}`]) {
      const answer = await node.client.getUrl(address);
      expect([address, answer.status, await answer.text()]).toEqual([address, 200, 'x.stored=1\n']);
      expect(answer.headers.get('etag')).toBe(file.headers.get('etag'));
    }
    expect((await node.client.getUrl('/config/file/alert')).status).toBe(404);
  });

  it('gives nothing that a load has rejected or would reject, but the last good copy', async () => {
    origin.files.set('/conf/named.xml', '<lockss-config><!-- good --></lockss-config>');
    const main = join(folder, 'judged.xml');
    await writeFile(main, '<lockss-config><!-- good --></lockss-config>');
    const places = [`${origin.url}/conf/named.xml`, pathToFileURL(main).href];
    const second = await startConfigNode(places);
    for (const bad of ['<html xmlns="http://www.w3.org/1999/xhtml"/>', '<lockss-config>']) {
      origin.files.set('/conf/named.xml', bad);
      await writeFile(main, bad);
      for (const place of places) expect(await (await second.client.getUrl(place)).text()).toContain('good');
      await second.reload();
    }
    await second.stop();
  });

  it('gives what its origin has now, not what was loaded', async () => {
    const before = (await node.client.getUrl(pathToFileURL(file).href)).headers.get('etag')!;
    await writeFile(file, 'x.local=2\n');
    origin.files.set('/conf/titles.tdb', '{ # changed\n}');
    expect(await (await node.client.getUrl(`${origin.url}/conf/titles.tdb`)).text()).toContain('changed');
    const changed = await node.client.getUrl(pathToFileURL(file).href, { 'If-None-Match': before });
    expect(changed.status).toBe(200);
    expect((await node.client.getUrl(pathToFileURL(file).href, { 'If-Match': before })).status).toBe(412);
    expect(
      (await node.client.getUrl(url, { 'If-Modified-Since': 'Mon, 06 May 2024 07:08:09 GMT' })).status,
    ).toBe(304);
  });

  it('knows the sources that could never be loaded: they are 404', async () => {
    const answer = await readProblem(await node.client.getUrl(`${origin.url}/conf/gone.tdb`));
    expect(answer).toMatchObject({ status: 404, detail: expect.not.stringContaining('127.0.0.1') });
  });

  it('is 404 for a file that went away, and 406 for a client that takes no file', async () => {
    expect((await node.client.getUrl(url, { Accept: 'application/json' })).status).toBe(406);
    const second = await startConfigNode([join(folder, 'never.txt')]);
    expect((await second.client.getUrl(pathToFileURL(join(folder, 'never.txt')).href)).status).toBe(404);
    await second.stop();
  });

  it('is no open proxy, and reads no files of this machine', async () => {
    const { host } = new URL(origin.url);
    const encodedHost = origin.url.replace('127', '%31%32%37');
    const base = pathToFileURL(folder).href;
    const attempts = [
      `${other.url}/secret`,
      `${origin.url}/secret`,
      `${origin.url}/`,
      `${origin.url}/conf/../secret`,
      `${origin.url}/conf/%2e%2e/secret`,
      `${origin.url}/conf/main.xml`,
      `${url}&x=1`,
      `${url}#x`,
      `${url}\r\nX: y`,
      ` ${url}`,
      `${encodedHost}/conf/main.xml?v=1`,
      url.replace('http', 'HTTP'),
      url.replace('http:', 'https:'),
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '2130706433'),
      url.replace('127.0.0.1', '0177.0.0.1'),
      url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      url.replace('//', '//user:pass@'),
      url.replace('//', '//evil.example@'),
      `http://evil.example/?${url}`,
      `http://${host}.evil.example/conf/main.xml?v=1`,
      'http://169.254.169.254/latest/meta-data/',
      'http://metadata.google.internal/',
      'http://[fd00:ec2::254]/',
      'file:///etc/passwd',
      'file://localhost/etc/passwd',
      'file:/etc/passwd',
      '/etc/passwd',
      file,
      `${base}/config/../secret.txt`,
      `${base}/config/link.txt`,
      `${base}/secret.txt`,
      `${base}/config/local.txt/../../secret.txt`,
      `${base}/config/%2e%2e/secret.txt`,
      `${base}/config/..%2fsecret.txt`,
      `${base}/config/local.txt%00`,
      `${base}/config/local.txt\0`,
      `${base}//config/local.txt`,
      'jar:file:///x.jar!/y',
      'dyn:cluster.xml/../x',
      'dyn:other.xml',
      'DYN:cluster.xml',
      'config/file/expert',
      '/config/file/none',
      '/config/file/expert?x',
      '/config/file/../file/expert',
      '/config/file/expert/',
      '/config/platform',
      'data:text/plain,a=1',
      'gopher://127.0.0.1/',
      `${new URL(node.databaseUrl).origin}`,
      `${origin.url}/config/file/expert`,
      `${node.service.url.replace('//', '//user@')}/config/file/expert`,
      `${node.service.url}/config/platform`,
      'failover:http://x/',
      "' or 1=1 --",
      'x'.repeat(8000),
    ];
    other.asked.length = 0;
    origin.asked.length = 0;
    const answers = await Promise.all(
      attempts.map(async (attempt) => [attempt, (await node.client.getUrl(attempt)).status]),
    );
    expect(answers.filter(([, status]) => status !== 400)).toEqual([]);
    expect(other.asked).toEqual([]);
    expect(origin.asked).toEqual([]);
  });

  it('follows no redirect to another place', async () => {
    const places = [
      `${other.url}/secret`,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      `//${new URL(other.url).host}/secret`,
    ];
    for (const place of places) {
      origin.files.set('/conf/main.xml?v=1', (_request, response) =>
        response.writeHead(302, { Location: place }).end(),
      );
      const answer = await node.client.getUrl(url);
      // The response is the last good copy.
      expect(await answer.text()).toContain('titleDbs');
    }
    expect(other.asked).toEqual([]);
  });

  it('needs a URL', async () => {
    expect((await node.client.getUrl('')).status).toBe(400);
    const answer = await fetch(`${node.service.url}/config/url`, { headers: node.service.asAdmin });
    expect(answer.status).toBe(400);
  });
});
