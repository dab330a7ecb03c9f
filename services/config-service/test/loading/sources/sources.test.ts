import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConfigNode, type TestNode } from '../../features/sources/node.ts';
import { startOrigin, type TestOrigin } from '../../features/sources/origin.ts';

const list = (key: string, ...urls: string[]): string =>
  `<property name="${key}"><list>${urls.map((url) => `<value>${url}</value>`).join('')}</list></property>`;
const config = (...parts: string[]): string => `<lockss-config>${parts.join('')}</lockss-config>`;
const set = (key: string, value: string): string => `<property name="${key}" value="${value}"/>`;
const aux = 'org.lockss.auxPropUrls';
const titleDbs = 'org.lockss.titleDbs';

describe('sources that name others', () => {
  let origin: TestOrigin;
  let node: TestNode;
  let file: string;
  beforeAll(async () => {
    origin = await startOrigin();
    file = join(await createTemporaryFolder(), 'local.txt');
    await writeFile(file, 'x.a=local\nx.last=local\n');
    origin.files.set('/d/main.xml', config(set('x.a', 'main'), set('x.b', 'main'), set('x.last', 'main')));
    node = await startConfigNode([`${origin.url}/d/main.xml`, file], { NODE_GROUPS: 'demo' });
  });
  afterAll(async () => {
    await node.stop();
    await origin.die();
  });
  const at = (path: string): string => `${origin.url}${path}`;
  const serve = async (files: Record<string, string>): Promise<void> => {
    origin.files.clear();
    for (const [path, text] of Object.entries(files)) origin.files.set(path, text);
    origin.asked.length = 0;
    await node.reload();
  };

  it('count in order, each followed by those it names, later ones winning', async () => {
    await serve({
      '/d/main.xml': config(
        set('x.a', 'main'),
        set('x.b', 'main'),
        set('x.c', 'main'),
        list(aux, 'one.xml', '../two.txt'),
      ),
      '/d/one.xml': config(set('x.b', 'one'), set('x.c', 'one'), list(aux, 'deep/three.xml')),
      '/d/deep/three.xml': config(set('x.c', 'three')),
      '/two.txt': 'x.c=two',
    });
    expect(await node.reason()).toBeUndefined();
    expect(await node.loadedUrls()).toEqual([
      at('/d/main.xml'),
      at('/d/one.xml'),
      at('/d/deep/three.xml'),
      at('/two.txt'),
      pathToFileURL(file).href,
    ]);
    const values = await Promise.all(['x.a', 'x.b', 'x.c', 'x.last'].map(node.effective));
    expect(values).toEqual(['local', 'one', 'two', 'local']);
  });

  it('and stored files win over all of them', async () => {
    await node.client.put('expert', 'x.last=stored');
    expect(await node.effective('x.last')).toBe('stored');
    await node.reload();
    expect(await node.effective('x.last')).toBe('stored');
    expect((await node.loadedUrls()).slice(-2)).toEqual(['dyn:user-config.xml', '/config/file/expert']);
  });

  it('are loaded once each, however they name each other', async () => {
    await serve({
      '/d/main.xml': config(
        list(aux, 'main.xml', 'a.xml', 'a.xml', './a.xml', at('/d/a.xml'), '../d/a.xml#x'),
      ),
      '/d/a.xml': config(list(aux, 'main.xml', 'b.xml', 'a.xml')),
      '/d/b.xml': config(list(aux, 'a.xml', 'main.xml')),
    });
    expect(await node.reason()).toBeUndefined();
    expect(origin.asked).toEqual(['200 /d/main.xml', '200 /d/a.xml', '200 /d/b.xml']);
  });

  it('give names in conditions, in text with `;`, and appended', async () => {
    await serve({
      '/d/main.xml': config(
        `<if group="demo">${set(aux, 'a.txt;b.txt')}</if><if group="other">${set(aux, 'no.txt')}</if>`,
        `<property name="${aux}"><list append="true"><value>c.txt</value></list></property>`,
      ),
      '/d/a.txt': '',
      '/d/b.txt': '',
      '/d/c.txt': '',
    });
    expect((await node.loadedUrls()).slice(0, 4)).toEqual(
      ['/d/main.xml', '/d/a.txt', '/d/b.txt', '/d/c.txt'].map(at),
    );
  });

  it('change nothing when a required one is not there', async () => {
    await serve({ '/d/main.xml': config(set('x.a', 'good'), set('only', 'good')) });
    const [urls, moved] = [await node.loadedUrls(), await node.lastUpdate()];
    await serve({ '/d/main.xml': config(set('only', 'bad'), list(aux, 'missing.xml')) });
    expect(await node.effective('only')).toBe('good');
    expect(await node.loadedUrls()).toEqual(urls);
    expect(await node.lastUpdate()).toBe(moved);
    expect(await node.reason()).toMatch(
      /missing\.xml returned status 404, and there is no copy of it\. The configuration stays as it was\./,
    );
  });

  it('change nothing when there are too many of them', async () => {
    await serve({ '/d/main.xml': config(set('only', 'good')) });
    const many = Array.from({ length: 10_000 }, (_, number) => `${number}.tdb`);
    await serve({ '/d/main.xml': config(set('only', 'bad'), list(titleDbs, ...many)) });
    expect(await node.reason()).toMatch(/More than 10000 sources are named\./);
    expect(await node.effective('only')).toBe('good');
    expect(origin.asked).toEqual(['200 /d/main.xml']);
  });

  it('may lack an optional one, which is told of', async () => {
    await serve({ '/d/main.xml': config(set('only', 'better'), list(titleDbs, 'missing.xml')) });
    expect(await node.effective('only')).toBe('better');
    expect(await node.reason()).toMatch(
      /missing\.xml returned status 404, and there is no copy of it; it is left out\./,
    );
    expect(await node.loadedUrls()).not.toContain(at('/d/missing.xml'));
  });

  it('may name title databases, which hold nothing but titles', async () => {
    const title =
      '<property name="org.lockss.title"><property name="X"><property name="title" value="t"/></property></property>';
    await serve({
      '/d/main.xml': config(
        list(titleDbs, 'good.xml', 'bad.xml'),
        list('org.lockss.userTitleDbs', 'text.tdb'),
      ),
      '/d/good.xml': config(title),
      '/d/bad.xml': config(title, set('evil', '1')),
      '/d/text.tdb': '{ }',
    });
    expect(await node.effective('evil')).toBeUndefined();
    expect(await node.effective('org.lockss.title.X.title')).toBeUndefined();
    expect((await node.loadedUrls()).slice(0, 3)).toEqual(
      ['/d/main.xml', '/d/good.xml', '/d/text.tdb'].map(at),
    );
    expect(await node.reason()).toMatch(
      /bad\.xml cannot be read as configuration: line 1, column 1: "evil" is not an entry/,
    );
  });

  it.each([
    ['a file of this machine', 'file:///etc/passwd', /local file, which a remote source must not name/],
    ['another scheme', 'ftp://127.0.0.1/x', /neither an http\(s\) URL nor a local file/],
    ['a login', 'http://user:secret@127.0.0.1/x', /must not contain a user name or password/],
    [
      'the address where clouds keep secrets',
      'http://169.254.169.254/latest/meta-data/',
      /has another origin than the source that names it/,
    ],
    ['another port of the same host', 'http://127.0.0.1:9/', /has another origin/],
    ['the same host by another name', 'http://localhost:9/', /has another origin/],
    ['nothing', 'http://', /is not a URL/],
    ['a secret', 'ftp://127.0.0.1/x?token=secret@', /neither an http/],
  ])('must not name %s', async (_what, url, why) => {
    await serve({ '/d/main.xml': config(list(aux, url)) });
    expect(await node.reason()).toMatch(why);
    expect(await node.reason()).not.toContain('secret@');
    await serve({ '/d/main.xml': config(list(titleDbs, url)) });
    expect(await node.reason()).toMatch(why);
    expect(await node.loadedUrls()).not.toContain(url);
  });

  it('may be of another origin only where the operator says so', async () => {
    const other = await startOrigin();
    other.files.set('/two.txt', 'x.from=other');
    await serve({ '/d/main.xml': config(set('x.from', 'main'), list(titleDbs, `${other.url}/two.txt`)) });
    expect(await node.reason()).toMatch(
      /has another origin .* CONFIG_ALLOWED_ORIGINS does not name it; it is left out/,
    );
    expect(other.asked).toEqual([]);
    expect((await node.client.getUrl(`${other.url}/two.txt`)).status).toBe(400);
    origin.files.set('/d/main.xml', config(list(aux, `${other.url}/two.txt`)));
    const second = await startConfigNode([at('/d/main.xml')], { CONFIG_ALLOWED_ORIGINS: other.url });
    expect(await second.effective('x.from')).toBe('other');
    expect(await second.reason()).toBeUndefined();
    await second.stop();
    await other.die();
  });

  it('are not asked inside the network on the word of a file', async () => {
    const other = await startOrigin();
    other.files.set('/metrics', 'process_secret=1');
    const { port } = new URL(other.url);
    const folder = await createTemporaryFolder();
    const inside = ['127.0.0.1', 'localhost', '0x7f000001', '[::ffff:127.0.0.1]'].map(
      (host) => `http://${host}:${port}/metrics`,
    );
    await writeFile(join(folder, 'main.xml'), config(list(titleDbs, ...inside)));
    const second = await startConfigNode([join(folder, 'main.xml')]);
    const why = 'has an address inside the network, which is requested only if CONFIG_ALLOWED_ORIGINS';
    expect(await second.reason()).toContain(why);
    const { status } = await second.client.getUrl(`http://127.0.0.1:${port}/metrics`);
    expect([status, other.asked]).toEqual([404, []]);
    await second.stop();
    await other.die();
  });

  it('tell of conditions that nobody knows', async () => {
    await serve({ '/d/main.xml': config(`<if moon="full">${set('x.a', '1')}</if>`) });
    expect(await node.reason()).toMatch(/main\.xml: line 1: the condition "moon" is not known/);
  });

  it('may be files that name files beside them', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, 'main.xml'), config(list(aux, 'sub.txt'), list(titleDbs, 'not-there.tdb')));
    await writeFile(join(folder, 'sub.txt'), 'from.sub=1');
    const second = await startConfigNode([join(folder, 'main.xml')]);
    expect(await second.effective('from.sub')).toBe('1');
    expect(await second.reason()).toBeUndefined();
    await writeFile(join(folder, 'sub.txt'), 'from.sub=2');
    await second.reload();
    expect(await second.effective('from.sub')).toBe('2');
    await second.stop();
  });

  it('may be files whose title databases are spoilt: then the last good copy counts', async () => {
    const folder = await createTemporaryFolder();
    const titles = join(folder, 'titles.xml');
    await writeFile(join(folder, 'main.xml'), config(list(titleDbs, 'titles.xml')));
    await writeFile(titles, config());
    const second = await startConfigNode([join(folder, 'main.xml')]);
    expect(await second.reason()).toBeUndefined();
    await writeFile(titles, '<lockss-config>');
    await second.reload();
    expect(await second.loadedUrls()).toContain(`failover:${pathToFileURL(titles).href}`);
    expect(await second.reason()).toMatch(
      /titles\.xml cannot be read as configuration: .*; its last good copy, of \d{4}-.*, is used\./,
    );
    await second.stop();
  });
});

