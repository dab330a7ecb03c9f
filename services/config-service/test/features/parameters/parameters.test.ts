// Tests the parameters in configuration files: how they are merged, where they come from, and the effect of the
// parameters that the service uses.
import { configurationContract } from '@holdfast/api-types/configuration';
import { listOperations } from '@holdfast/http-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { everyOperation } from '../../every-operation.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { readProblem } from '../files/file-requests.ts';
import { pause, startConfigNode, type TestNode } from '../sources/node.ts';
import { startOrigin, type TestOrigin } from '../sources/origin.ts';

interface Shown {
  readonly key: string;
  readonly value: string | string[];
  readonly source: string;
  readonly isActedOn: boolean;
}

/** Operations that need no login accept requests from all addresses. */
const open = new Set(
  listOperations(configurationContract).flatMap((one) => (one.open ? [one.operationId] : [])),
);

let origin: TestOrigin;
let node: TestNode;
beforeAll(async () => {
  origin = await startOrigin();
  origin.files.set(
    '/a.txt',
    'org.lockss.a=1\norg.lockss.daemon.groups=one;two\norg.lockss.some.password=geheim',
  );
  node = await startConfigNode([`${origin.url}/a.txt`], { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => origin.die());

const shown = (query = '') => node.client.json<Shown[]>(`/config/parameters${query}`);
const platform = () => node.client.json<{ groups: string[]; project?: string }>('/config/platform');
const from = (address: string, { service } = node) => ({ ...service.asAdmin, 'X-Forwarded-For': address });

describe('the merged configuration', () => {
  it('says of each parameter what counts, who sets it, and whether the service acts on it', async () => {
    const stored = await node.client.put(
      'expert',
      'org.lockss.a=2\norg.lockss.b=http://me:geheim@example.org/',
    );
    expect(await stored.json()).toEqual({
      parameters: [
        { key: 'org.lockss.a', isActedOn: false },
        { key: 'org.lockss.b', isActedOn: false },
      ],
    });
    const source = `${origin.url}/a.txt`;
    expect(await shown()).toEqual([
      { key: 'org.lockss.a', value: '2', source: '/config/file/expert', isActedOn: false },
      {
        key: 'org.lockss.b',
        value: 'http://me:******@example.org/',
        source: '/config/file/expert',
        isActedOn: false,
      },
      { key: 'org.lockss.daemon.groups', value: 'one;two', source, isActedOn: true },
      { key: 'org.lockss.some.password', value: '******', source, isActedOn: false },
    ]);
    expect((await shown('?key=org.lockss.a')).map(({ value }) => value)).toEqual(['2']);
    expect((await shown('?prefix=org.lockss.s')).map(({ key }) => key)).toEqual(['org.lockss.some.password']);
    expect(await shown('?key=org.lockss')).toEqual([]);
  });

  it('comes from files, of which each says who stored it', async () => {
    const files = await node.client.json<{ section: string; stored?: object }[]>('/config/files');
    expect(files.find(({ section }) => section === 'expert')).toEqual({
      section: 'expert',
      use: 'settings',
      stored: {
        etag: (await node.client.get('expert')).headers.get('etag'),
        modified: expect.any(Number),
        size: 57,
        version: 1,
        user: 'admin',
      },
    });
    expect(files.filter(({ stored }) => stored !== undefined)).toHaveLength(1);
  });

  it('is asked for by a key or by a prefix', async () => {
    const { url, asAdmin } = node.service;
    const answer = await fetch(`${url}/config/parameters?key=a&prefix=b`, { headers: asAdmin });
    expect(await readProblem(answer)).toMatchObject({ status: 400, detail: 'Give key or prefix, not both.' });
  });

  it('comes whole, however much there is of it', async () => {
    const lines = Array.from({ length: 1_200 }, (_, number) => `many.${String(number).padStart(5, '0')}=x`);
    await node.client.put('plugin', lines.join('\n'));
    const keys = (await shown('?prefix=many.')).map(({ key }) => key);
    expect(keys).toEqual(lines.map((line) => line.slice(0, -2)));
    await node.client.put('plugin', '');
  });
});

describe('what the service acts on', () => {
  it('says what node it is, in every replica, until a setting says otherwise', async () => {
    expect((await platform()).groups).toEqual(['one', 'two']);
    await node.client.put('expert', 'org.lockss.daemon.groups=three\norg.lockss.platform.project=P');
    expect(await platform()).toMatchObject({ groups: ['three'], project: 'P' });
    const other = await startConfigNode([`${origin.url}/a.txt`], { NODE_GROUPS: 'own' }, node.databaseUrl);
    expect(await other.client.json('/config/platform')).toMatchObject({ groups: ['own'], project: 'P' });
    await node.client.put('expert', 'org.lockss.platform.project=Q');
    const project = async () => (await other.client.json<{ project: string }>('/config/platform')).project;
    while ((await project()) !== 'Q') await pause();
    await other.stop();
  });

  it('judges the conditions of sources by the groups that sources themselves name', async () => {
    const condition = '<if group="five"><property name="a" value="yes"/></if>';
    origin.files.set('/b.xml', `<lockss-config>${condition}</lockss-config>`);
    origin.files.set('/a.txt', 'org.lockss.daemon.groups=five');
    const other = await startConfigNode([`${origin.url}/b.xml`, `${origin.url}/a.txt`]);
    while ((await other.effective('a')) !== 'yes') await pause();
    await other.stop();
  });

  it('switches metadata off', async () => {
    const ask = async () => {
      const { url, asAdmin } = node.service;
      const auid = encodeURIComponent('org|lockss|plugin|NamedPlugin&handle~a');
      await fetch(`${url}/aus/${auid}`, {
        method: 'PUT',
        headers: { ...asAdmin, 'Content-Type': 'application/json' },
        body: JSON.stringify({ auId: decodeURIComponent(auid), auConfig: { handle: 'a' } }),
      });
      return (await fetch(`${url}/aus/${auid}/mdenable`, { method: 'PUT', headers: asAdmin })).status;
    };
    expect(await ask()).toBe(200);
    await node.client.put('expert', 'org.lockss.metadataManager.indexing_enabled=false');
    expect(await ask()).toBe(409);
    await node.client.put('expert', '');
    expect(await ask()).toBe(200);
  });

  it('reads the registries that are named, and refuses addresses inside that no setting names', async () => {
    await node.client.put(
      'plugin',
      `org.lockss.plugin.registries=${origin.url}/registry/;http://127.0.0.1:1/x/`,
    );
    await node.reload();
    expect(origin.asked.filter((line) => line.includes('/registry/'))).not.toEqual([]);
    expect(await node.reason()).toMatch(/http:\/\/127\.0\.0\.1:1\/x\//);
    await node.client.put('plugin', '');
    await node.reload();
  });

  it.each([
    ['org.lockss.ui.access.ip.include=anybody', 'org.lockss.ui.access.ip.include has "anybody"'],
    [
      'org.lockss.plugin.registries=/etc',
      'org.lockss.plugin.registries names something that is not an http(s) URL',
    ],
    ['org.lockss.metadataManager.indexing_enabled=maybe', 'is neither true nor false'],
    ['org.lockss.config.reloadInterval=often', 'is not a duration from 100 ms to 7 days'],
  ])('refuses %s in a file, and says so of a source', async (line, words) => {
    const refused = await readProblem(await node.client.put('ui_ip_access', line));
    expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining(words) });
    origin.files.set('/a.txt', line);
    await node.reload();
    expect(await node.reason()).toContain(words);
    origin.files.set('/a.txt', '');
    await node.reload();
  });
});

describe('access by address', () => {
  let service: ConfigTestService;
  beforeAll(async () => {
    await node.client.put('ui_ip_access', 'org.lockss.ui.access.ip.include=192.0.2.0/24;2001:db8::/32');
    service = node.service;
  });
  afterAll(() => node.client.put('ui_ip_access', ''));

  it.each(everyOperation().filter(({ operationId }) => !open.has(operationId)))(
    '$operationId is 403 from elsewhere, whoever asks',
    async ({ method, path, headers, body }) => {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        headers: { ...headers, ...from('198.51.100.1') },
        ...(body === undefined ? {} : { body }),
      });
      expect(await readProblem(answer)).toMatchObject({
        status: 403,
        detail: 'Requests from this address are not allowed.',
      });
    },
  );

  it('is for those who are included, for the machine itself, and for all at what needs no login', async () => {
    for (const [path, address, status] of [
      ['/aus', '192.0.2.7', 200],
      ['/aus', '2001:db8::7', 200],
      ['/aus', '127.0.0.1', 200],
      ['/status', '198.51.100.1', 200],
    ] as const) {
      const answer = await fetch(`${service.url}${path}`, { headers: from(address) });
      expect([path, address, answer.status]).toEqual([path, address, status]);
    }
  });

  it('holds from its first request on in a replica that starts', async () => {
    const other = await startTestService(node.databaseUrl, { TRUSTED_PROXIES: '127.0.0.1' });
    await other.becomes(true);
    const answer = await fetch(`${other.url}/aus`, {
      headers: { ...other.asAdmin, 'X-Forwarded-For': '198.51.100.1' },
    });
    expect(answer.status).toBe(403);
    await other.stop();
  });
});
