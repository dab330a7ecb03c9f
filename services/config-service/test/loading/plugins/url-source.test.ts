import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findPlugin } from '../../../src/index/plugins/plugins.db.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { makeJar } from './archives.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { createPluginsDatabase, type PluginsDatabase } from './plugins-database.ts';

const plugin = (name: string, version = '1') =>
  makeDefinitionXml(`org.example.${name}`, { plugin_version: version });
const jarOf = (name: string, version?: string) => makeJar({ 'x/P.xml': plugin(name, version) }, ['x/P.xml']);

describe('loading plugins from URLs', () => {
  let plugins: PluginsDatabase;
  let server: FileServer;
  let url: (path: string) => string;
  beforeAll(async () => {
    plugins = await createPluginsDatabase();
  });
  afterAll(() => plugins.database.close());
  beforeEach(async () => {
    server = await startFileServer();
    url = (path) => server.url + path;
    await plugins.load([]);
  });
  afterEach(() => server.stop());

  const page = (...links: string[]) => ({
    type: 'text/html',
    body: `<html><title>Demo registry</title>${links.map((link) => `<a href="${link}">x</a>`).join('')}</html>`,
  });

  it('reads a definition, and an archive, each by what it is', async () => {
    server.files.set('/plain', { body: plugin('Plain') });
    server.files.set('/packed', { body: await jarOf('Packed') });
    expect(await plugins.load([url('/plain'), url('/packed')])).toEqual({ changed: true, problems: [] });
    expect(await findPlugin(plugins.database.kysely, 'org.example.Packed')).toMatchObject({
      type: 'Loadable',
      registry: url('/packed'),
      url: url('/packed'),
    });
    expect(await plugins.pluginIds()).toEqual(['org.example.Packed', 'org.example.Plain']);
  });

  it("reads what a registry's page links to on its own server, wherever that page was moved to", async () => {
    server.files.set('/r', { status: 301, location: '/r/' });
    server.files.set('/r/', page('a.jar', '/b.jar', 'c.xml', 'readme.html', 'http://other.invalid/d.jar'));
    server.files.set('/r/a.jar', { body: await jarOf('A') });
    server.files.set('/b.jar', { body: await jarOf('B') });
    server.files.set('/r/c.xml', { body: plugin('C') });
    expect(await plugins.load([url('/r')])).toEqual({
      changed: true,
      problems: [`${url('/r')}: links to http://other.invalid/d.jar, which is on another server`],
    });
    expect(await findPlugin(plugins.database.kysely, 'org.example.A')).toMatchObject({
      type: 'Loadable',
      registry: 'Demo registry',
      url: url('/r/a.jar'),
    });
    expect(await plugins.pluginIds()).toEqual(['org.example.A', 'org.example.B', 'org.example.C']);
  });

  it('asks again only for what changed', async () => {
    server.files.set('/', { ...page('a.jar', 'b.jar'), etag: '"1"' });
    server.files.set('/a.jar', { body: await jarOf('A'), etag: '"1"' });
    server.files.set('/b.jar', { body: await jarOf('B'), etag: '"1"' });
    await plugins.load([url('/')]);
    server.files.set('/b.jar', { body: await jarOf('B', '2'), etag: '"2"' });
    server.log.length = 0;
    expect(await plugins.load([url('/')])).toEqual({ changed: true, problems: [] });
    expect(server.log.sort()).toEqual(['200 /b.jar', '304 /', '304 /a.jar']);
    expect(await findPlugin(plugins.database.kysely, 'org.example.B')).toMatchObject({ version: '2' });
    expect(await plugins.pluginIds()).toEqual(['org.example.A', 'org.example.B']);
  });

  it('goes on with the copies it has when a server fails, is away, or answers with something else', async () => {
    server.files.set('/', page('a.jar', 'b.jar', 'c.jar'));
    for (const name of ['a', 'b', 'c']) {
      server.files.set(`/${name}.jar`, { body: await jarOf(name.toUpperCase()) });
    }
    const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
    await plugins.load([url('/')], { nowMs: now });
    server.files.set('/a.jar', { status: 500 });
    server.files.delete('/b.jar');
    server.files.set('/c.jar', { type: 'text/html', body: '<html>Please log in</html>' });
    const kept = 'the copy of 2026-01-02T03:04:05.000Z is used';
    expect(await plugins.load([url('/')], { nowMs: now })).toEqual({
      changed: false,
      problems: [
        `${url('/a.jar')}: it returned status 500; ${kept}`,
        `${url('/b.jar')}: it returned status 404; ${kept}`,
        `${url('/c.jar')}: it returned something other than an archive; ${kept}`,
      ],
    });
    await server.stop();
    const { changed, problems } = await plugins.load([url('/')]);
    expect(changed).toBe(false);
    expect(problems[0]).toBe(`${url('/')}: it could not be reached (ECONNREFUSED); ${kept}`);
    expect(await plugins.pluginIds()).toEqual(['org.example.A', 'org.example.B', 'org.example.C']);
    server = await startFileServer();
  });

  it('takes nothing out of use because a registry shows no plugins at all', async () => {
    server.files.set('/', page('a.jar'));
    server.files.set('/a.jar', { body: await jarOf('A') });
    await plugins.load([url('/')]);
    server.files.set('/', page());
    expect((await plugins.load([url('/')])).problems).toEqual([
      `${url('/')}: the page links to no JAR, ZIP or XML file of its server`,
    ]);
    expect(await plugins.pluginIds()).toEqual(['org.example.A']);
  });

  it('takes out of use what a registry no longer links to, and forgets its copy', async () => {
    server.files.set('/', page('a.jar', 'b.jar'));
    server.files.set('/a.jar', { body: await jarOf('A') });
    server.files.set('/b.jar', { body: await jarOf('B') });
    await plugins.load([url('/')]);
    server.files.set('/', page('a.jar'));
    expect(await plugins.load([url('/')])).toEqual({ changed: true, problems: [] });
    expect(await plugins.pluginIds()).toEqual(['org.example.A']);
    const { rows } = await plugins.database.pool.query('select url from plugin_download order by url');
    expect(rows).toEqual([{ url: url('/') }, { url: url('/a.jar') }]);
  });

  it('says what cannot be had, and takes what can', async () => {
    server.files.set('/good', { body: plugin('Good') });
    server.files.set('/away', { status: 302, location: 'http://other.invalid/' });
    server.files.set('/circle', { status: 302, location: '/circle' });
    server.files.set('/odd', { status: 302, location: 'http://[' });
    server.files.set('/broken', { body: '<map>' });
    const paths = ['/gone', '/away', '/circle', '/odd', '/broken', '/good'];
    const { problems } = await plugins.load(paths.map(url));
    expect(problems).toEqual([
      `${url('/gone')}: it returned status 404`,
      `${url('/away')}: it redirects to another host, which is not followed`,
      `${url('/circle')}: it redirects more than 5 times`,
      `${url('/odd')}: it redirects to another host, which is not followed`,
      expect.stringContaining(`${url('/broken')}, line 1: it is not well-formed XML`),
    ]);
    expect(await plugins.pluginIds()).toEqual(['org.example.Good']);
  });

  it('reads no more than there is room for', async () => {
    server.files.set('/endless', { endless: true });
    expect((await plugins.load([url('/endless')])).problems).toEqual([
      `${url('/endless')}: it is larger than the 33554432 bytes allowed`,
    ]);
  });

  it('stops when it is told to, also while it waits for a server', async () => {
    const stopping = new AbortController();
    server.files.set('/plain', {
      get body() {
        stopping.abort(new Error('stopped'));
        return plugin('Plain');
      },
    });
    await expect(plugins.load([url('/plain')], {}, stopping.signal)).rejects.toThrow('stopped');
    expect(await plugins.pluginIds()).toEqual([]);
  });

  it('does not take a failing database for a failing server', async () => {
    server.files.set('/plain', { body: plugin('Plain') });
    await plugins.database.pool.query('alter table plugin_download rename to elsewhere');
    await expect(plugins.load([url('/plain')])).rejects.toThrow('plugin_download');
    await plugins.database.pool.query('alter table elsewhere rename to plugin_download');
  });
});
