// Generates the archives with which the rot drill fills and repairs its store: pages of all sizes, chunked pages,
// resources, duplicates, and revisits of pages in the same or an earlier archive.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '../support/seeded.ts';

export interface ArchiveSource {
  auid: string;
  archive: Buffer;
  records: SourceRecord[];
}

export interface SourceRecord {
  url: string;
  /** SHA-256 of the payload, in lower-case hex. */
  sha256: string;
  /**
   * Index of the record that contains the payload, counted over all records of the AU. It differs from the record's own
   * index only for a revisit.
   */
  holder: number;
}

const aus = 8;
const date = '2020-02-20T20:20:20Z';

/** Generates about `artifacts` records in archives of at most `perArchive` records. */
export function makeSources(random: SeededRandom, artifacts: number, perArchive: number): ArchiveSource[] {
  const held = new Map<string, SourceRecord[]>();
  const sources: ArchiveSource[] = [];
  for (let made = 0; made < artifacts; ) {
    const auid = `rot|au&n~${random.below(aus)}`;
    const before = held.get(auid) ?? [];
    const members: Buffer[] = [];
    const records: SourceRecord[] = [];
    for (let i = 1 + random.below(perArchive); i > 0; i--) {
      const all = [...before, ...records];
      const { record, bytes } = makeRecord(random, auid, all);
      records.push(record);
      members.push(gzipSync(bytes, { level: random.pick([0, 1, 6]) }));
    }
    held.set(auid, [...before, ...records]);
    sources.push({ auid, archive: Buffer.concat(members), records });
    made += records.length;
  }
  return sources;
}

function makeRecord(random: SeededRandom, auid: string, before: readonly SourceRecord[]) {
  const url = `http://www.example.org/${encodeURIComponent(auid)}/${before.length}`;
  const pages = before.filter(({ holder }, position) => holder === position);
  if (pages.length > 0 && random.chance(0.15)) {
    const { holder, sha256 } = random.pick(pages);
    return {
      record: { url, sha256, holder },
      bytes: makeRevisitRecord(url, before[holder]!.url, random.chance(0.5)),
    };
  }
  const payload = makePayload(random);
  const sha256 = createHash('sha256').update(payload).digest('hex');
  return { record: { url, sha256, holder: before.length }, bytes: makePageRecord(random, url, payload) };
}

/**
 * Returns a payload, which is usually small. Some payloads exceed one megabyte, the amount that the service verifies
 * before it begins to respond.
 */
function makePayload(random: SeededRandom): Buffer {
  const [share, size] = [random.share(), random.share()];
  const sizeBytes = Math.floor(share < 0.02 ? size * 3_000_000 : share < 0.3 ? size * 60_000 : size * 4_000);
  const noise = random.bytes(Math.min(sizeBytes, 64));
  return Buffer.concat([noise, Buffer.alloc(sizeBytes - noise.length, noise.toString('base64') || 'x')]);
}

function makePageRecord(random: SeededRandom, url: string, payload: Buffer): Buffer {
  if (random.chance(0.1)) return buildWarcRecord('resource', url, payload, { 'Content-Type': 'text/plain' });
  const chunked = random.chance(0.2);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${chunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`;
  const body = chunked ? encodeChunked(payload) : payload;
  return buildWarcRecord('response', url, Buffer.concat([Buffer.from(head), body]), httpType);
}

const httpType = { 'Content-Type': 'application/http; msgtype=response' };

function encodeChunked(payload: Buffer): Buffer {
  const middle = payload.length >> 1;
  const chunks = [payload.subarray(0, middle), payload.subarray(middle)].filter(({ length }) => length > 0);
  const framed = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']);
  return Buffer.concat([...framed, '0\r\n\r\n'].map((piece) => Buffer.from(piece)));
}

function makeRevisitRecord(url: string, originalUrl: string, hasHead: boolean): Buffer {
  const head = hasHead ? 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Again: yes\r\n\r\n' : '';
  return buildWarcRecord('revisit', url, Buffer.from(head), {
    ...httpType,
    'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    'WARC-Refers-To-Target-URI': originalUrl,
    'WARC-Refers-To-Date': date,
  });
}

function buildWarcRecord(type: string, url: string, block: Buffer, fields: Record<string, string>): Buffer {
  const id = createHash('md5').update(`${type} ${url}`).digest('hex');
  const header = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}>`,
    `WARC-Date: ${date}`,
    `WARC-Target-URI: ${url}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${block.length}`,
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(header.join('\r\n')), block, Buffer.from('\r\n\r\n')]);
}
