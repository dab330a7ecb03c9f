// Several codec threads find the same records and damage in an upload as one thread, in the same order. This must hold
// for every way to split the upload, for any damage, and for bytes that only look like the start of a gzip member.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { addCleanup, chooseSeed, makeResponseRecord } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { readMemberBytes } from '../../../src/domain/companions/record-grouper.ts';
import { copyFields, type ParsedUploadItem } from '../../../src/domain/record/read-record.ts';
import { CodecError, NotAWarcUploadError } from '../../../src/ingest/reading/codec-thread.ts';
import {
  type CodecThreads,
  type ReadOptions,
  startCodecThreads,
} from '../../../src/ingest/reading/codec-threads.ts';

// Each test may take minutes on a busy machine.
jest.setTimeout(300_000);

const startedMs = Date.now();
const INLINE_LIMIT_BYTES = 16 * 1024;
const sharing = { portionBytes: 20_000, hasIdleProcessors: () => true };
const seed = chooseSeed('codec-threads');
const random = seeded(seed);
const below = (limit: number) => Math.floor(random() * limit);

const one = threads(1);
const several = threads(3);

function threads(count: number): CodecThreads {
  const started = startCodecThreads(count, INLINE_LIMIT_BYTES, undefined, sharing);
  addCleanup(() => started.close());
  return started;
}

describe('an upload that several threads read', () => {
  it('is found to hold what one thread finds', async () => {
    const upload = members(2000, 600);
    const found = await sameOf(upload);
    expect(found.filter(({ finding }) => finding === 'record')).toHaveLength(2000);
  });

  it('may have records that are longer than a portion', async () => {
    const upload = Buffer.concat([300, 90_000, 200_000, 5, 40_000, 700].map((bytes) => member(noise(bytes))));
    const found = await sameOf(Buffer.concat([upload, upload, members(100, 900), upload]));
    expect(found.some((one) => 'memberAt' in one && one.memberAt === 'chunks')).toBe(true);
  });

  it('is cut nowhere within a record, whatever that seems to hold', async () => {
    // Compresses the outer member with level 0, so that each member of the inner archive appears in it unchanged.
    const within = gzipSync(makeResponseRecord('http://a.example/x.warc.gz', members(300, 500)), {
      level: 0,
    });
    const upload = Buffer.concat([members(50, 500), within, members(150, 500), within, members(50, 500)]);
    const found = await sameOf(upload);
    expect(found.filter(({ finding }) => finding === 'record')).toHaveLength(252);
  });

  it('is cut nowhere where one member is all there is', async () => {
    const upload = gzipSync(Buffer.concat(Array.from({ length: 400 }, () => record(noise(500)))));
    const found = await sameOf(upload);
    expect(found.filter(({ finding }) => finding === 'record')).toHaveLength(400);
  });

  it('may be cut off', async () => {
    const upload = members(300, 500);
    const found = await sameOf(upload.subarray(0, upload.length - 100));
    expect(found.at(-1)).toMatchObject({ finding: 'damage', error: expect.stringContaining('input ends') });
  });

  it.each(Array.from({ length: 3 }, (_, part) => part))(
    'may be damaged anywhere but in its first two bytes, which say what it is (part %i)',
    async () => {
      for (let round = 0; round < 4; round++) {
        const upload = members(120 + below(200), 1 + below(1500));
        for (let times = below(6); times >= 0; times--) {
          const at = 2 + below(upload.length - 2);
          if (random() < 0.5) upload[at]! ^= 1 << below(8);
          else upload.fill(below(256), at, Math.min(at + below(3000), upload.length));
        }
        const options = { companions: 'all', keepDamaged: random() < 0.5 } as const;
        await sameOf(upload, options);
      }
    },
  );

  it('may have records that go on in another member', async () => {
    const split = Array.from({ length: 60 }, () => {
      const bytes = record(noise(2000));
      const at = 1 + below(bytes.length - 1);
      return [gzipSync(bytes.subarray(0, at)), gzipSync(bytes.subarray(at))];
    });
    const found = await sameOf(Buffer.concat([members(60, 500), ...split.flat(), members(60, 500)]));
    expect(found.filter(({ finding }) => finding === 'record')).toHaveLength(180);
  });

  it('waits while its outputs are not taken, and ends when they are not wanted any more', async () => {
    const pieces = { sent: 0 };
    const some = members(300, 900);
    const bytes = piecesOf(Buffer.concat(Array.from({ length: 100 }, () => some)), 65_536, pieces);
    // Starts its own threads, which no other test uses.
    const alone = threads(3);
    for await (const output of alone.read(bytes, new AbortController().signal)) {
      expect(output.output).toBe('findings');
      await new Promise((resolve) => setTimeout(resolve, 300));
      break;
    }
    expect(pieces.sent * 65_536).toBeLessThan(16 * 1024 * 1024);
    expect(alone.uploads()).toEqual([0, 0, 0]);
    expect(alone.busy()).toBe(0);
    expect(await findingsOf(alone, piecesOf(members(200, 500), 65_536))).toHaveLength(200);
  });

  it('fails when its bytes do', async () => {
    async function* failing() {
      yield* piecesOf(members(500, 500), 65_536);
      throw new Error('the client has gone');
    }
    const alone = threads(3);
    await expect(findingsOf(alone, failing())).rejects.toThrow('the client has gone');
    const stop = new AbortController();
    async function* endless() {
      for (;;) {
        yield members(100, 500);
        stop.abort(new Error('stopped'));
      }
    }
    await expect(findingsOf(alone, endless(), {}, stop.signal)).rejects.toThrow('stopped');
    await expect(findingsOf(alone, piecesOf(noise(100_000), 65_536))).rejects.toThrow(NotAWarcUploadError);
    expect(alone.busy()).toBe(0);
  });

  it('fails when a thread ends that reads some of it', async () => {
    const ending = threads(2);
    let ended: Promise<void> | undefined;
    async function* endless() {
      for (let at = 0; ; at++) {
        yield members(100, 500);
        if (at === 20) ended = ending.close();
      }
    }
    await expect(findingsOf(ending, endless())).rejects.toThrow(CodecError);
    await ended;
    // After `close`, the codec starts new threads for the next upload.
    expect(await findingsOf(ending, piecesOf(members(10, 500), 65_536))).toHaveLength(10);
  });
});

