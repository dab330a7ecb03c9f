// Detects differences of an S3 server from AWS. Servers do not declare these differences, so each one is tested when it
// first matters, by writing and removing empty objects.
import { createHash, randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getHttpStatus, isConflictError, isUnsupportedConditionError } from './errors.ts';
import { setPayloadHash } from './payload-hash.ts';

const NOTHING = new Uint8Array();

interface BucketAccess {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
}

export class S3ServerTraits {
  readonly #server: BucketAccess;
  #keepsConditions: Promise<boolean> | undefined;
  #listsInOrder: Promise<boolean> | undefined;
  #checksBodies: Promise<boolean> | undefined;

  constructor(server: BucketAccess) {
    this.#server = server;
  }

  /** Returns whether the server refuses `If-None-Match: *` for an existing object. Many servers replace the object. */
  keepsConditions(): Promise<boolean> {
    this.#keepsConditions ??= testConditionalWrites(this.#server).catch((error: unknown) => {
      this.#keepsConditions = undefined;
      throw error;
    });
    return this.#keepsConditions;
  }

  /** Returns whether the server lists keys in byte order. Otherwise, it lists in folder order (`a/b` before `a-`). */
  listsInOrder(): Promise<boolean> {
    this.#listsInOrder ??= testListingOrder(this.#server).catch((error: unknown) => {
      this.#listsInOrder = undefined;
      throw error;
    });
    return this.#listsInOrder;
  }

  /** Returns whether the server verifies bodies against the signed SHA-256. */
  checksBodies(): Promise<boolean> {
    this.#checksBodies ??= testBodyVerification(this.#server).catch((error: unknown) => {
      this.#checksBodies = undefined;
      throw error;
    });
    return this.#checksBodies;
  }
}

/** Returns a key at the root of the store, where no other objects are stored. */
const probeKey = ({ prefix }: BucketAccess) => `${prefix}holdfast-probe-${randomUUID()}`;

async function testConditionalWrites(server: BucketAccess): Promise<boolean> {
  const key = probeKey(server);
  try {
    // The server should refuse the second write. The key is new, so the first write is refused only if the SDK repeated
    // it after a lost response.
    return (await isCreateRefused(server, key)) || (await isCreateRefused(server, key));
  } catch (error) {
    if (isUnsupportedConditionError(error)) return false;
    throw error;
  } finally {
    await removeProbeObject(server, key);
  }
}

async function isCreateRefused({ client, bucket: Bucket }: BucketAccess, Key: string): Promise<boolean> {
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: NOTHING, IfNoneMatch: '*' }));
    return false;
  } catch (error) {
    if (isConflictError(error)) return true;
    throw error;
  }
}

async function testListingOrder(server: BucketAccess): Promise<boolean> {
  const { client, bucket: Bucket } = server;
  const key = probeKey(server);
  const keys = [`${key}-`, `${key}/x`];
  try {
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: NOTHING }));
    const command = new ListObjectsV2Command({ Bucket, Prefix: key, EncodingType: 'url' });
    const { Contents = [], EncodingType } = await client.send(command);
    return decodeListedKey(Contents[0]?.Key ?? '', EncodingType) === keys[0];
  } catch (error) {
    // Does not reject on 403, because clients with read-only access must be able to list.
    if (getHttpStatus(error) === 403) return true;
    throw error;
  } finally {
    for (const one of keys) await removeProbeObject(server, one);
  }
}

async function testBodyVerification(server: BucketAccess): Promise<boolean> {
  const { client, bucket: Bucket } = server;
  const Key = probeKey(server);
  const command = new PutObjectCommand({ Bucket, Key, Body: NOTHING });
  setPayloadHash(command, createHash('sha256').update('something else').digest('hex'));
  try {
    await client.send(command);
    return false;
  } catch (error) {
    if (getHttpStatus(error) === 400) return true;
    throw error;
  } finally {
    await removeProbeObject(server, Key);
  }
}

/**
 * Removes a test object. In a bucket with versions, deletes every version, because the versions would otherwise remain.
 */
async function removeProbeObject({ client, bucket: Bucket }: BucketAccess, Key: string): Promise<void> {
  const deleted = await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
  if (deleted?.VersionId === undefined) return;
  const { Versions = [], DeleteMarkers = [] } =
    (await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key })).catch(() => undefined)) ?? {};
  for (const { VersionId } of [...Versions, ...DeleteMarkers])
    await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })).catch(() => undefined);
}

/** Decodes a key if the response declares URL encoding. A space is encoded as `+`. */
export function decodeListedKey(key: string, encodingType: string | undefined): string {
  return encodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}
