// Rendered pages over HTTP: how resources are chosen by AU and time, how missing resources are reported, response
// headers, and rejections.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PageReport } from '@holdfast/api-types';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { importCaptures, makePng, toDataUrl } from './made-captures.ts';

const site = 'http://www.example.org';
let service: TestService;

beforeAll(async () => {
  // Allows two minutes, because a busy machine starts the page thread slowly.
  service = await startTestService({ PAGE_RENDERING_TIME: '120s' });
});

const get = (uuid: string, query: Record<string, string> = {}, accept = 'text/html') =>
  send(service.client, 'GET', `/artifacts/${uuid}/page`, { query, headers: { accept } });

async function reportOf(uuid: string): Promise<PageReport> {
  const answer = await get(uuid, {}, 'application/json');
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

/** Imports a page with this body and the other captures. Returns the UUID of the page. */
async function importPage(
  auid: string,
  html: string,
  others: Parameters<typeof importCaptures>[2] = [],
): Promise<string> {
  const page = { url: `${site}/${auid}`, type: 'text/html', body: html };
  return (await importCaptures(service, auid, [page, ...others]))[0]!;
}

describe('a page', () => {
  it('is shown with its styles, images, fonts and frames', async () => {
    const [red, green, font] = [makePng(255), makePng(0, 255), Buffer.from('wOF2 font')];
    const uuid = await importPage(
      'whole',
      '<!doctype html><title>Whole</title><link rel=stylesheet href=/w/a.css><img src=/w/none.png srcset="/w/red.png 1x">' +
        '<iframe src=/w/frame.html></iframe><a href="/w/next?a=b&c=d#e">next</a><script>x</script>',
      [
        {
          ...{ url: `${site}/w/a.css`, type: 'text/css', head: ['Content-Encoding: gzip'] },
          body: gzipSync('@import "b.css";@font-face{font-family:F;src:url(f.woff2)}'),
        },
        { url: `${site}/w/b.css`, type: 'text/css', body: 'p{background:url(green.png)}' },
        { url: `${site}/w/f.woff2`, type: 'font/woff2', body: font },
        { url: `${site}/w/red.png`, type: 'text/plain', body: red },
        { url: `${site}/w/green.png`, body: green },
        {
          ...{ url: `${site}/w/frame.html`, type: 'text/html', head: ['Content-Encoding: br'] },
          body: brotliCompressSync('<p>framed "page"</p>'),
        },
      ],
    );
    expect(await reportOf(uuid)).toEqual({
      ...{ title: 'Whole', shown: 6, total: 6, missing: [], frameset: false, cut: false },
    });
    const { status, text } = await get(uuid, { links: '/console/' });
    expect(status).toBe(200);
    expect(text).toContain(`<img src="${toDataUrl('image/png', red)}">`);
    expect(text).toContain(`p{background:url(${toDataUrl('image/png', green)})}`);
    expect(text).toContain(`src:url(${toDataUrl('font/woff2', font)})`);
    expect(text).toContain('&lt;p&gt;framed "page"&lt;/p&gt;'.replaceAll('"', '&quot;'));
    expect(text).toContain(
      '<a href="/console/content/default?at=1592222400000&amp;url=http%3A%2F%2Fwww.example.org%2Fw%2Fnext%3Fa%3Db%26c%3Dd" target="_top" rel="noopener">',
    );
    expect(text).not.toContain('script');
  });

  it('uses the closest capture of the same AU, then of the namespace', async () => {
    const [own, close, later, far] = [makePng(1), makePng(2), makePng(3), makePng(4)];
    const image = (name: string, date: string, body: Buffer) => ({
      url: `${site}/c/${name}.png`,
      date,
      body,
    });
    await importCaptures(service, 'neighbour', [
      image('both', '2020-06-15T12:00:01Z', close),
      image('other', '2010-01-01T00:00:00Z', far),
      image('other', '2020-07-01T00:00:00Z', close),
    ]);
    const uuid = await importPage(
      'closest',
      '<img src=/c/both.png><img src=/c/other.png><img src=/c/sides.png>',
      [
        image('both', '2015-01-01T00:00:00Z', own),
        image('sides', '2020-06-15T11:59:50Z', own),
        image('sides', '2020-06-15T12:00:05Z', later),
      ],
    );
    const shown = [...(await get(uuid)).text.matchAll(/src="([^"]+)"/g)].map(([, src]) => src);
    expect(shown).toEqual([own, close, later].map((png) => toDataUrl('image/png', png)));
  });

  it('follows redirects of an image, and prefers content to errors', async () => {
    const png = makePng(5);
    const moved = (from: string, to: string) => ({
      ...{ url: `${site}/r/${from}`, status: '302 Found', head: [`Location: ${to}`], body: '' },
    });
    const uuid = await importPage('redirects', '<img src=/r/1><img src=/r/error.png><img src=/r/loop1>', [
      moved('1', '2'),
      moved('2', '/r/3.png'),
      { url: `${site}/r/3.png`, body: png },
      { url: `${site}/r/error.png`, status: '404 Not Found', body: 'no' },
      { url: `${site}/r/error.png`, date: '2019-01-01T00:00:00Z', body: png },
      moved('loop1', 'loop2'),
      moved('loop2', 'loop1'),
    ]);
    const { text } = await get(uuid);
    expect(text.split(toDataUrl('image/png', png))).toHaveLength(3);
    expect((await reportOf(uuid)).missing).toEqual([
      { url: `${site}/r/loop1`, kind: 'image', reason: 'redirects' },
    ]);
  });

  it('shows the image of a frame, and the candidate that was captured', async () => {
    const [framed, dense] = [makePng(9), makePng(10)];
    const uuid = await importPage(
      'candidates',
      '<iframe src=/k/framed.png></iframe><img src=/k/none.png srcset="/k/none2.png 1.5x, /k/dense.png 2x">',
      [
        { url: `${site}/k/framed.png`, type: 'image/png', body: framed },
        { url: `${site}/k/dense.png`, type: 'image/png', body: dense },
      ],
    );
    const { text } = await get(uuid);
    expect(text).toContain(`&lt;img src=&quot;${toDataUrl('image/png', framed)}&quot;&gt;`);
    expect(text).toContain(`<img srcset="${toDataUrl('image/png', dense)} 2x">`);
    expect((await reportOf(uuid)).missing).toEqual([]);
  });

  it('reports missing resources with the reasons', async () => {
    const before = new Set(await listFiles(service.storeFolder));
    await importCaptures(service, 'missing', [
      { url: `${site}/m/damaged.png`, body: Buffer.concat([makePng(6), Buffer.alloc(3_000, 'x')]) },
    ]);
    await damageFiles(
      (await listFiles(service.storeFolder)).filter((file) => !before.has(file) && file.endsWith('.warc.gz')),
    );
    const uuid = await importPage(
      'missing',
      '<img src=/m/none.png><img src=/m/error.png><img src=/m/text.png><img src=/m/damaged.png><img src=/m/coded.png>' +
        '<img src=/m/vast.png><link rel=stylesheet href=/m/page.css><iframe src=/m/text.png></iframe>',
      [
        { url: `${site}/m/error.png`, status: '500 Oops', body: 'x' },
        { url: `${site}/m/text.png`, type: 'image/png', body: 'no image' },
        { url: `${site}/m/coded.png`, head: ['Content-Encoding: unheard'], body: makePng(7) },
        {
          url: `${site}/m/vast.png`,
          body: Buffer.concat([
            Buffer.from('89504e470d0a1a0a0000000d494844520001ffff0001ffff0802000000', 'hex'),
            Buffer.alloc(9),
          ]),
        },
        { url: `${site}/m/page.css`, type: 'text/html', body: '<p>not found</p>' },
      ],
    );
    const { missing, shown, total } = await reportOf(uuid);
    expect(
      Object.fromEntries(
        missing.map(({ url, kind, reason }) => [`${kind} ${url.slice(site.length + 3)}`, reason]),
      ),
    ).toEqual({
      'image none.png': 'none',
      'image error.png': 'error',
      'image text.png': 'type',
      'image damaged.png': 'damaged',
      'image coded.png': 'unreadable',
      'image vast.png': 'type',
      'style page.css': 'type',
      'frame text.png': 'type',
    });
    expect({ shown, total }).toEqual({ shown: 0, total: 8 });
  });

  it('reports redirects and framesets', async () => {
    const [refreshed, frames] = await importCaptures(service, 'told', [
      { url: `${site}/t/a`, type: 'text/html', head: ['Refresh: 3; url=/t/b'], body: '<p>a' },
      { url: `${site}/t/f`, type: 'application/xhtml+xml', body: '<frameset><frame src="x"/></frameset>' },
    ]);
    expect((await reportOf(refreshed!)).refresh).toEqual({ url: `${site}/t/b`, seconds: 3 });
    expect((await reportOf(frames!)).frameset).toBe(true);
  });
});

it('sends exactly these headers', async () => {
  const { status, headers } = await get(await importPage('headers', '<p>a'));
  expect(status).toBe(200);
  expect(
    Object.fromEntries(
      [...headers].filter(
        ([name]) =>
          !/^(?:date|connection|content-encoding|keep-alive|transfer-encoding|x-request-id)$/.test(name),
      ),
    ),
  ).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept, Accept-Encoding',
  });
});

