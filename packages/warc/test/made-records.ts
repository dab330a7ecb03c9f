// Test helper: builds WARC bytes, and reads them in all modes of the reader.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CompanionRecord, ImportRecord, WarcDamage, WarcReaderOptions } from '../src/report/types.ts';
import { WarcReader } from '../src/warc-reader.ts';

export type ReportedContent = {
  records: ImportRecord[];
  companions: CompanionRecord[];
  damages: WarcDamage[];
  streamed: Buffer[];
};

/**
 * Passes `input` to a reader in chunks of `chunkBytes`, and returns everything that the reader reports. `streamed`
 * contains the large members, one buffer per record.
 */
export function readWarc(
  input: Uint8Array,
  chunkBytes: number,
  options: WarcReaderOptions = {},
): ReportedContent {
  const result: ReportedContent = { records: [], companions: [], damages: [], streamed: [] };
  let chunks: Uint8Array[] = [];
  const endMember = (error: string | undefined) => {
    if (chunks.length > 0 && error === undefined) result.streamed.push(Buffer.concat(chunks));
    chunks = [];
  };
  const reader = new WarcReader(
    {
      record(record) {
        result.records.push({ ...record, member: ownMember(record.member) });
        endMember(record.error);
      },
      companion(companion) {
        const { blockStart, ...rest } = companion;
        const start = blockStart && { blockStart: Buffer.from(blockStart) };
        result.companions.push({ ...rest, ...start, member: ownMember(companion.member) });
        endMember(companion.error);
      },
      memberChunk(chunk) {
        chunks.push(Buffer.from(chunk));
      },
      damage(damage) {
        result.damages.push(damage);
        chunks = [];
      },
    },
    options,
  );
  const given: { chunk: Uint8Array; end: number }[] = [];
  for (let at = 0; at < input.length; at += chunkBytes) {
    // Passes a copy of each chunk, because a caller may reuse the rest of its buffer.
    const chunk = Uint8Array.prototype.slice.call(input, at, at + chunkBytes);
    const end = at + chunk.length;
    given.push({ chunk, end });
    reader.write(chunk);
    // Overwrites chunks to which the reader holds no references.
    while (given.length > 0 && given[0]!.end <= end - reader.heldInputBytes) given.shift()!.chunk.fill(0xaa);
  }
  reader.end();
  return result;
}

function ownMember(member: ImportRecord['member']): ImportRecord['member'] {
  return member && 'views' in member ? Buffer.concat(member.views) : member;
}

/** Reads the input in chunks of 1, 7 and 65,536 bytes (large inputs in larger chunks). Throws if the results differ. */
export function readInAllModes(input: Uint8Array, options: WarcReaderOptions = {}): ReportedContent {
  const first = readWarc(input, 65_536, options);
  const expected = summarizeRecords(first);
  for (const chunkBytes of input.length > 100_000 ? [211, 4099] : [1, 7]) {
    const other = summarizeRecords(readWarc(input, chunkBytes, options));
    if (other !== expected) throw new Error(`pieces of ${chunkBytes}:\n${other}\nnot\n${expected}`);
  }
  return first;
}

/** Formats the results as text for comparison, with hashes in place of members and digests. */
export function summarizeRecords({ records, companions, damages, streamed }: ReportedContent): string {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? hash('sha1', value) : value);
  const lines = records.map(({ member, payload, ...record }) => {
    const digests = [payload.length, payload.dechunked, payload.sha1, payload.sha256, payload.storedSha1].map(
      bytes,
    );
    return JSON.stringify({ ...record, digests, member: bytes(member) });
  });
  const others = companions.map(({ member, blockStart, ...companion }) =>
    JSON.stringify({ ...companion, start: bytes(blockStart), member: bytes(member) }),
  );
  return [...lines, ...others, JSON.stringify(damages), ...streamed.map(bytes)].join('\n');
}

export type Fields = Record<string, string>;

/** Builds a plain record: a header with the usual fields (overridden by `fields`), the block, and CRLF CRLF. */
export function makePlainRecord(type: string, block: Uint8Array | string, fields: Fields = {}): Buffer {
  const body = Buffer.from(block as Uint8Array);
  const all: Fields = {
    'WARC-Type': type,
    'WARC-Record-ID': '<urn:uuid:00000000-0000-4000-8000-000000000001>',
    'WARC-Date': '2024-02-03T04:05:06Z',
    ...(type === 'warcinfo' ? {} : { 'WARC-Target-URI': 'http://example.org/' }),
    ...(type === 'response' ? { 'Content-Type': 'application/http; msgtype=response' } : {}),
    'Content-Length': String(body.length),
    ...fields,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== '');
  const header = `WARC/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(header, 'latin1'), body, Buffer.from('\r\n\r\n')]);
}

export const makeHttpBlock = (body: Uint8Array | string, head = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n`, 'latin1'), Buffer.from(body as Uint8Array)]);

export const makeResponseRecord = (
  uri: string,
  body: Uint8Array | string,
  head = '',
  fields: Fields = {},
): Buffer => makePlainRecord('response', makeHttpBlock(body, head), { 'WARC-Target-URI': uri, ...fields });

export const makeWarcinfoRecord = (): Buffer => makePlainRecord('warcinfo', 'software: test\r\n');

export const gzipEach = (records: readonly Uint8Array[]): Buffer =>
  Buffer.concat(records.map((record) => gzipSync(record)));

/** Returns a generator of reproducible random numbers in [0, 1). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Returns incompressible bytes. */
export function makeNoise(length: number, random: () => number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = random() * 256;
  return bytes;
}
