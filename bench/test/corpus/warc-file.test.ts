import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { WarcReader } from '@holdfast/warc';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import { computeSha1Text } from '../../src/corpus/triple.ts';
import { FILE_KINDS, type FileKind, type WarcFacts, writeWarcFile } from '../../src/corpus/warc-file.ts';

const scales: Record<FileKind, number> = { html: 0.002, large: 0.01, small: 0.002, huge: 0.0005 };
let folder: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
});

describe.each(FILE_KINDS)('the %s file', (kind) => {
  let path: string;
  let facts: WarcFacts;
  beforeAll(async () => {
    path = join(folder, `${kind}.warc.gz`);
    facts = await writeWarcFile(path, kind, scales[kind]);
  });

  it('is the same in every run', async () => {
    const again = join(folder, `${kind}-again.warc.gz`);
    expect(await writeWarcFile(again, kind, scales[kind])).toEqual(facts);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });

  it('holds what it says, in records that warcio reads', async () => {
    const seen = await readWithWarcio(path);
    expect(seen.types).toEqual(['warcinfo', ...expectedTypes(kind, facts.responses)]);
    expect(seen.types).toHaveLength(facts.records);
    expect(seen.wrongDigests).toEqual([]);
    expect(new Set(seen.ids).size).toBe(facts.records);
    expect(statSync(path).size).toBe(facts.sizeBytes);
  });

  it('has every fifth capture chunked', async () => {
    const { chunked } = await readWithWarcio(path);
    const captures = kind === 'huge' ? facts.responses - 1 : facts.responses;
    expect(chunked).toBe(Math.ceil(captures / 5));
  });
});

it.each(['arc', 'zstd'] as const)('is written as %s, with the same responses', async (form) => {
  const path = join(folder, `small.${form}`);
  const { responses } = await writeWarcFile(path, 'small', scales.small, form);
  const seen = { responses: 0, errors: 0 };
  const reader = new WarcReader({
    record: ({ type, error }) => {
      if (type === 'response' && error === undefined) seen.responses++;
      else seen.errors++;
    },
    memberChunk: () => {},
    damage: () => seen.errors++,
  });
  reader.write(readFileSync(path));
  reader.end();
  expect(seen).toEqual({ responses, errors: 0 });
});

it('makes pages that compress about four to one, and large bodies that do not', async () => {
  const ratio = async (kind: FileKind) => {
    const { inflatedBytes, sizeBytes } = await writeWarcFile(join(folder, 'ratio'), kind, scales[kind]);
    return inflatedBytes / sizeBytes;
  };
  expect(await ratio('html')).toBeGreaterThan(3.5);
  expect(await ratio('html')).toBeLessThan(4.5);
  expect(await ratio('large')).toBeLessThan(1.05);
});

function expectedTypes(kind: FileKind, responses: number): string[] {
  const triples = kind === 'huge' ? responses - 1 : responses;
  const types = Array.from({ length: triples }, () => ['response', 'request', 'metadata']).flat();
  return kind === 'huge' ? ['response', ...types] : types;
}

async function readWithWarcio(path: string) {
  const seen = { types: [] as string[], ids: [] as string[], wrongDigests: [] as string[], chunked: 0 };
  // Disables HTTP parsing, because the payload digest covers the raw body with its chunk framing.
  for await (const record of new WARCParser(createReadStream(path), { parseHttp: false })) {
    const block = Buffer.from(await record.readFully(false));
    seen.types.push(record.warcType!);
    seen.ids.push(record.warcHeader('WARC-Record-ID')!);
    if (record.warcType !== 'response') continue;
    const bodyStart = block.indexOf('\r\n\r\n') + 4;
    if (block.subarray(0, bodyStart).includes('Transfer-Encoding: chunked')) seen.chunked++;
    const digest = computeSha1Text(createHash('sha1').update(block.subarray(bodyStart)).digest());
    if (record.warcPayloadDigest !== digest) seen.wrongDigests.push(record.warcTargetURI!);
  }
  return seen;
}