describe('a request', () => {
  it('for an image is 406, and names its type', async () => {
    const [uuid] = await importCaptures(service, 'refused', [
      { url: `${site}/p.png`, type: 'image/png', body: makePng(8) },
    ]);
    const answer = await get(uuid!);
    expect(answer.status).toBe(406);
    expect(readProblem(answer).detail).toContain('image/png');
    expect((await get(uuid!, {}, 'application/json')).status).toBe(406);
  });

  it('for another form is 406', async () => {
    expect((await get(await importPage('form', '<p>a'), {}, 'image/png')).status).toBe(406);
  });

  it.each(['console/', '//evil.example/console/', '/console/?', '/x/../console', 'http://a/console/'])(
    'with the links %j is 400',
    async (links) => {
      expect((await get(await importPage('links', '<p>a'), { links })).status).toBe(400);
    },
  );

  it('for an unknown artifact is 404', async () => {
    expect((await get('0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61')).status).toBe(404);
    const uuid = await importPage('namespaced', '<p>a');
    expect((await get(uuid, { namespace: 'other' })).status).toBe(404);
  });

  it('for a deleted page is 404, even if it was rendered before', async () => {
    const uuid = await importPage('deleted', '<p>a');
    expect((await get(uuid)).status).toBe(200);
    await send(service.client, 'DELETE', `/artifacts/${uuid}`);
    expect((await get(uuid)).status).toBe(404);
  });

  it('for a damaged page is 502', async () => {
    const before = new Set(await listFiles(service.storeFolder));
    const uuid = await importPage('damaged', `<p>${'damaged '.repeat(500)}`);
    await damageFiles(
      (await listFiles(service.storeFolder)).filter((file) => !before.has(file) && file.endsWith('.warc.gz')),
    );
    expect((await get(uuid)).status).toBe(502);
  });

  it('is 503 on a node that renders no pages', async () => {
    const off = await startTestService({ PAGE_RENDERINGS: '0' });
    const [uuid] = await importCaptures(off, 'off', [
      { url: `${site}/off`, type: 'text/html', body: '<p>a' },
    ]);
    const answer = await send(off.client, 'GET', `/artifacts/${uuid}/page`);
    expect(answer.status).toBe(503);
    expect(readProblem(answer).detail).toContain('PAGE_RENDERINGS');
  });
});

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Changes a byte in the middle of each file. */
async function damageFiles(files: readonly string[]): Promise<void> {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const bytes = await readFile(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = bytes[at]! ^ 0xff;
    await writeFile(file, bytes);
  }
}
