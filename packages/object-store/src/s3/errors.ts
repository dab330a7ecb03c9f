// Maps errors of the SDK to errors of the object-store interface.
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

export function getHttpStatus(error: unknown): number | undefined {
  return (error as SdkError | undefined)?.$metadata?.httpStatusCode;
}

export function getS3ErrorName(error: unknown): string {
  return String((error as SdkError | undefined)?.name ?? '');
}

/**
 * Returns whether the key seems to be missing. After a HEAD request, the bucket may be missing instead, because the
 * response has no body with the error code.
 */
export function isMissingKeyError(error: unknown): boolean {
  return getHttpStatus(error) === 404 && getS3ErrorName(error) !== 'NoSuchBucket';
}

/** Returns whether the object already exists or is being written. */
export function isConflictError(error: unknown): boolean {
  return [409, 412].includes(getHttpStatus(error) ?? 0) && !isRefusedKeyError(error);
}

/**
 * Errors for keys that a server does not accept. Servers that store objects as files cannot store both `a` and `a/b`.
 */
const refusedKeys = [
  'KeyTooLongError',
  'KeyTooLong',
  'ObjectParentIsFile',
  'ExistingObjectIsDirectory',
  'ExistingObjectIsFile',
];

/** Garage's message for a key that its database does not accept. */
const refusedByDatabase = /MDB_BAD_VALSIZE/;

export function isRefusedKeyError(error: unknown): boolean {
  return refusedKeys.includes(getS3ErrorName(error)) || refusedByDatabase.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return String((error as Error | undefined)?.message ?? '');
}

/** Returns whether the server reports that it does not support conditional writes. */
export function isUnsupportedConditionError(error: unknown): boolean {
  return getHttpStatus(error) === 501 || getS3ErrorName(error) === 'NotImplemented';
}

/**
 * Converts errors of the SDK to ObjectStoreUnavailableError. Returns errors of the object-store interface unchanged.
 */
export function mapS3Error(doing: string, error: unknown): Error {
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
 * Call this after a 404 response without a body. Rejects with ObjectStoreUnavailableError if the bucket is missing,
 * because a missing bucket must never be reported as a missing object.
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
