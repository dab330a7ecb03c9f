import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem } from '../../features/files/file-requests.ts';
import { startConfigNode, type TestNode } from '../../features/sources/node.ts';
import { startOrigin, type TestOrigin } from '../../features/sources/origin.ts';

const setting = (value: string): string =>
  `<lockss-config><property name="org.lockss"><property name="x" value="${value}"/></property></lockss-config>`;

// The steps of this test depend on each other: an origin serves, stops, changes, restarts, and sends garbage.
describe.each([{ validators: true }, { validators: false }])(
  'an origin that comes and goes, $validators',
  (options) => {
    let origin: TestOrigin;
    let node: TestNode;
    let url: string;
    beforeAll(async () => {
      origin = await startOrigin(options);
      url = `${origin.url}/lockss.xml`;
      origin.files.set('/lockss.xml', setting('first'));
      node = await startConfigNode([url], { CONFIG_SOURCE_TIMEOUT: '5s' });
    });
    afterAll(async () => {
      await node.stop();
      await origin.die();
    });

    it('serves: what it serves holds', async () => {
      expect(await node.effective('org.lockss.x')).toBe('first');
      expect(await node.loadedUrls()).toEqual([url]);
      expect(await node.reason()).toBeUndefined();
      const answer = await node.client.getUrl(url);
      expect(await answer.text()).toBe(setting('first'));
      expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    });

    it('serves the same again: nothing moves, and where it has validators nothing is sent', async () => {
      const before = await node.lastUpdate();
      origin.asked.length = 0;
      await node.reload();
      expect(await node.lastUpdate()).toBe(before);
      expect(origin.asked).toEqual([options.validators ? '304 /lockss.xml' : '200 /lockss.xml']);
    });

    it('dies: its last good copy holds, and everything says so', async () => {
      const before = await node.lastUpdate();
      await origin.die();
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('first');
      expect(await node.loadedUrls()).toEqual([`failover:${url}`]);
      expect(await node.lastUpdate()).toBe(before);
      expect(await node.reason()).toMatch(
        /could not be reached \(ECONNREFUSED\); its last good copy, of \d{4}-.*, is used\./,
      );
      expect(await node.reason()).toContain(url);
      expect(node.service.lines).toContainEqual(
        expect.objectContaining({ msg: 'a problem while loading', problem: expect.stringContaining(url) }),
      );
      const answer = await node.client.getUrl(url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(setting('first'));
      const again = await node.client.getUrl(url, { 'If-None-Match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
    });

    it('stays dead while the service is started anew', async () => {
      const second = await startConfigNode([url], {}, node.databaseUrl);
      expect(await second.effective('org.lockss.x')).toBe('first');
      expect(await second.loadedUrls()).toEqual([`failover:${url}`]);
      expect(await second.reason()).toContain('its last good copy');
      await second.stop();
    });

    it('comes back changed: the change holds', async () => {
      const before = await node.lastUpdate();
      origin.files.set('/lockss.xml', setting('second'));
      await origin.comeBack();
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('second');
      expect(await node.loadedUrls()).toEqual([url]);
      expect(await node.reason()).toBeUndefined();
      expect(Date.parse(await node.lastUpdate())).toBeGreaterThan(Date.parse(before));
    });

    it.each([
      ['a page in HTML', '<!DOCTYPE html><html><body>Log in</body></html>', /line 1, column \d+: /],
      ['half a file', setting('third').slice(0, 60), /line 1, column \d+: /],
      ['a bomb', '<!DOCTYPE x [<!ENTITY a "b">]><lockss-config>&a;</lockss-config>', /entities/],
      ['bytes', '\0\0\0\0=\0', /disallowed character/],
    ])('answers with %s: nothing changes but the status', async (_what, garbage, why) => {
      const before = await node.lastUpdate();
      origin.files.set('/lockss.xml', garbage);
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('second');
      expect(await node.loadedUrls()).toEqual([url]);
      expect(await node.lastUpdate()).toBe(before);
      expect(await node.reason()).toMatch(why);
      expect(await node.reason()).toContain('The configuration stays as it was.');
    });

    it.each([
      [
        'an error',
        (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
          response.writeHead(500).end(),
        /status 500/,
      ],
      ['404', undefined, /status 404/],
      [
        'less than it promised',
        (_request: unknown, response: import('node:http').ServerResponse) => {
          response.writeHead(200, { 'Content-Length': '1000' }).write('<lockss-config>');
          setTimeout(() => response.destroy(), 20);
        },
        /could not be reached|broke off/,
      ],
    ])('answers with %s: its last good copy is used', async (_what, answer, why) => {
      if (answer === undefined) origin.files.delete('/lockss.xml');
      else origin.files.set('/lockss.xml', answer as never);
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('second');
      expect(await node.loadedUrls()).toEqual([`failover:${url}`]);
      expect(await node.reason()).toMatch(why);
      expect((await node.client.getUrl(url)).status).toBe(200);
    });

    it('is well again: nothing of all this is left', async () => {
      origin.files.set('/lockss.xml', setting('fourth'));
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('fourth');
      expect(await node.loadedUrls()).toEqual([url]);
      expect(await node.reason()).toBeUndefined();
    });

    it('serves gzip files: they are read, asked for again and replaced by a copy like others', async () => {
      const packed = gzipSync(setting('fifth'));
      origin.files.set('/lockss.xml', packed);
      await node.reload();
      expect(await node.effective('org.lockss.x')).toBe('fifth');
      expect(await (await node.client.getUrl(url)).text()).toBe(setting('fifth'));
      origin.asked.length = 0;
      await node.reload();
      expect(origin.asked).toEqual([options.validators ? '304 /lockss.xml' : '200 /lockss.xml']);
      origin.files.set('/lockss.xml', packed.subarray(0, -12));
      await node.reload();
      expect(await node.loadedUrls()).toEqual([`failover:${url}`]);
      expect(await node.reason()).toContain('is a damaged gzip file');
      expect(await (await node.client.getUrl(url)).text()).toBe(setting('fifth'));
    });
  },
);

describe('an origin that was never there', () => {
  it('keeps nothing from being ready, and is told of', async () => {
    const origin = await startOrigin();
    const url = `${origin.url}/lockss.xml`;
    await origin.die();
    const node = await startConfigNode([url]);
    expect(await node.reason()).toMatch(/could not be reached .*, and there is no copy of it\./);
    expect(await node.loadedUrls()).toEqual([]);
    expect(await readProblem(await node.client.getUrl(url))).toMatchObject({ status: 404 });
    expect(await (await node.client.get('cluster')).text()).toContain(`<value>${url}</value>`);
    await node.stop();
  });
});
