// Writes one object to S3: with one PutObject if it is small, otherwise as a multipart upload. Never overwrites an
// object: uses `If-None-Match: *` if the server supports it. If a response is lost, checks whether the object was
// stored.
import { randomUUID } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { BadKeyError, ObjectExistsError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectPart, WriteTarget } from '../port/writer.ts';
import type { S3Connection } from './connection.ts';
import {
  getHttpStatus,
  isConflictError,
  isMissingKeyError,
  isRefusedKeyError,
  mapS3Error,
} from './errors.ts';
import { runInKeyOrder } from './in-turn.ts';
import { setPayloadHash } from './payload-hash.ts';
import { abortUpload } from './uploads.ts';
import { S3Versions } from './versions.ts';

/** Maximum number of parts of a multipart upload. */
const MAX_PARTS = 10_000;
const WRITE_ID_NAME = 'holdfast-write';

export class S3Target implements WriteTarget {
  readonly #connection: S3Connection;
  readonly #key: string;
  readonly #object: { Bucket: string; Key: string };
  /** Stored with the object to recognize this write if its response was lost. */
  readonly #writeId = randomUUID();
  readonly #cancelled = new AbortController();
  readonly #etags: string[] = [];
  readonly #replace: boolean;
  #uploadId: Promise<string> | undefined;

  constructor(connection: S3Connection, key: string, replace = false) {
    this.#connection = connection;
    this.#replace = replace;
    this.#key = key;
    this.#object = { Bucket: connection.bucket, Key: connection.prefix + key };
  }

  async send({ index, bytes, sha256 }: ObjectPart): Promise<void> {
    try {
      if (index >= MAX_PARTS)
        throw new ObjectStoreUnavailableError(`an object of more than ${MAX_PARTS} parts`);
      this.#uploadId ??= this.#begin();
      const command = new UploadPartCommand({
        ...this.#object,
        UploadId: await this.#uploadId,
        PartNumber: index + 1,
        Body: bytes,
      });
      if (sha256) setPayloadHash(command, sha256);
      const { ETag } = await this.#connection.client.send(command, { abortSignal: this.#cancelled.signal });
      if (!ETag) throw new ObjectStoreUnavailableError('a stored part got no ETag');
      this.#etags[index] = ETag;
    } catch (error) {
      throw this.#mapped(error);
    }
  }

  async publishWhole(bytes: Uint8Array): Promise<void> {
    await this.#publish((condition) =>
      this.#connection.client.send(
        new PutObjectCommand({ ...this.#object, ...condition, Body: bytes, Metadata: this.#metadata() }),
      ),
    );
  }

  async publishParts(): Promise<void> {
    const Parts = this.#etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    const UploadId = await this.#uploadId;
    await this.#publish((condition) =>
      this.#connection.client.send(
        new CompleteMultipartUploadCommand({
          ...this.#object,
          ...condition,
          UploadId,
          MultipartUpload: { Parts },
        }),
      ),
    );
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  async discard(): Promise<void> {
    try {
      const uploadId = await this.#uploadId;
      if (uploadId) await abortUpload(this.#connection, this.#object.Key, uploadId);
    } catch {
      // Ignores the error: the upload is invisible, and is aborted at a start at least a day later (uploads.ts).
    }
  }

  async #begin(): Promise<string> {
    const command = new CreateMultipartUploadCommand({ ...this.#object, Metadata: this.#metadata() });
    const { UploadId } = await this.#connection.client.send(command);
    if (!UploadId) throw new ObjectStoreUnavailableError('a multipart upload got no id');
    return UploadId;
  }

  async #publish(request: (condition: { IfNoneMatch?: '*' }) => Promise<unknown>): Promise<void> {
    try {
      await this.#writeObject(request);
    } catch (error) {
      const found = await this.#identifyObject();
      if (found === 'ours') return;
      if (found === 'another' && isConflictError(error)) throw new ObjectExistsError(this.#key);
      if (found !== 'none' || getHttpStatus(error) !== 412) throw this.#mapped(error);
      await this.#publishDespiteVersions(request, error);
    }
  }

  /** Publishes the object although the server has refused the condition. Rejects if the object really exists. */
  async #publishDespiteVersions(
    request: (condition: { IfNoneMatch?: '*' }) => Promise<unknown>,
    cause: unknown,
  ): Promise<void> {
    // Servers that store objects as files report a conflict if the key is one of their folders.
    if (
      !(await this.#versions()
        .isDeleted(this.#key)
        .catch(() => false))
    )
      throw new BadKeyError(this.#key, 'the server holds objects below it', { cause });
    // The object was deleted, but the server counts its delete marker as an existing object.
    try {
      await request({});
    } catch (error) {
      throw this.#mapped(error);
    }
  }

  /**
   * Writes the object. Unless `replace` is set, fails if the object already exists. On a server without conditional
   * writes, looks up the key first. Another process could still write the same key in between, but keys are unique, so
   * this risk is only theoretical.
   */
  async #writeObject(request: (condition: { IfNoneMatch?: '*' }) => Promise<unknown>): Promise<void> {
    if (this.#replace) {
      const isHeld = await this.#hasLegalHold();
      await request({});
      // Places a legal hold on the new version if the old one had it.
      if (isHeld) await this.#versions().setLegalHold(this.#key, true);
      return;
    }
    if (await this.#connection.traits.keepsConditions()) {
      await request({ IfNoneMatch: '*' });
      return;
    }
    await runInKeyOrder(this.#connection.writing, this.#object.Key, async () => {
      const found = await this.#identifyObject();
      if (found === 'another') throw new ObjectExistsError(this.#key);
      if (found === 'unknown') throw new ObjectStoreUnavailableError('checking whether the object exists');
      await request({});
    });
  }

  async #identifyObject(): Promise<'ours' | 'another' | 'none' | 'unknown'> {
    try {
      const { Metadata } = await this.#connection.client.send(new HeadObjectCommand(this.#object));
      return Metadata?.[WRITE_ID_NAME] === this.#writeId ? 'ours' : 'another';
    } catch (error) {
      return isMissingKeyError(error) ? 'none' : 'unknown';
    }
  }

  async #hasLegalHold(): Promise<boolean> {
    try {
      const { ObjectLockLegalHoldStatus } = await this.#connection.client.send(
        new HeadObjectCommand(this.#object),
      );
      return ObjectLockLegalHoldStatus === 'ON';
    } catch (error) {
      if (isMissingKeyError(error)) return false;
      throw error;
    }
  }

  #versions(): S3Versions {
    return new S3Versions(this.#connection);
  }

  #metadata(): Record<string, string> {
    return { [WRITE_ID_NAME]: this.#writeId };
  }

  #mapped(error: unknown): Error {
    if (!isRefusedKeyError(error)) return mapS3Error('writing an object', error);
    return new BadKeyError(this.#key, 'the server cannot store it', { cause: error });
  }
}
