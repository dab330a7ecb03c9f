// Writes sample.warc.gz, whose captures the first session in the README imports: node examples/make-sample.mjs. All content
// is fictional. Every run writes the same bytes.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync, gzipSync } from 'node:zlib';

const site = 'http://www.example.org';
const page = (title, text) => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/style.css"></head>
<body>
<h1>${title}</h1>
<p>${text}</p>
<p><img src="/tide.png" alt="The tide, drawn as a band from deep to shallow water" width="160" height="60"></p>
</body>
</html>
`;

const captures = [
  [
    '2025-03-14T09:26:53Z',
    '/',
    200,
    'text/html; charset=utf-8',
    page('Tide tables', 'High water at 6:12 and 18:40.'),
  ],
  [
    '2025-03-14T09:26:54Z',
    '/style.css',
    200,
    'text/css',
    'body { font: 18px/1.5 serif; margin: 3em auto; max-width: 40em }\n',
  ],
  ['2025-03-14T09:26:54Z', '/tide.png', 200, 'image/png', tidePicture(160, 60)],
  ['2025-03-14T09:26:55Z', '/tomorrow', 404, 'text/plain', 'Not yet.\n'],
  [
    '2025-09-01T17:05:00Z',
    '/autumn',
    200,
    'text/html; charset=utf-8',
    page('Autumn tides', 'High water at 5:31 and 17:52.'),
  ],
];

const records = [warcinfo(), ...captures.map((capture) => response(...capture))];
writeFileSync(
  new URL('sample.warc.gz', import.meta.url),
  Buffer.concat(records.map((record) => gzipSync(record, { level: 9 }))),
);

function response(date, path, status, contentType, content) {
  const body = Buffer.from(content);
  const reason = { 200: 'OK', 404: 'Not Found' }[status];
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return warcRecord(
    'response',
    date,
    'application/http;msgtype=response',
    Buffer.concat([Buffer.from(head), body]),
    {
      'WARC-Target-URI': site + path,
      'WARC-Payload-Digest': digest(body),
    },
  );
}

function warcinfo() {
  const fields = 'software: the sample of Holdfast\r\nformat: WARC File Format 1.1\r\n';
  return warcRecord('warcinfo', '2025-03-14T09:26:53Z', 'application/warc-fields', Buffer.from(fields), {});
}

function warcRecord(type, date, contentType, block, fields) {
  const head = {
    'WARC-Type': type,
    'WARC-Record-ID': `<urn:uuid:${uuidOf(`${type} ${date} ${fields['WARC-Target-URI']}`)}>`,
    'WARC-Date': date,
    ...fields,
    'WARC-Block-Digest': digest(block),
    'Content-Type': contentType,
    'Content-Length': block.length,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

function digest(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** A uuid (version 8: made by a rule of one's own) that is always the same for the same name. */
function uuidOf(name) {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A PNG of waves, darker towards the bottom. */
function tidePicture(width, height) {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) {
      const depth = (y + 4 * Math.sin(x / 9) + 2 * Math.sin(x / 4)) / height;
      row.set(
        [220 - 200 * depth, 240 - 150 * depth, 250 - 90 * depth].map((value) =>
          Math.min(255, Math.max(0, value)),
        ),
        1 + x * 3,
      );
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits a channel, red green blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
