import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem } from '../../features/files/file-requests.ts';
import { startConfigNode, type TestNode } from '../../features/sources/node.ts';
import { startOrigin, type TestOrigin } from '../../features/sources/origin.ts';

const RESTRICTION = 'org.lockss.ui.access.ip.include';
const asXml = (address: string): string =>
  `<?xml version="1.0"?>\n<lockss-config><property name="${RESTRICTION}" value="${address}"/></lockss-config>`;
const asProperties = (address: string): string => `# access\n${RESTRICTION}=${address}\n`;

/** Responses with status 200 that do not contain a configuration. */
const OTHER_ANSWERS: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['nothing', ''],
  ['white space', ' \r\n\n'],
  ['a word', 'OK'],
  ['a sentence', 'Service Unavailable: please try again later.'],
  ['JSON', '{"error":"quota"}'],
  ['JSON with a dotted name', '{"org.lockss.x": "1"}'],
  ['an LFS pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935\nsize 12345\n'],
  ['YAML', 'org:\n  lockss:\n    x: 1\n'],
  ['CSV', 'name,value\norg.lockss.x,1\n'],
  ['a script', '#!/bin/sh\nexport X=1\n'],
  ['a title database', 'publisher <\n  name = X\n>\n'],
  ['a page', '<!doctype html>\n<html><body>Log in</body></html>'],
  ['another XML file', '<?xml version="1.0"?><Error><Code>NoSuchBucket</Code></Error>'],
  ['only a declaration', '<?xml version="1.0"?>'],
  ['half a file', asXml('203.0.113.7').slice(0, -12)],
  ['a file and more', `${asXml('203.0.113.7')}\n<<<<<<< HEAD\n`],
  ['gzip of JSON', gzipSync('{"error":"quota"}')],
  ['zeros', Buffer.alloc(64)],
];

async function waitForStatus(node: TestNode, what: RegExp): Promise<void> {
  expect(await node.reason()).toMatch(what);
}

const SOME_ANSWERS = OTHER_ANSWERS.filter(([what]) => ['nothing', 'half a file'].includes(what));

describe.each([
  ['an XML source', '/lockss.xml', asXml],
  ['a compressed XML source', '/lockss.xml.gz', (address: string) => gzipSync(asXml(address))],
  ['an optional XML source', '/lockss.xml.opt', asXml],
  ['an XML source in capitals', '/LOCKSS.XML', asXml],
  ['a source of properties', '/lockss.txt', asProperties],
  ['a source without an ending', '/lockss', asProperties],
])('%s that is answered with something else', (_what, path, written) => {
  let origin: TestOrigin;
  let node: TestNode;
  let url: string;
  const answers = path === '/lockss.xml' ? OTHER_ANSWERS : SOME_ANSWERS;
  beforeAll(async () => {
    origin = await startOrigin();
    url = `${origin.url}${path}`;
    origin.files.set(path, written('203.0.113.7'));
    node = await startConfigNode([url]);
  });
  afterAll(async () => {
    await node.stop();
    await origin.die();
  });

  it.each(answers)('keeps what it set: %s', async (_answer, body) => {
    expect(await node.effective(RESTRICTION)).toBe('203.0.113.7');
    const before = await node.lastUpdate();
    origin.files.set(path, body);
    await node.reload();
    expect(await node.effective(RESTRICTION)).toBe('203.0.113.7');
    expect(await node.lastUpdate()).toBe(before);
    await waitForStatus(
      node,
      new RegExp(`${path.replaceAll('.', '\\.')} .*The configuration stays as it was`),
    );
    // Clients get the last good copy as well.
    expect(await (await node.client.getUrl(url)).text()).toContain('203.0.113.7');
  });

  it('takes what it says again, and a deliberate removal', async () => {
    origin.files.set(path, written('203.0.113.8'));
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    expect(await node.effective(RESTRICTION)).toBe('203.0.113.8');
  });
});

