// Covers: services packages
// Imports and exports every archive of the corpus and compares the export with the original. If the original's records
// are gzip members, the comparison is byte for byte, otherwise record by record. The tables below list records that are
// not exported, with the reason.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithCorpus,
  type ImportStatus,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { type InflatedGzipMember, splitGzipMembers } from './gzip-members.ts';

/** Offsets (in the uncompressed file) of invalid records, which no reader can accept. */
const broken: Record<string, { readonly at: readonly number[]; readonly because: string }> = {
  'pywb/bad.arc': {
    at: [0],
    because: 'lengths that are -1 or those of other records, a page without HTTP head',
  },
  'warcio/bad.arc': {
    at: [0],
    because: 'lengths that are -1 or those of other records, a page without HTTP head',
  },
  'pywb/example.warc': {
    at: [4061],
    because: "the request's Content-Length ends within its last header line",
  },
  'warcio/example-bad-non-chunked.warc.gz': {
    at: [3370],
    because: "the revisit's WARC-Block-Digest is not that of its block (in example.warc.gz it is)",
  },
  'warcio/example-trunc.warc': { at: [1197], because: 'the block was cut: its WARC-Block-Digest is another' },
  'warcio/example-wrong-chunks.warc.gz': {
    at: [0],
    because: 'the WARC-Block-Digest is that of another block',
  },
};

const files = corpus.available
  ? ['made', 'pywb', 'warcio'].flatMap((folder) =>
      readdirSync(corpus.path(`warcs/${folder}`)).map((name) => `${folder}/${name}`),
    )
  : [];
/** Archives that contain the originals of revisits in other archives of the corpus. */
const originals = ['pywb/iana.warc.gz', 'pywb/example-url-agnostic-orig.warc.gz'];
/**
 * Number of records that an export includes from another AU, for files whose revisits have their originals in that AU.
 */
const otherAu = new Map([
  ['pywb/dupes.warc.gz', 8],
  ['pywb/example-url-agnostic-revisit.warc.gz', 1],
]);

describeWithCorpus('every archive of the corpus', () => {
  let client: TestRepositoryClient;
  const statuses = new Map<string, ImportStatus[]>();

  beforeAll(async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const objectStore = `fs:${await createTemporaryFolder()}`;
    ({ client } = await startRepository({ databaseUrl, objectStore }));
    for (const file of new Set([...originals, ...files])) await imported(file, await bytesOf(file));
  }, 60_000);

  const bytesOf = (file: string) => readFile(corpus.path(`warcs/${file}`));
  const imported = async (auid: string, archive: Buffer) => {
    const answer = await client.importArchive(archive, { auid, storeDuplicate: true });
    statuses.set(auid, answer.statuses);
  };
  /** Returns the gzip members of an AU's export, or an empty list if the AU has nothing to export. */
  const exported = async (auid: string): Promise<InflatedGzipMember[]> => {
    const answer = await client.get('/exports/default.warc.gz', { auid });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.status === 404 ? [] : splitGzipMembers(bytes);
  };

  it.each(files)('comes out of its AU as it went in: %s', async (file) => {
    const before = await bytesOf(file);
    const after = await exported(file);
    const members = before[0] === GZIP ? splitGzipMembers(before) : [];
    const isOfMembers = members.length > 0 && members.every(({ content }) => isOneRecord(content));
    const plain = members.length > 0 ? gunzipSync(before) : before;
    if (isOfMembers) {
      const own = new Set(members.map(textOf));
      expect(
        after
          .filter((member) => own.has(textOf(member)))
          .map(textOf)
          .sort(),
      ).toEqual([...own].sort());
      // All other exported records must be originals of revisits from another AU.
      expect(after.filter((member) => !own.has(textOf(member)))).toHaveLength(otherAu.get(file) ?? 0);
    } else {
      const { rest, foreign } = compareWithExport(plain, after);
      expect(foreign).toEqual([]);
      expect(rest.map(({ at }) => at)).toEqual(broken[file]?.at ?? []);
    }
    const errors = statuses.get(file)!.filter(({ status }) => status === 'ERROR');
    expect(errors.length > 0).toBe(file in broken);
  });

  it('comes out as members of its records, when it came as zstd', async () => {
    const records = splitGzipMembers(await bytesOf('made/methods.warc.gz')).map(({ content }) => content);
    await imported('zstd', Buffer.concat(records.map((record) => zstdCompressSync(record))));
    const after = (await exported('zstd')).map(({ content }) => content.toString('latin1'));
    expect(after.sort()).toEqual(records.map((record) => record.toString('latin1')).sort());
  });

  it('comes out bit for bit, when it came as a WACZ', async () => {
    const answer = await client.get('/exports/default.wacz', { auid: 'made/methods.warc.gz' });
    await imported('wacz', Buffer.from(await answer.arrayBuffer()));
    const [before, after] = [await exported('made/methods.warc.gz'), await exported('wacz')];
    expect(after.map(textOf).sort()).toEqual(before.map(textOf).sort());
  });
});

