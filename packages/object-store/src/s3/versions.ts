// Versions of the objects in a bucket: lists and deletes them, and places legal holds on them.
import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  ListObjectVersionsCommand,
  type ObjectVersion,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
} from '@aws-sdk/client-s3';
import type {
  BucketFeatures,
  LockedVersion,
  ObjectVersions,
  StoredVersion,
  VersionCursor,
  VersionPage,
} from '../port/versions.ts';
import type { S3Connection } from './connection.ts';
import { getHttpStatus, getS3ErrorName, mapS3Error } from './errors.ts';
import { decodeListedKey } from './traits.ts';

/** Status codes with which servers refuse to delete a locked version: 400 from MinIO, 403 from most servers. */
const REFUSALS = [400, 403, 405, 409];

type BucketAccess = Pick<S3Connection, 'client' | 'bucket' | 'prefix'>;

export class S3Versions implements ObjectVersions {
  readonly #server: BucketAccess;

  constructor(server: BucketAccess) {
    this.#server = server;
  }

  features(): Promise<BucketFeatures> {
    return readBucketFeatures(this.#server);
  }

  async list(prefix: string, after?: VersionCursor, limit = 1000): Promise<VersionPage> {
    const { client, bucket, prefix: root } = this.#server;
    try {
      const answer = await client.send(
        new ListObjectVersionsCommand({
          Bucket: bucket,
          Prefix: root + prefix,
          ...(after && { KeyMarker: root + after.key }),
          ...(after?.versionId !== undefined && { VersionIdMarker: after.versionId }),
          MaxKeys: limit,
          EncodingType: 'url',
        }),
      );
      const keyOf = (text = '') => decodeListedKey(text, answer.EncodingType).slice(root.length);
      const toVersion =
        (isDeleteMarker: boolean) =>
        (one: ObjectVersion): StoredVersion => ({
          key: keyOf(one.Key),
          versionId: one.VersionId ?? 'null',
          isDeleteMarker,
          isLatest: one.IsLatest === true,
          sizeBytes: one.Size ?? 0,
        });
      const versions = [
        ...(answer.Versions ?? []).map(toVersion(false)),
        ...(answer.DeleteMarkers ?? []).map(toVersion(true)),
      ];
      const isLast = !answer.IsTruncated || !answer.NextKeyMarker;
      return {
        versions,
        next: isLast
          ? undefined
          : { key: keyOf(answer.NextKeyMarker), versionId: answer.NextVersionIdMarker || undefined },
      };
    } catch (error) {
      throw mapS3Error('listing versions', error);
    }
  }

  async erase(key: string): Promise<LockedVersion[]> {
    const versions = await this.#listVersionsByKey(key);
    const locked: LockedVersion[] = [];
    for (const version of versions.filter(({ isDeleteMarker }) => !isDeleteMarker)) {
      const refused = await this.#remove(version);
      if (refused) locked.push(refused);
    }
    if (locked.length > 0) return locked;
    for (const marker of versions.filter(({ isDeleteMarker }) => isDeleteMarker)) await this.#remove(marker);
    return [];
  }

  async setLegalHold(key: string, isOn: boolean): Promise<boolean> {
    if (isOn) return this.#putLegalHold(key, 'ON');
    const versions = (await this.#listVersionsByKey(key)).filter(({ isDeleteMarker }) => !isDeleteMarker);
    for (const { versionId } of versions) await this.#putLegalHold(key, 'OFF', versionId);
    return versions.length > 0;
  }

  /** Returns whether the object was deleted and the bucket still has a delete marker for it. */
  async isDeleted(key: string): Promise<boolean> {
    const versions = await this.#listVersionsByKey(key);
    return versions.some(({ isDeleteMarker, isLatest }) => isDeleteMarker && isLatest);
  }

  /** Tests with an empty object whether a legal hold prevents deletion. `forbidden`: this user may not place one. */
  async testLegalHolds(): Promise<'enforced' | 'ignored' | 'forbidden'> {
    const { client, bucket, prefix } = this.#server;
    const key = `holdfast-probe-${randomUUID()}`;
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + key, Body: new Uint8Array() }));
    try {
      const isPlaced = await this.setLegalHold(key, true).catch((error: Error) => {
        if (REFUSALS.includes(getHttpStatus(error.cause) ?? 0)) return false;
        throw error;
      });
      if (!isPlaced) return 'forbidden';
      return (await this.erase(key)).length > 0 ? 'enforced' : 'ignored';
    } finally {
      await this.setLegalHold(key, false).catch(() => undefined);
      await this.erase(key).catch(() => undefined);
    }
  }

  async #listVersionsByKey(key: string): Promise<StoredVersion[]> {
    const found: StoredVersion[] = [];
    for (let after: VersionCursor | undefined; ; ) {
      const page: VersionPage = await this.list(key, after);
      found.push(...page.versions.filter((version) => version.key === key));
      // All further versions belong to longer keys with this prefix.
      if (!page.next || page.next.key !== key) return found;
      after = page.next;
    }
  }

  /** Deletes one version. Returns the version if it is locked, and undefined if it was deleted or no longer exists. */
  async #remove({ key, versionId }: StoredVersion): Promise<LockedVersion | undefined> {
    const { client, bucket, prefix } = this.#server;
    const version = { Bucket: bucket, Key: prefix + key, VersionId: versionId };
    try {
      await client.send(new DeleteObjectCommand(version));
      return undefined;
    } catch (error) {
      const status = getHttpStatus(error) ?? 0;
      if (status === 404 && getS3ErrorName(error) !== 'NoSuchBucket') return undefined;
      if (!REFUSALS.includes(status)) throw mapS3Error('deleting a version', error);
      const message = String((error as Error).message || getS3ErrorName(error)).slice(0, 200);
      return { key, versionId, message, ...(await this.#readLocks(version)) };
    }
  }

  async #readLocks(version: {
    Bucket: string;
    Key: string;
    VersionId: string;
  }): Promise<Pick<LockedVersion, 'hasLegalHold' | 'retention'>> {
    const { client } = this.#server;
    const hold = await ignoreRefusal(client.send(new GetObjectLegalHoldCommand(version)));
    const { Retention } = (await ignoreRefusal(client.send(new GetObjectRetentionCommand(version)))) ?? {};
    const untilMs = Retention?.RetainUntilDate?.getTime();
    return {
      hasLegalHold: hold?.LegalHold?.Status === 'ON',
      ...(untilMs !== undefined &&
        untilMs > Date.now() && { retention: { mode: Retention?.Mode ?? '', untilMs } }),
    };
  }

  async #putLegalHold(key: string, Status: 'ON' | 'OFF', VersionId?: string): Promise<boolean> {
    const { client, bucket, prefix } = this.#server;
    const version = { Bucket: bucket, Key: prefix + key, ...(VersionId !== undefined && { VersionId }) };
    try {
      await client.send(new PutObjectLegalHoldCommand({ ...version, LegalHold: { Status } }));
      return true;
    } catch (error) {
      // Status 405 means that the current version is a delete marker.
      if ([404, 405].includes(getHttpStatus(error) ?? 0) && getS3ErrorName(error) !== 'NoSuchBucket')
        return false;
      throw mapS3Error('setting a legal hold', error);
    }
  }
}