describe('the bounds of a source', () => {
  it('are its size, its time and the times it leads elsewhere', async () => {
    const origin = await startOrigin();
    origin.files.set('/large', (_request, response) => response.writeHead(200).end('#'.repeat(5_000)));
    origin.files.set('/slow', (_request, response) => response.writeHead(200).write('a='));
    origin.files.set('/silent', () => undefined);
    origin.files.set('/away', (_request, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    );
    origin.files.set('/round', (_request, response) => response.writeHead(302, { Location: '/round' }).end());
    origin.files.set('/moved', (_request, response) => response.writeHead(301, { Location: '/found' }).end());
    origin.files.set('/found', 'x.moved=1');
    const bounds = { CONFIG_SOURCE_SIZE: '2048', CONFIG_SOURCE_TIMEOUT: '300ms' };
    const said = async (path: string): Promise<string | undefined> => {
      const node = await startConfigNode([origin.url + path], bounds);
      const reason = await node.reason();
      await node.stop();
      return reason;
    };
    expect(await said('/large')).toMatch(/larger than the 2048 bytes allowed/);
    expect(await said('/slow')).toMatch(/not received completely within 0\.3 s/);
    expect(await said('/silent')).toMatch(/not received completely within 0\.3 s/);
    expect(await said('/away')).toMatch(/redirects to another host, which is not followed/);
    expect(await said('/round')).toMatch(/redirects more than 5 times/);
    expect(await said('/moved')).toBeUndefined();
    await origin.die();
  });
});
