// Corrupts small valid WARCs as bytes (cuts, bit flips, misplaced slices) or as text (headers with wrong values).
// Corrupted text is compressed again, so that it reaches the parser.
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeArcRecord, makeFiledesc, makeWarc, makeZip, makeZstdFrame } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

export interface NamedArchive {
  name: string;
  bytes: Buffer;
}

type ArchiveCorruption = (bytes: Buffer, random: SeededRandom) => Buffer;

export function makeGoodArchive(random: SeededRandom): Buffer {
  return makeWarc(1 + random.below(8), 50 + random.below(3_000), `m${random.below(1e6)}`).bytes;
}

export function corruptArchive(random: SeededRandom): NamedArchive {
  const lies = random.chance(0.5);
  const [how, spoil] = random.pick(Object.entries(lies ? textSpoils : byteSpoils));
  const [form, pack] = random.pick(Object.entries(forms));
  const plain = gunzipSync(makeGoodArchive(random));
  const bytes = lies ? pack(spoil(plain, random)) : spoil(pack(plain), random);
  return { name: `${how} in ${form}`, bytes };
}

const forms: Record<string, (plain: Buffer) => Buffer> = {
  'a plain file': (plain) => plain,
  'one gzip member': (plain) => gzipSync(plain),
  'a gzip member for each record': compressRecords,
  'a zstandard frame for each record': (plain) =>
    Buffer.concat(splitRecords(plain).map((one) => makeZstdFrame(one))),
  'one zstandard frame': (plain) => makeZstdFrame(plain),
  'a WACZ': (plain) => makeWacz(compressRecords(plain)).bytes,
  'a WACZ of deflated files': (plain) => makeWacz(plain, true).bytes,
  'a plain ARC': (plain) => Buffer.concat(convertToArcRecords(plain)),
  'an ARC with a gzip member for each record': (plain) =>
    Buffer.concat(convertToArcRecords(plain).map((one) => gzipSync(one))),
};

function compressRecords(plain: Buffer): Buffer {
  return Buffer.concat(splitRecords(plain).map((one) => gzipSync(one)));
}

function makeWacz(archive: Buffer, deflated = false) {
  const descriptor = archive.length % 2 === 0 ? 'short' : 'long';
  return makeZip([
    { name: 'pages/pages.jsonl', content: Buffer.from('{}\n') },
    { name: 'archive/1.warc.gz', content: archive, deflated, ...(archive.length % 3 > 0 && { descriptor }) },
    { name: 'archive/2.warc.gz', content: archive, deflated },
  ]);
}

/**
 * Converts records to ARC records. The ARC header has the length that the WARC header declares, even if it is wrong.
 */
function convertToArcRecords(plain: Buffer): Buffer[] {
  const records = splitRecords(plain).map((record, i) => {
    const length = /Content-Length: (.*)/.exec(record.toString('latin1', 0, 2_000))?.[1] ?? '';
    const block = record.subarray(Math.max(0, record.indexOf('\r\n\r\n')) + 4, -4);
    return makeArcRecord(`http://malformed/${i}`, block, { length: length.slice(0, 40) });
  });
  return [makeFiledesc(), ...records];
}

/** Splits the text before each line that looks like the first line of a record. */
function splitRecords(plain: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = 0; at >= 0; at = plain.indexOf('\nWARC/1', at + 1)) starts.push(at === 0 ? 0 : at + 1);
  return starts.map((start, i) => plain.subarray(start, starts[i + 1] ?? plain.length));
}

const byteSpoils: Record<string, ArchiveCorruption> = {
  'a cut': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'a missing beginning': (bytes, random) => bytes.subarray(random.below(bytes.length)),
  'flipped bits': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let i = 0; i <= random.below(20); i++) {
      const at = random.below(bytes.length);
      flipped[at] = flipped[at]! ^ (1 << random.below(8));
    }
    return flipped;
  },
  'a hole': (bytes, random) => {
    const [from, to] = chooseRange(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'random bytes': (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), random.bytes(random.below(5_000)), bytes.subarray(at)]);
  },
  'a slice out of place': (bytes, random) => {
    const [from, to] = chooseRange(bytes, random);
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
  },
  'one byte over and over': (bytes, random) => {
    const [from, to] = chooseRange(bytes, random);
    return Buffer.from(bytes).fill(random.pick([0, 0xff, 0x1f, 10, 13]), from, to);
  },
  'nothing but noise': (bytes, random) => random.bytes(random.below(bytes.length)),
  'a good beginning and noise': (bytes, random) => {
    const start = bytes.subarray(0, 1 + random.below(30));
    return Buffer.concat([start, random.bytes(random.below(10_000))]);
  },
};

