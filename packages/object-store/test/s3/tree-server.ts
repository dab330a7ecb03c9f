// Test helper: a server that lists objects as if it stored them as files. It lists in folder order. A listing after a
// name skips the folder of that name. A response has at most `mostPerAnswer` entries.
import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { compareObjectKeys } from '../../src/port/key.ts';
import type { S3Connection } from '../../src/s3/connection.ts';

export interface TreeServer {
  readonly connection: S3Connection;
  requests(): number;
}

/** Creates the server. No key in `keys` may be a folder of another key. */
export function createTreeServer(keys: readonly string[], mostPerAnswer: number): TreeServer {
  let requests = 0;
  const send = async ({ input }: { input: ListObjectsV2CommandInput }) => {
    requests += 1;
    return answer(keys, input, Math.min(mostPerAnswer, input.MaxKeys ?? 1000));
  };
  const connection = { client: { send }, bucket: 'bucket', prefix: '' } as unknown as S3Connection;
  return { connection, requests: () => requests };
}

function answer(
  keys: readonly string[],
  { Prefix = '', Delimiter, StartAfter = '', ContinuationToken }: ListObjectsV2CommandInput,
  most: number,
): Partial<ListObjectsV2CommandOutput> {
  const named = new Set(
    keys.filter((key) => key.startsWith(Prefix)).map((key) => listedAs(key, Prefix, Delimiter)),
  );
  const all = [...named].sort(byName).filter((key) => isAfter(key, StartAfter));
  const from = Number(ContinuationToken ?? 0);
  const page = all.slice(from, from + most);
  const isTruncated = from + most < all.length;
  return {
    Contents: page.filter((key) => !key.endsWith('/')).map((Key) => ({ Key, Size: Key.length })),
    CommonPrefixes: page.filter((key) => key.endsWith('/')).map((one) => ({ Prefix: one })),
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: String(from + most) }),
  };
}

function listedAs(key: string, prefix: string, delimiter: string | undefined): string {
  const end = delimiter === undefined ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? key : key.slice(0, end + 1);
}

function byName(a: string, b: string): number {
  const [ofA, ofB] = [a.split('/'), b.split('/')];
  const at = ofA.findIndex((name, i) => name !== ofB[i]);
  return at < 0 ? ofA.length - ofB.length : compareObjectKeys(ofA[at]!, ofB[at] ?? '');
}

function isAfter(key: string, startAfter: string): boolean {
  if (startAfter === '') return true;
  return byName(key, startAfter) > 0 && !key.startsWith(`${startAfter}/`);
}