describe('a source of properties', () => {
  let origin: TestOrigin;
  let node: TestNode;
  beforeAll(async () => {
    origin = await startOrigin();
    origin.files.set('/lockss.txt', asProperties('203.0.113.7'));
    node = await startConfigNode([`${origin.url}/lockss.txt`]);
  });
  afterAll(async () => {
    await node.stop();
    await origin.die();
  });

  it.each([
    ['only comments', '# moved to another server\n', /is suddenly empty/],
    [
      'names of somebody else',
      'java.io.IOException: no space left\n',
      /sets nothing under "org\.lockss" any more/,
    ],
  ])('keeps what it set when it has %s', async (_what, body, why) => {
    origin.files.set('/lockss.txt', body);
    await node.reload();
    expect(await node.effective(RESTRICTION)).toBe('203.0.113.7');
    await waitForStatus(node, why);
  });

  it('may drop a setting while it has others', async () => {
    origin.files.set('/lockss.txt', 'org.lockss.x=1\n');
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    expect(await node.effective(RESTRICTION)).toBeUndefined();
  });

  it('may be empty from the beginning', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, 'empty.txt'), '# nothing yet\n');
    const second = await startConfigNode([join(folder, 'empty.txt')]);
    expect(await second.reason()).toBeUndefined();
    await writeFile(join(folder, 'empty.txt'), '');
    await second.reload();
    expect(await second.reason()).toBeUndefined();
    await second.stop();
  });

  it('that is a file keeps what it set as well', async () => {
    const file = join(await createTemporaryFolder(), 'lockss.xml');
    await writeFile(file, asXml('203.0.113.7'));
    const second = await startConfigNode([file]);
    for (const body of ['', '{"a": 1}', 'x.y=1']) {
      await writeFile(file, body);
      await second.reload();
      expect(await second.effective(RESTRICTION)).toBe('203.0.113.7');
      expect(await second.reason()).toMatch(/lockss\.xml .*stays as it was/);
    }
    await second.stop();
  });
});

describe('a title database that is answered with something else', () => {
  const TDB =
    '{ publisher < name = Press > title < name = Demo > implicit < status ; year ; name ; plugin ; param[year] > au < released ; 2001 ; Text ; org.example.DemoPlugin ; 2001 > }';
  const entries = (node: TestNode) =>
    node.client.json<unknown[]>(`/ws/tdbaus?tdbAuQuery=${encodeURIComponent('select name')}`);

  it.each([
    ['that a source names', (url: string): [string[], Record<string, string>] => [[`${url}/main.xml`], {}]],
    [
      'of TDB_SOURCES',
      (url: string): [string[], Record<string, string>] => [
        [],
        { TDB_SOURCES: `${url}/t.tdb`, CONFIG_ALLOWED_ORIGINS: url },
      ],
    ],
  ])('keeps its titles: one %s', async (_what, settings) => {
    const origin = await startOrigin();
    const dbs = '<lockss-config><property name="org.lockss.titleDbs" value="t.tdb"/></lockss-config>';
    origin.files.set('/main.xml', dbs);
    origin.files.set('/t.tdb', TDB);
    const node = await startConfigNode(...settings(origin.url));
    expect(await entries(node)).toHaveLength(1);
    for (const body of ['', '# moved\n', '{"error":"quota"}', '<html>no</html>', 'try again later']) {
      origin.files.set('/t.tdb', body);
      await node.reload();
      expect(await entries(node)).toHaveLength(1);
      expect(await node.reason()).toMatch(/t\.tdb.*(?:good|last) copy/);
    }
    origin.files.set('/t.tdb', TDB.replace('Text', 'Other'));
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    expect(await entries(node)).toEqual([{ name: 'Other' }]);
    await node.stop();
    await origin.die();
  });

  it('keeps its titles when a file of TDB_SOURCES becomes empty', async () => {
    const file = join(await createTemporaryFolder(), 't.tdb');
    await writeFile(file, TDB);
    const node = await startConfigNode([], { TDB_SOURCES: file });
    await writeFile(file, '\n');
    await node.reload();
    expect(await entries(node)).toHaveLength(1);
    expect(await node.reason()).toMatch(/t\.tdb: is suddenly empty/);
    await node.stop();
  });
});

