// Test helper: imports records and returns their file offsets, so that tests can change bytes as failing disks do.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { buildRevisit } from '../../features/replay/made-records.ts';
import type { TestService } from '../../service.ts';

export interface Stored {
  uuid: string;
  url: string;
  version: number;
  /** Path of the file that contains the record. */
  path: string;
  /** Offset of the record in the file. */
  offset: number;
  length: number;
}

export const pageDate = '2020-02-20T20:20:20Z';
export const makeUrl = (auid: string, name: string) =>
  `http://www.example.org/${encodeURIComponent(auid)}/${name}`;

/** Returns a page whose payload is derived from `content`. */
export function makePage(
  auid: string,
  name: string,
  { sizeBytes = 2_000, content = name, date = pageDate } = {},
) {
  return makeResponseRecord(makeUrl(auid, name), makeNoise(sizeBytes, `${auid} ${content}`), date);
}

export function makeRevisit(auid: string, name: string, original: string): Buffer {
  return buildRevisit(makeUrl(auid, name), '2021-01-01T00:00:00Z', '', {
    'WARC-Refers-To-Target-URI': makeUrl(auid, original),
    'WARC-Refers-To-Date': pageDate,
  });
}

/** Packs records without compression, so that a changed byte in the file changes exactly one byte of the content. */
export const packRecords = (records: readonly Buffer[]) =>
  Buffer.concat(records.map((record) => gzipSync(record, { level: 0 })));

/** Imports the records. Throws if a record is not stored. */
export async function storeAll(
  service: TestService,
  auid: string,
  records: readonly Buffer[],
): Promise<Stored[]> {
  const { statuses } = await service.client.importArchive(packRecords(records), {
    auid,
    storeDuplicate: true,
  });
  if (statuses.length !== records.length || statuses.some(({ status }) => status !== 'OK')) {
    throw new Error(JSON.stringify(statuses));
  }
  return Promise.all(statuses.map(({ artifactUuid }) => locate(service, artifactUuid!)));
}

export async function locate(
  { client, storeFolder }: TestService,
  uuid: string,
  query: { namespace?: string } = {},
): Promise<Stored> {
  const answer = await client.get(`/artifacts/${uuid}`, query, { accept: 'application/json' });
  const { storageUrl, uri, version } = (await answer.json()) as {
    storageUrl: string;
    uri: string;
    version: number;
  };
  const { pathname, searchParams } = new URL(storageUrl);
  const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
  const path = join(storeFolder, 'objects', pathname);
  return { uuid, url: uri, version, path, offset: offset!, length: length! };
}

export async function flip(path: string, at: number, bit = 1): Promise<void> {
  const object = await readFile(path);
  object[at] = object[at]! ^ bit;
  await writeFile(path, object);
}

/** Changes a byte in the middle of the record. */
export const damage = ({ path, offset, length }: Stored) => flip(path, offset + Math.floor(length / 2));

/** Returns everything that a client can see of the AU, except storage URLs. */
export async function readVisible({ client }: TestService, auid: string) {
  const listed = await client.artifacts(auid, { includeUncommitted: true });
  const path = `/aus/${encodeURIComponent(auid)}/size`;
  const { totalWarcSize: _, ...size } = await client.json<Record<string, number>>(path);
  return { listed: listed.map((artifact) => ({ ...artifact, storageUrl: undefined })), size };
}
