// Test helper: creates single uncompressed WARC records.
import { createHash } from 'node:crypto';

export function makeWarcRecord(
  type: string,
  url: string,
  date: string,
  block: Buffer,
  fields: Record<string, string> = {},
): Buffer {
  const id = createHash('md5').update(`${type} ${url} ${date}`).digest('hex');
  const header = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}>`,
    `WARC-Date: ${date}`,
    `WARC-Target-URI: ${url}`,
    'Content-Type: application/http; msgtype=response',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${block.length}`,
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(header.join('\r\n')), block, Buffer.from('\r\n\r\n')]);
}

/** Creates a revisit. `head`: HTTP header block, empty if the revisit has none. */
export function buildRevisit(
  url: string,
  date: string,
  head: string,
  fields: Record<string, string>,
): Buffer {
  return makeWarcRecord('revisit', url, date, Buffer.from(head), {
    'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    ...fields,
  });
}
