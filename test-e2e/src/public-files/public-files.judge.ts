// Covers: packages/warc packages/surt services/repository-service/src docs/other-readers.md
// Imports the archive files with which other projects test their readers, and lists them with pywb's indexer and jwarc.
// The table of docs/other-readers.md must explain exactly the differences found.
import { readFile } from 'node:fs/promises';
import {
  createTemporaryFolder,
  createTestDatabase,
  installJwarc,
  installPywb,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseHoldfastLines } from '../pywb/cdx-line.ts';
import { startRepository } from '../support/repository-server.ts';
import {
  type ArchiveReading,
  findDifferences,
  type HoldfastReading,
  type ListedCapture,
  parseExplainedDifferences,
} from './differences.ts';
import { readWithJwarc, readWithPywb } from './other-readings.ts';
import { collectPublicFiles, type PublicFiles } from './public-files.ts';

jest.setTimeout(15 * 60_000);

const document = new URL('../../../docs/other-readers.md', import.meta.url);
const [pywb, jwarc, sources] = [await installPywb(), await installJwarc(), await collectPublicFiles()];
const readers = ['pywb', 'jwarc'].filter((name) => !('missing' in (name === 'pywb' ? pywb : jwarc)));
for (const tool of [pywb, jwarc, ...sources]) {
  if ('missing' in tool && tool.missing !== undefined)
    process.stderr.write(`NOT RUN: "public archive files": ${tool.missing}.\n`);
}

let client: TestRepositoryClient;
let explained: Map<string, string>;
const shown = new Set<string>();
const read = new Set<string>();
let namespaces = 0;

beforeAll(async () => {
  explained = parseExplainedDifferences(await readFile(document, 'utf8'));
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  ({ client } = await startRepository({ databaseUrl, objectStore }));
});

describe('the test files of', () => {
  for (const source of sources) {
    const itWith = source.files.size > 0 && readers.length > 0 ? it : it.skip;
    itWith(`${source.name} are read as the table says`, async () => {
      const unexplained: string[] = [];
      for (const [name, differences] of await findReaderDifferences(source)) {
        read.add(name);
        for (const { reader, kind, example } of differences) {
          const key = `${name} ${reader} ${kind}`;
          shown.add(key);
          if (!explained.has(key)) unexplained.push(`${key}: ${example}`);
        }
      }
      expect(unexplained).toEqual([]);
    });
  }
});

afterAll(() => {
  const isKnown = (key: string) => {
    const [file, reader] = key.split(' ') as [string, string];
    return read.has(file) && readers.includes(reader);
  };
  expect([...explained.keys()].filter((key) => isKnown(key) && !shown.has(key))).toEqual([]);
  for (const [key, reason] of explained) expect(`${key}: ${reason}`).toMatch(/: .{20}/);
});

async function findReaderDifferences({ files }: PublicFiles) {
  const paths = [...files.values()];
  const ofPywb =
    'python' in pywb ? await readWithPywb(pywb.python, paths) : new Map<string, ArchiveReading>();
  const found = new Map<string, { reader: string; kind: string; example: string }[]>();
  for (const [name, path] of files) {
    const ours = await importWithHoldfast(await readFile(path));
    const theirs: [string, ArchiveReading | undefined][] = [
      ['pywb', ofPywb.get(path)],
      ['jwarc', 'jar' in jwarc ? await readWithJwarc(jwarc.jar, path) : undefined],
    ];
    found.set(
      name,
      theirs.flatMap(([reader, reading]) =>
        reading === undefined ? [] : findDifferences(ours, reading).map((one) => ({ reader, ...one })),
      ),
    );
  }
  return found;
}

async function importWithHoldfast(archive: Buffer): Promise<HoldfastReading> {
  const namespace = `f${namespaces++}`;
  const answer = await client.importArchive(archive, { auid: 'public', namespace, storeDuplicate: true });
  const refused = new Map<number, string>();
  const offsets = new Map<string, number>();
  for (const { status, offset, artifactUuid, statusMessage } of answer.statuses) {
    if (status === 'OK') offsets.set(artifactUuid!, offset!);
    else refused.set(offset!, statusMessage ?? '');
  }
  const captures: ListedCapture[] = [];
  for (const line of offsets.size === 0 ? [] : await listCaptures(namespace)) {
    const offset = offsets.get(line.filename.replace(/^.*:|\.warc\.gz$/g, ''))!;
    const { urlkey, timestamp, url, mime, status, digest } = line;
    captures.push({ offset, urlkey, timestamp, url, mime, status, digest });
  }
  captures.sort((a, b) => a.offset - b.offset);
  expect(captures).toHaveLength(offsets.size);
  return { captures, refused, fault: answer.status === 200 ? undefined : answer.body };
}

/** Returns all captures of a namespace. */
async function listCaptures(namespace: string) {
  const lines = new Map<string, ReturnType<typeof parseHoldfastLines>[0]>();
  const artifacts = await client.artifacts('public', { namespace });
  for (const { uuid, uri } of artifacts) {
    // Also queries by prefix and host: the index key of a POST capture, for example, differs from the key of its URL.
    for (const matchType of ['exact', 'prefix', 'host']) {
      if (lines.has(fileOf(namespace, uuid))) continue;
      const response = await client.get(`/replay/cdxb/${namespace}`, { url: uri, matchType });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status === 404) continue;
      if (response.status !== 200) throw new Error(`${uri}: ${response.status} ${body}`);
      for (const line of parseHoldfastLines(body)) lines.set(line.filename, line);
    }
  }
  return lines.values();
}

const fileOf = (namespace: string, uuid: string) => `${namespace}:${uuid}.warc.gz`;