it('reads several uploads at once, each as if it were alone', async () => {
  const uploads = Array.from({ length: 8 }, () => members(100 + below(400), 500));
  const expected = [];
  for (const upload of uploads) expected.push(await findingsOf(one, piecesOf(upload, 65_536)));
  const alone = threads(3);
  const found = await Promise.all(uploads.map((upload) => findingsOf(alone, piecesOf(upload, 9000))));
  expect(found).toEqual(expected);
  expect(alone.uploads()).toEqual([0, 0, 0]);
});

it('passes texts on in small portions, however long they are', async () => {
  const long = 'x'.repeat(60_000);
  const upload = Array.from({ length: 100 }, (_, i) =>
    gzipSync(makeResponseRecord(`http://a.example/${i}/${long}`, noise(10))),
  );
  let characters = 0;
  let findings = 0;
  for await (const output of one.read(
    piecesOf(Buffer.concat(upload), 65_536),
    new AbortController().signal,
  )) {
    if (output.output === 'chunk') throw new Error('no record is large');
    expect(output.characters).toBeLessThan(1_300_000);
    characters += output.characters;
    findings += output.findings.length;
  }
  expect(findings).toBe(100);
  expect(characters).toBeGreaterThan(100 * 60_000);
});

/**
 * Parses the upload with one thread and with several threads. Expects the same records and errors, and returns them.
 */
async function sameOf(upload: Buffer, options: ReadOptions = {}) {
  const expected = await findingsOf(one, piecesOf(upload, 65_536), options);
  expect(await findingsOf(several, piecesOf(upload, 500 + below(30_000)), options)).toEqual(expected);
  return expected;
}

/** Returns the parsed records and errors, each with a digest of its gzip member. */
async function findingsOf(
  codec: CodecThreads,
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
  signal = new AbortController().signal,
) {
  const found = [];
  let chunks = createHash('sha256');
  for await (const output of codec.read(bytes, signal, options)) {
    if (output.output === 'chunk') {
      chunks.update(output.bytes);
      continue;
    }
    for (const finding of output.findings) {
      const member = readMemberBytes(finding, output.bytes);
      const isStreamed = 'memberAt' in finding && finding.memberAt === 'chunks';
      const digest = isStreamed ? chunks.digest('hex') : createHash('sha256').update(member).digest('hex');
      if (isStreamed || finding.finding === 'damage') chunks = createHash('sha256');
      found.push({ ...copyFields(finding), ...undated(finding), memberStart: 0, digest });
    }
  }
  return found;
}

/** Masks the dates of records that declare no date, because the reader dates such a record with the time of reading. */
function undated(finding: ParsedUploadItem): { collectionMs?: number } {
  return 'collectionMs' in finding && (finding.collectionMs ?? 0) >= startedMs ? { collectionMs: 0 } : {};
}

/** Yields copies of the chunks, because the reader takes ownership of them. */
async function* piecesOf(bytes: Buffer, pieceBytes: number, count = { sent: 0 }) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    count.sent += 1;
    yield new Uint8Array(bytes.subarray(at, at + pieceBytes));
  }
}

function members(count: number, bodyBytes: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => member(noise(bodyBytes))));
}

function member(body: Buffer): Buffer {
  return gzipSync(record(body), { level: 1 });
}

function record(body: Buffer): Buffer {
  return makeResponseRecord(`http://a.example/${below(2 ** 30)}`, body);
}

function noise(bytes: number): Buffer {
  const made = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at++) made[at] = 32 + below(200);
  return made;
}

function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