const GZIP = 0x1f;
const textOf = ({ bytes }: Pick<InflatedGzipMember, 'bytes'>) => bytes.toString('latin1');

/** Returns whether the content is exactly one WARC record, and nothing else. */
function isOneRecord(content: Buffer): boolean {
  const text = content.toString('latin1');
  const length = Number(/^Content-Length: *(\d+)/im.exec(text)?.[1]);
  const behind = content.length - (text.indexOf('\r\n\r\n') + 4 + length);
  return text.startsWith('WARC/') && behind >= 0 && behind <= 4;
}

interface ExportComparison {
  /** Byte ranges of the file that were not exported, not counting line ends. */
  readonly rest: { readonly at: number; readonly text: string }[];
  /** First bytes of each exported record that the file does not contain. */
  readonly foreign: string[];
}

/**
 * Locates each exported record in the uncompressed file. A record converted from ARC is located by its block and by the
 * ARC header line in its `X-ARC-Header` field.
 */
function compareWithExport(plain: Buffer, after: readonly InflatedGzipMember[]): ExportComparison {
  const isCovered = new Uint8Array(plain.length);
  const foreign: string[] = [];
  for (const { content } of after) {
    const header = content.toString('latin1', 0, content.indexOf('\r\n\r\n'));
    const arcLine = /^X-ARC-Header: (.*)$/m.exec(header)?.[1]?.trimEnd();
    const record = content.subarray(0, content.length - 4);
    const parts =
      arcLine === undefined ? [record] : [Buffer.from(arcLine, 'latin1'), record.subarray(header.length + 4)];
    for (const part of parts) {
      const at = locatePart(part, plain, isCovered);
      if (at < 0) foreign.push(part.toString('latin1', 0, 200));
      else isCovered.fill(1, at, at + part.length);
    }
  }
  return { rest: listUncoveredRanges(plain, isCovered), foreign };
}

function locatePart(part: Buffer, plain: Buffer, isCovered: Uint8Array): number {
  let at = plain.indexOf(part);
  while (at >= 0 && isCovered[at] === 1) at = plain.indexOf(part, at + 1);
  return at;
}

function listUncoveredRanges(plain: Buffer, isCovered: Uint8Array): ExportComparison['rest'] {
  const rest: ExportComparison['rest'] = [];
  for (let at = 0; at < plain.length; ) {
    const end = isCovered.indexOf(1, at) < 0 ? plain.length : isCovered.indexOf(1, at);
    const text = plain.toString('latin1', at, end);
    const lead = /^[\r\n]*/.exec(text)![0].length;
    if (lead < text.length) rest.push({ at: at + lead, text });
    at = isCovered.indexOf(0, end) < 0 ? plain.length : isCovered.indexOf(0, end);
  }
  return rest;
}
