// Finds and aborts multipart uploads that will never be completed: their writer gave up, or its process was killed.
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import { BadKeyError } from '../port/errors.ts';
import type { UnfinishedWrite } from '../port/port.ts';
import type { S3Connection } from './connection.ts';
import { getHttpStatus } from './errors.ts';

const STALE_AFTER_MS = 24 * 3600 * 1000;

/**
 * Repeats the abort until the server no longer finds the upload, because a part whose request was interrupted may be
 * stored after the first attempt. Rejects if the server is unreachable.
 */
export async function abortUpload(
  connection: S3Connection,
  fullKey: string,
  uploadId: string,
): Promise<void> {
  const which = { Bucket: connection.bucket, Key: fullKey, UploadId: uploadId };
  for (const waitMs of [0, 250, 1000]) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (await isGone(connection.client.send(new AbortMultipartUploadCommand(which)))) return;
    if (await isGone(connection.client.send(new ListPartsCommand({ ...which, MaxParts: 1 })))) return;
  }
}

/** Aborts uploads under the store's prefix that have received no part for more than a day. Their writers have ended. */
export async function abortStaleUploads(connection: S3Connection, nowMs: number): Promise<void> {
  for await (const { Key, UploadId, Initiated } of listUploads(connection)) {
    if (nowMs - Initiated.getTime() <= STALE_AFTER_MS) continue;
    const { changedMs } = await measureUpload(connection, { Key, UploadId, Initiated });
    if (nowMs - changedMs > STALE_AFTER_MS) await abortUpload(connection, Key, UploadId);
  }
}

export async function listUnfinishedUploads(
  connection: S3Connection,
  limit: number,
): Promise<UnfinishedWrite[]> {
  const found: UnfinishedWrite[] = [];
  for await (const upload of listUploads(connection)) {
    if (found.length >= limit) break;
    const name = upload.Key.slice(connection.prefix.length) + NAME_PARTS + upload.UploadId;
    found.push({ name, ...(await measureUpload(connection, upload)) });
  }
  return found;
}

const NAME_PARTS = '?uploadId=';

export function parseUploadName(name: string): { key: string; uploadId: string } {
  const at = name.lastIndexOf(NAME_PARTS);
  const uploadId = name.slice(at + NAME_PARTS.length);
  if (at <= 0 || uploadId === '') throw new BadKeyError(name, 'it does not name an unfinished write');
  return { key: name.slice(0, at), uploadId };
}

interface Upload {
  Key: string;
  UploadId: string;
  Initiated: Date;
}

async function* listUploads(connection: S3Connection): AsyncGenerator<Upload> {
  let page: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const answer = await connection.client.send(
      new ListMultipartUploadsCommand({ Bucket: connection.bucket, Prefix: connection.prefix, ...page }),
    );
    for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
      if (Key?.startsWith(connection.prefix) && UploadId && Initiated) yield { Key, UploadId, Initiated };
    }
    if (!answer.IsTruncated || !answer.NextKeyMarker) return;
    page = { KeyMarker: answer.NextKeyMarker };
    if (answer.NextUploadIdMarker) page.UploadIdMarker = answer.NextUploadIdMarker;
  }
}

/** Returns the time of the last part and the total size, or the start time if the upload has finished meanwhile. */
async function measureUpload(
  { client, bucket }: S3Connection,
  { Key, UploadId, Initiated }: Upload,
): Promise<{ changedMs: number; sizeBytes: number }> {
  const last = { changedMs: Initiated.getTime(), sizeBytes: 0 };
  let PartNumberMarker: string | undefined;
  try {
    for (;;) {
      const which = { Bucket: bucket, Key, UploadId, ...(PartNumberMarker && { PartNumberMarker }) };
      const answer = await client.send(new ListPartsCommand(which));
      for (const { LastModified, Size } of answer.Parts ?? []) {
        last.changedMs = Math.max(last.changedMs, LastModified?.getTime() ?? 0);
        last.sizeBytes += Size ?? 0;
      }
      if (!answer.IsTruncated || !answer.NextPartNumberMarker) return last;
      PartNumberMarker = answer.NextPartNumberMarker;
    }
  } catch (error) {
    if (getHttpStatus(error) === 404) return last;
    throw error;
  }
}

async function isGone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (getHttpStatus(error) === 404) return true;
    throw error;
  }
}