const lengths = [
  '',
  '-1',
  '0',
  '1',
  '99999',
  '1e3',
  '0x10',
  '1 2',
  '18446744073709551616',
  `${'9'.repeat(500)}`,
];
const lines = [
  'WARC-Date: yesterday',
  'WARC-Date: 9999999-01-01T00:00:00Z',
  'WARC-Date: -271821-04-20T00:00:00Z',
  'WARC-Type: response\r\nWARC-Type: revisit',
  'WARC-Type: revisit',
  'WARC-Type: continuation',
  'WARC-Type: \0',
  'WARC-Target-URI: <<<>>>',
  `WARC-Target-URI: http://${'x/'.repeat(40_000)}`,
  'WARC-Target-URI: \xff\xfe\0',
  'WARC-Record-ID: \x1b[2J',
  'WARC-Block-Digest: sha1:0',
  'WARC-Payload-Digest: sha-999:====',
  `WARC-Payload-Digest: ${':'.repeat(9_000)}`,
  'WARC-Refers-To-Target-URI: http://nowhere/\r\nWARC-Type: revisit',
  'Transfer-Encoding: chunked',
  'Content-Type: application/http; msgtype=request',
  'Content-Type: multipart/form-data',
  ': nameless',
  'no colon',
  ' folded',
  'X: '.padEnd(200_000, 'x'),
  'X: y\r\n'.repeat(20_000).trimEnd(),
];
const chunkHeads = [
  'fffffffffffffff',
  '-5',
  '5;',
  'zz',
  '0',
  '',
  '7fffffff',
  `${'0'.repeat(5_000)}1`,
  '1\n2',
];

const textSpoils: Record<string, ArchiveCorruption> = {
  'a wrong Content-Length': (bytes, random) =>
    replaceMatches(bytes, random, /Content-Length: \d+/g, `Content-Length: ${random.pick(lengths)}`),
  'a strange header': (bytes, random) =>
    replaceMatches(
      bytes,
      random,
      /\r\nWARC-Type: response/g,
      `\r\nWARC-Type: response\r\n${random.pick(lines)}`,
    ),
  'a strange HTTP header': (bytes, random) =>
    replaceMatches(bytes, random, /HTTP\/1.1 200 OK/g, `HTTP/1.1 200 OK\r\n${random.pick(lines)}`),
  'a strange status line': (bytes, random) =>
    replaceMatches(
      bytes,
      random,
      /HTTP\/1.1 200 OK/g,
      random.pick(['HTTP/1.1', 'HTTP/9 99999', '\0', 'ICY 200', '200']),
    ),
  'a strange version': (bytes, random) =>
    replaceMatches(
      bytes,
      random,
      /WARC\/1.0/g,
      random.pick(['WARC/', 'WARC/9999', 'warc/1.0', 'WARC/1.0 x', '\0']),
    ),
  'broken chunks': (bytes, random) =>
    replaceMatches(
      bytes,
      random,
      /\r\n\r\n<html>/g,
      `\r\nTransfer-Encoding: chunked\r\n\r\n${random.pick(chunkHeads)}\r\n<html>`,
    ),
  'other ends of lines': (bytes, random) =>
    replaceMatches(bytes, random, /\r\n/g, random.pick(['\n', '\r', '\n\r', '\r\r\n'])),
};

/** Replaces a random match of the pattern, or all matches. */
function replaceMatches(bytes: Buffer, random: SeededRandom, pattern: RegExp, text: string): Buffer {
  const whole = bytes.toString('latin1');
  const count = whole.match(pattern)?.length ?? 0;
  const chosen = random.chance(0.3) ? undefined : random.below(count);
  let seen = 0;
  const corrupted = whole.replace(pattern, (found) =>
    chosen === undefined || seen++ === chosen ? text : found,
  );
  return Buffer.from(corrupted, 'latin1');
}

function chooseRange(bytes: Buffer, random: SeededRandom): [number, number] {
  const from = random.below(bytes.length);
  return [from, from + random.below(Math.min(bytes.length - from, 2_000))];
}
