import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import { encodeBase32 } from '../src/bytes/header-values.ts';
import type { ImportRecord } from '../src/report/types.ts';
import { readInAllModes } from './made-records.ts';

type Golden = Record<string, string | number | undefined> & {
  file: string;
  type: string;
  offset: number;
  url: string;
};

/** Records for which this reader and python warcio return different results, with the reason. */
const DIVERGENCES: Record<string, string> = {
  'example-space-in-target-uri.warc.gz@241 url':
    'we keep the URI as it is written; warcio percent-encodes its spaces',
  'example-wrong-chunks.warc.gz@0 sha1':
    'the record spans two gzip members; warcio stops at the end of the first',
  'example-wrong-chunks.warc.gz@0 sha256': 'the same',
  'example-wrong-chunks.warc.gz@0 length': 'the same: it shares its member',
};

/** Records that are rejected because of a wrong block digest, which warcio reports too. */
const REFUSED = new Set(['example-trunc.warc@1197', 'example-wrong-chunks.warc.gz@0']);

describe('WarcReader on WARCs of our own making', () => {
  const golden = goldenOf(findFixture('golden/warc-records.jsonl'));
  const goldenIn = (name: string) => golden.filter(({ file }) => file === name);
  const readFixture = (name: string) => readInAllModes(readFileSync(findFixture(`warcs/${name}`)));

  it.each(['plain.warc', 'members.warc.gz', 'captures.warc.gz'])('reads %s as warcio does', (name) => {
    const { records, damages } = readFixture(name);
    expect(damages).toEqual([]);
    expect(records.map(({ offset }) => offset)).toEqual(goldenIn(name).map(({ offset }) => offset));
    expect(differences(name, records, goldenIn(name))).toEqual([]);
  });

  it.each([
    ['corrupt-member.warc.gz', 'http://a.example/picture', 12],
    ['cut-short.warc.gz', 'http://a.example/picture', 6],
  ])('reads what is whole in %s, and reports the rest', (name, lost, members) => {
    const { records, damages } = readFixture(name);
    const whole = goldenIn('members.warc.gz').filter(
      ({ url, warc_id: id }) => url !== lost && Number.parseInt(String(id).slice(-13, -1), 16) <= members,
    );
    const good = records.filter(({ error }) => error === undefined);
    expect(differences(name, good, whole)).toEqual([]);
    expect(good).toHaveLength(whole.length);
    expect(damages.length + records.length - good.length).toBeGreaterThan(0);
  });
});

