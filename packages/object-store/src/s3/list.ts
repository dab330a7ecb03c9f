// One page of a listing, from as many requests as the server makes of it.
import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { ObjectInfo } from '../port/port.ts';
import type { Connection } from './connection.ts';

const MAX_KEYS_PER_REQUEST = 1000;

export async function listObjects(
  connection: Connection,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<ObjectInfo[]> {
  const page: ObjectInfo[] = [];
  let ContinuationToken: string | undefined;
  while (page.length < limit) {
    const answer: ListObjectsV2CommandOutput = await connection.client.send(
      new ListObjectsV2Command({
        Bucket: connection.bucket,
        Prefix: connection.prefix + prefix,
        ...(after === '' ? {} : { StartAfter: connection.prefix + after }),
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        MaxKeys: Math.min(limit - page.length, MAX_KEYS_PER_REQUEST),
        // XML cannot carry every character of a key.
        EncodingType: 'url',
      }),
    );
    page.push(...infosOf(answer, connection.prefix));
    if (!answer.IsTruncated || !answer.NextContinuationToken) break;
    ContinuationToken = answer.NextContinuationToken;
  }
  return page.slice(0, limit);
}

function infosOf(answer: ListObjectsV2CommandOutput, prefix: string): ObjectInfo[] {
  return (answer.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
    key: decoded(Key, answer.EncodingType).slice(prefix.length),
    sizeBytes: Size,
    modifiedMs: LastModified?.getTime() ?? 0,
  }));
}

/** Servers that did encode say so. A space comes as `+`. */
function decoded(key: string, encodingType: string | undefined): string {
  return encodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}
