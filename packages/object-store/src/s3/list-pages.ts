// Yields the server's listing page by page, in the server's own order. Keys include the store's prefix.
import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { ObjectInfo } from '../port/port.ts';
import type { S3Connection } from './connection.ts';
import { decodeListedKey } from './traits.ts';

interface ListRequest {
  readonly prefix: string;
  readonly startAfter?: string;
  /** Number of objects that the caller needs in total, if known. */
  readonly limit?: number;
  /** If set to `/`, the server lists folders instead of their content. */
  readonly delimiter?: '/';
}

interface ListedPage {
  readonly objects: readonly ObjectInfo[];
  /** Keys of folders, each ending with `/`. */
  readonly folders: readonly string[];
  readonly isLast: boolean;
}

const MAX_KEYS_PER_REQUEST = 1000;

export async function* listPages(
  { client, bucket }: S3Connection,
  { prefix, startAfter = '', limit = MAX_KEYS_PER_REQUEST, delimiter }: ListRequest,
): AsyncGenerator<ListedPage> {
  let ContinuationToken: string | undefined;
  for (let listed = 0; ; ) {
    const answer: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(delimiter && { Delimiter: delimiter }),
        ...(startAfter === '' ? {} : { StartAfter: startAfter }),
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        MaxKeys: Math.max(1, Math.min(limit - listed, MAX_KEYS_PER_REQUEST)),
        EncodingType: 'url',
      }),
    );
    const page = toListedPage(answer);
    yield page;
    if (page.isLast) return;
    listed += page.objects.length;
    ContinuationToken = answer.NextContinuationToken;
  }
}

function toListedPage({
  Contents = [],
  CommonPrefixes = [],
  EncodingType,
  ...answer
}: ListObjectsV2CommandOutput): ListedPage {
  return {
    objects: Contents.map(({ Key = '', Size = 0, LastModified }) => ({
      key: decodeListedKey(Key, EncodingType),
      sizeBytes: Size,
      modifiedMs: LastModified?.getTime() ?? 0,
    })),
    folders: CommonPrefixes.map(({ Prefix = '' }) => decodeListedKey(Prefix, EncodingType)),
    isLast: !answer.IsTruncated || !answer.NextContinuationToken,
  };
}