/**
 * Reads the features of the bucket. Servers without versioning or object lock refuse these requests in different ways.
 * A refusal is therefore not an error. Rejects only if the server cannot be reached.
 */
export async function readBucketFeatures({ client, bucket: Bucket }: BucketAccess): Promise<BucketFeatures> {
  try {
    const versioning = await ignoreRefusal(client.send(new GetBucketVersioningCommand({ Bucket })), () => ({
      Status: 'Forbidden' as const,
    }));
    const { ObjectLockConfiguration: lock } =
      (await ignoreRefusal(client.send(new GetObjectLockConfigurationCommand({ Bucket })))) ?? {};
    const status = versioning?.Status as string | undefined;
    return {
      // Also true for suspended versioning, because earlier versions stay in the bucket.
      keepsVersions: status === 'Forbidden' ? 'unknown' : status ? 'yes' : 'no',
      hasObjectLock: lock?.ObjectLockEnabled === 'Enabled',
      hasDefaultRetention: lock?.Rule?.DefaultRetention?.Mode !== undefined,
    };
  } catch (error) {
    throw mapS3Error('reading the features of its bucket', error);
  }
}

/**
 * Returns undefined if the server refuses or does not support the request. For a 403 response, returns the result of
 * `onForbidden` instead.
 */
async function ignoreRefusal<T>(
  request: Promise<T>,
  onForbidden?: () => T | undefined,
): Promise<T | undefined>;
async function ignoreRefusal<T, F>(request: Promise<T>, onForbidden: () => F): Promise<T | F | undefined>;
async function ignoreRefusal<T, F>(request: Promise<T>, onForbidden?: () => F): Promise<T | F | undefined> {
  try {
    return await request;
  } catch (error) {
    const status = getHttpStatus(error) ?? 0;
    if (getS3ErrorName(error) === 'NoSuchBucket') throw error;
    if (status === 403) return onForbidden?.();
    if ([400, 404, 405, 501].includes(status)) return undefined;
    throw error;
  }
}
