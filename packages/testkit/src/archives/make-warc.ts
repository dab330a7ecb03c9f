// Generates small WARC files with predictable payloads, one gzip member per record.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

export interface MadeRecord {
  readonly url: string;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Offset of the record's gzip member in the file. */
  readonly offset: number;
}

export interface MadeWarc {
  readonly bytes: Buffer;
  readonly records: MadeRecord[];
}

/** Returns `count` response records of about `sizeBytes`, each with a different URL and payload. */
export function makeWarc(count: number, sizeBytes: number, seed = 'warc'): MadeWarc {
  const members: Buffer[] = [];
  const records: MadeRecord[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    const url = `http://www.example.org/${seed}/page/${i}.html`;
    const payload = payloadOf(`${seed} ${i}`, sizeBytes);
    const member = gzipSync(makeResponseRecord(url, payload), { level: 1 });
    records.push({ url, sha256: createHash('sha256').update(payload).digest('hex'), offset });
    members.push(member);
    offset += member.length;
  }
  return { bytes: Buffer.concat(members), records };
}

/** Returns an uncompressed response record. */
export function makeResponseRecord(url: string, payload: Buffer, date = '2020-02-20T20:20:20Z'): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${payload.length}\r\n\r\n`;
  const block = Buffer.concat([Buffer.from(head), payload]);
  const id = createHash('md5').update(url).update(payload).digest('hex');
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const header = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${uuid}>`,
    `WARC-Date: ${date}`,
    `WARC-Target-URI: ${url}`,
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** Returns bytes that compress to about half their size. */
function payloadOf(seed: string, sizeBytes: number): Buffer {
  const noise: Buffer[] = [];
  for (let i = 0, length = 0; length < sizeBytes / 2; i++, length += 64) {
    noise.push(createHash('sha512').update(`${seed} ${i}`).digest());
  }
  const text = Buffer.from(
    `<html><title>${seed}</title>`.padEnd(Math.max(40, sizeBytes / 2), 'lorem ipsum '),
  );
  return Buffer.concat([text, ...noise]);
}