describeWithCorpus('WarcReader on the corpus', () => {
  const golden = goldenOf(corpus.path('golden/warc-records.jsonl'));
  const files = ['pywb', 'warcio'].flatMap((from) =>
    readdirSync(corpus.path(`warcs/${from}`)).map((name) => ({
      from,
      name,
      path: corpus.path(`warcs/${from}/${name}`),
    })),
  );
  const arcs = files.filter(({ name }) => /\.arc(\.gz)?$/.test(name));
  const warcs = files.filter(({ name }) => !/\.arc(\.gz)?$/.test(name));

  it.each(arcs)('accounts for every record of $from/$name', ({ from, name, path }) => {
    const { records, damages } = readInAllModes(readFileSync(path));
    const expected = golden.filter(({ file }) => file.startsWith(`${from}/`) && file.endsWith(`/${name}`));
    if (name === 'bad.arc') {
      const offsets = [...damages, ...records.filter(({ error }) => error !== undefined)].map(
        ({ offset }) => offset,
      );
      expect(offsets.sort((a, b) => a - b)).toEqual([0, ...expected.map(({ offset }) => offset)]);
      return;
    }
    expect(damages).toEqual([]);
    expect(records).toHaveLength(expected.length);
    // For this format, each reader generates its own record IDs and escapes spaces differently.
    const differing = differences(name, records, expected).map((difference) => difference.split(' ')[1]);
    expect(differing).toEqual(name.includes('space') ? ['url', 'id'] : ['id']);
  });

  it.each(warcs)('accounts for every capture of $from/$name', ({ from, name, path }) => {
    const { records } = readInAllModes(readFileSync(path));
    const expected = golden.filter(({ file }) => file.startsWith(`${from}/`) && file.endsWith(`/${name}`));
    const differing = differences(name, records, expected);
    expect(differing.sort()).toEqual(
      Object.keys(DIVERGENCES)
        .filter((key) => key.startsWith(`${name}@`))
        .sort(),
    );
    // warcio cannot read these files to the end, although they contain captures.
    if (!/bad/.test(name) || name === 'example-wget-bad-target-uri.warc.gz')
      expect(records).toHaveLength(expected.length);
    else expect(records.length).toBeGreaterThan(0);
  });

  // warcio does not find the end of a header whose lines end with CR CR LF.
  const readable = warcs.filter(({ name }) => name !== 'missing-status-text.warc');
  it.each(readable)('keeps members of $from/$name that warcio reads as the same record', async ({ path }) => {
    for (const record of readInAllModes(readFileSync(path)).records) {
      if (!(record.member instanceof Uint8Array)) continue;
      const parser = new WARCParser([record.member], { parseHttp: false });
      const read = await parser.parse();
      expect(read?.warcHeader('WARC-Record-ID')).toBe(record.recordId);
      expect(read?.warcType).toBe(record.type);
      const block = await blockOf(read!);
      expect(block).toHaveLength(record.blockLength);
      const body = block.subarray(record.http?.headLength ?? 0);
      expect(encodeBase32(createHash('sha1').update(body).digest())).toBe(
        base32OfHex(record.payload.storedSha1 ?? record.payload.sha1),
      );
      expect(await parser.parse()).toBeNull();
    }
  });

  it('reads what warcio reads from a file with one member per record, at the same offsets', async () => {
    const path = corpus.path('warcs/pywb/iana.warc.gz');
    const parser = new WARCParser(createReadStream(path));
    const offsets: [number, string | null | undefined][] = [];
    for await (const record of parser) {
      await record.skipFully();
      if (record.warcType === 'response' || record.warcType === 'revisit') {
        offsets.push([parser.offset, record.warcTargetURI]);
      }
    }
    const { records } = readInAllModes(readFileSync(path));
    expect(records.map(({ offset, targetUri }) => [offset, targetUri])).toEqual(offsets);
  });
});

/** Returns the captures in a golden table, excluding records of other types. */
function goldenOf(table: string): Golden[] {
  return readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Golden)
    .filter(({ type }) => ['response', 'resource', 'revisit'].includes(type));
}

/** Returns each difference as `file@offset field`. */
function differences(name: string, records: readonly ImportRecord[], expected: readonly Golden[]): string[] {
  const differing: string[] = [];
  for (const capture of expected) {
    const record = records.find(({ offset }) => offset === capture.offset);
    if (record === undefined) throw new Error(`nothing was found at ${capture.offset}`);
    const { payload } = record;
    const seen: Record<string, unknown> = {
      url: record.targetUri,
      date: record.dateMs,
      id: record.recordId,
      type: record.type,
      length: record.inputLength,
      status: record.http === undefined ? undefined : String(record.http.status),
      sha1: `sha1:${base32OfHex(payload.storedSha1 ?? payload.sha1)}`,
      sha256: payload.dechunked ? capture.stored_payload_sha256 : `sha256:${payload.sha256}`,
      dechunked: payload.dechunked ? `sha1:${base32OfHex(payload.sha1)}` : undefined,
    };
    const wanted: Record<string, unknown> = {
      url: capture.url,
      date: Date.parse(capture.date as string),
      id: capture.warc_id,
      type: capture.type,
      length: capture.length,
      status: capture.http_status,
      sha1: capture.stored_payload_sha1,
      sha256: capture.stored_payload_sha256,
      dechunked: capture.dechunked_sha1,
    };
    const at = `${name}@${capture.offset}`;
    for (const key of Object.keys(wanted)) if (seen[key] !== wanted[key]) differing.push(`${at} ${key}`);
    expect([at, record.error !== undefined]).toEqual([at, REFUSED.has(at)]);
  }
  return differing;
}

async function blockOf(record: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of record) pieces.push(piece);
  return Buffer.concat(pieces);
}

function base32OfHex(hex: string): string {
  return encodeBase32(Buffer.from(hex, 'hex'));
}