describe('a source whose name ends in .opt', () => {
  it('may be missing, and is taken in when it appears', async () => {
    const origin = await startOrigin();
    const names = ['a.xml.opt', 'b.txt.opt', 'c.opt'];
    origin.files.set(
      '/main.xml',
      `<lockss-config><property name="org.lockss.auxPropUrls" value="${names.join(';')}"/></lockss-config>`,
    );
    const node = await startConfigNode([`${origin.url}/main.xml`, `${origin.url}/own.xml.opt`]);
    expect(await node.reason()).toBeUndefined();
    expect(await node.loadedUrls()).toEqual([`${origin.url}/main.xml`]);
    expect(await readProblem(await node.client.getUrl(`${origin.url}/own.xml.opt`))).toMatchObject({
      status: 404,
    });
    const property = (key: string): string =>
      `<lockss-config><property name="org.lockss.${key}" value="there"/></lockss-config>`;
    origin.files.set('/a.xml.opt', property('a'));
    origin.files.set('/b.txt.opt', 'org.lockss.b=there\n');
    origin.files.set('/c.opt', 'org.lockss.c=there\n');
    origin.files.set('/own.xml.opt', property('own'));
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    for (const key of ['a', 'b', 'c', 'own']) expect(await node.effective(`org.lockss.${key}`)).toBe('there');
    origin.files.delete('/b.txt.opt');
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    expect(await node.effective('org.lockss.b')).toBeUndefined();
    await node.stop();
    await origin.die();
  });

  it('keeps its last good copy when its origin fails otherwise', async () => {
    const origin = await startOrigin();
    origin.files.set('/x.xml.opt', asXml('203.0.113.7'));
    const node = await startConfigNode([`${origin.url}/x.xml.opt`]);
    origin.files.set('/x.xml.opt', (_request, response) => response.writeHead(503).end());
    await node.reload();
    expect(await node.effective(RESTRICTION)).toBe('203.0.113.7');
    expect(await node.reason()).toMatch(/x\.xml\.opt returned status 503; its last good copy/);
    await node.stop();
    await origin.die();
  });

  it('may be a file that is not there', async () => {
    const folder = await createTemporaryFolder();
    const node = await startConfigNode([join(folder, 'later.txt.opt')]);
    expect(await node.reason()).toBeUndefined();
    await writeFile(join(folder, 'later.txt.opt'), 'org.lockss.x=1\n');
    await node.reload();
    expect(await node.effective('org.lockss.x')).toBe('1');
    await node.stop();
  });
});

describe('a source in another encoding', () => {
  it('is read as it declares, and served as it is', async () => {
    const origin = await startOrigin();
    const document = (encoding: string): string =>
      `<?xml version="1.0" encoding="${encoding}"?><lockss-config><property name="org.lockss.${encoding.toLowerCase()}" value="Médéric"/></lockss-config>`;
    const files = {
      '/latin.xml': Buffer.from(document('ISO-8859-1'), 'latin1'),
      '/utf16.xml': Buffer.from(`\uFEFF${document('UTF-16')}`, 'utf16le'),
      '/latin.txt': Buffer.from('org.lockss.text=M\xe9d\\u00e9ric\n', 'latin1'),
      '/utf8.txt': Buffer.from('org.lockss.utf8=Médéric\n'),
    };
    for (const [path, bytes] of Object.entries(files)) origin.files.set(path, bytes);
    const node = await startConfigNode(Object.keys(files).map((path) => `${origin.url}${path}`));
    expect(await node.reason()).toBeUndefined();
    for (const key of ['iso-8859-1', 'utf-16', 'text', 'utf8'])
      expect(await node.effective(`org.lockss.${key}`)).toBe('Médéric');
    const types = Object.keys(files).map(async (path) => {
      const answer = await node.client.getUrl(`${origin.url}${path}`);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(files[path as keyof typeof files]);
      return answer.headers.get('content-type');
    });
    expect(await Promise.all(types)).toEqual([
      'text/xml; charset=iso-8859-1',
      'text/xml; charset=utf-16',
      'text/plain; charset=iso-8859-1',
      'text/plain; charset=utf-8',
    ]);
    await node.stop();
    await origin.die();
  });
});
