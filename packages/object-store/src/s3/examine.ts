// Tests an S3 server: its bucket, its clock, and the features that a store needs. Removes its test objects, and changes
// nothing else in the bucket.
import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { StepRunner, type StoreExamination } from '../examine/examination.ts';
import { makeProbeKey, tryObjects } from '../examine/try-objects.ts';
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectStore } from '../port/port.ts';
import type { S3Settings } from '../port/settings.ts';
import { connectToS3, type S3Connection } from './connection.ts';
import { mapS3Error } from './errors.ts';
import { createS3Store } from './store.ts';

export async function examineS3(settings: S3Settings): Promise<StoreExamination> {
  const connection = connectToS3(settings, {});
  const observed = recordResponseHeaders(connection.client);
  const store = createS3Store(connection, settings);
  const steps = new StepRunner();
  let shortcomings: readonly string[] = [];
  try {
    // Measures the second request, because the first one includes the connection setup.
    await steps.run('reach', () => checkBucket(store));
    await steps.run('reach', () => store.check());
    await tryObjects(steps, store);
    await steps.run('multipart', () => testMultipartUpload(connection, store));
    await steps.run('abilities', async () => {
      shortcomings = await store.shortcomings();
    });
  } finally {
    await store.close();
  }
  const { durationsMs, failed } = steps;
  return { durationsMs, failed, isMarked: undefined, shortcomings, ...observed };
}

/** Checks the bucket. If the HEAD request fails, lists objects as well, because that response has an error code. */
async function checkBucket(store: ObjectStore): Promise<void> {
  try {
    await store.check();
  } catch (error) {
    await store.list({ limit: 1 });
    throw error;
  }
}

/** Records the headers of each response, including error responses. */
function recordResponseHeaders(client: S3Client) {
  const observed: { clockOffsetMs: number | undefined; server: string | undefined } = {
    clockOffsetMs: undefined,
    server: undefined,
  };
  client.middlewareStack.add(
    (next) => async (args) => {
      const begunMs = Date.now();
      const note = (response: unknown) => {
        const headers = (response as { headers?: Record<string, string | undefined> } | undefined)?.headers;
        const dateMs = Date.parse(headers?.date ?? '');
        if (headers?.server) observed.server = headers.server.slice(0, 80);
        // The Date header has a resolution of one second, so the middle of that second is the best estimate.
        if (!Number.isNaN(dateMs)) observed.clockOffsetMs = dateMs + 500 - (begunMs + Date.now()) / 2;
      };
      try {
        const result = await next(args);
        note(result.response);
        return result;
      } catch (error) {
        note((error as { $response?: unknown }).$response);
        throw error;
      }
    },
    { step: 'deserialize', name: 'listenToServer', priority: 'high' },
  );
  return observed;
}

/** The last part has no minimum size, so an upload with one small part is enough. */
const PART_BYTES = 1024;

async function testMultipartUpload({ client, bucket: Bucket, prefix }: S3Connection, store: ObjectStore) {
  const key = makeProbeKey();
  const Key = prefix + key;
  const Body = randomBytes(PART_BYTES);
  let UploadId: string | undefined;
  try {
    ({ UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key })));
    const part = { Bucket, Key, UploadId, PartNumber: 1 };
    const { ETag } = await client.send(new UploadPartCommand({ ...part, Body }));
    const Parts = [{ ETag, PartNumber: 1 }];
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    UploadId = undefined;
    if (!(await store.readBytes(key, { offset: 0, length: PART_BYTES })).equals(Body))
      throw new ObjectStoreUnavailableError('it returns other bytes than a multipart upload had');
  } catch (error) {
    throw mapS3Error('a multipart upload', error);
  } finally {
    if (UploadId !== undefined)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    await store.delete(key).catch(() => undefined);
  }
}
