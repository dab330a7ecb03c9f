// What an error of the SDK means to the caller of the port.
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  BadKeyError,
  BadRangeError,
  NoSuchObjectError,
  ObjectExistsError,
  ObjectStoreUnavailableError,
} from '../port/errors.ts';

interface SdkError {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

export function statusOf(error: unknown): number | undefined {
  return (error as SdkError | undefined)?.$metadata?.httpStatusCode;
}

export function nameOf(error: unknown): string {
  return String((error as SdkError | undefined)?.name ?? '');
}

/** There is no such key, as far as the answer tells: HEAD has no body and cannot say whether it is the bucket. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/** There is an object already, or one is just being written. */
export function isTaken(error: unknown): boolean {
  return [409, 412].includes(statusOf(error) ?? 0) && !isRefusedKey(error);
}

/** Servers that keep objects as files cannot hold every key, nor `a` and `a/b` at once. */
const refusedKeys = [
  'KeyTooLongError',
  'KeyTooLong',
  'ObjectParentIsFile',
  'ExistingObjectIsDirectory',
  'ExistingObjectIsFile',
];

/** As Garage says it of a key that its database does not take. */
const refusedByDatabase = /MDB_BAD_VALSIZE/;

export function isRefusedKey(error: unknown): boolean {
  return refusedKeys.includes(nameOf(error)) || refusedByDatabase.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return String((error as Error | undefined)?.message ?? '');
}

/** The server knows no conditional writes, and says so. */
export function isNoConditions(error: unknown): boolean {
  return statusOf(error) === 501 || nameOf(error) === 'NotImplemented';
}

/** Anything that is not yet an error of the port becomes ObjectStoreUnavailableError. */
export function mapped(doing: string, error: unknown): Error {
  const ours = [
    NoSuchObjectError,
    ObjectExistsError,
    BadRangeError,
    BadKeyError,
    ObjectStoreUnavailableError,
  ];
  return ours.some((type) => error instanceof type)
    ? (error as Error)
    : new ObjectStoreUnavailableError(doing, error);
}

/**
 * An answer without a body said 404. Asks whether the bucket is there, for "no such object" must never be
 * said of a store that is gone: rejects ObjectStoreUnavailableError then.
 */
export async function throwIfBucketGone({
  client,
  bucket: Bucket,
}: {
  client: S3Client;
  bucket: string;
}): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    throw new ObjectStoreUnavailableError('looking for its bucket', error);
  }
}
