// Multipart uploads nobody will finish: given up by this process, or left by one that was killed.
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import type { Connection } from './connection.ts';
import { statusOf } from './errors.ts';

const staleAfterMs = 24 * 3600 * 1000;

/**
 * Aborts an upload until the server knows it no more: a part whose request was cut may still be stored after
 * the first time. Rejects when the server cannot be reached.
 */
export async function abortUpload(connection: Connection, fullKey: string, uploadId: string): Promise<void> {
  const which = { Bucket: connection.bucket, Key: fullKey, UploadId: uploadId };
  for (const waitMs of [0, 250, 1000]) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (await isGone(connection.client.send(new AbortMultipartUploadCommand(which)))) return;
    if (await isGone(connection.client.send(new ListPartsCommand({ ...which, MaxParts: 1 })))) return;
  }
}

/** Aborts uploads under the store's prefix that were begun more than a day ago, and so can have no writer. */
export async function abortStaleUploads(connection: Connection, nowMs: number): Promise<void> {
  let page: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const answer = await connection.client.send(
      new ListMultipartUploadsCommand({ Bucket: connection.bucket, Prefix: connection.prefix, ...page }),
    );
    for (const upload of answer.Uploads ?? []) await abortIfStale(connection, upload, nowMs);
    if (!answer.IsTruncated || !answer.NextKeyMarker) return;
    page = { KeyMarker: answer.NextKeyMarker };
    if (answer.NextUploadIdMarker) page.UploadIdMarker = answer.NextUploadIdMarker;
  }
}

async function abortIfStale(connection: Connection, upload: MultipartUpload, nowMs: number): Promise<void> {
  const { Key, UploadId, Initiated } = upload;
  if (!Key?.startsWith(connection.prefix) || !UploadId || !Initiated) return;
  if (nowMs - Initiated.getTime() > staleAfterMs) await abortUpload(connection, Key, UploadId);
}

async function isGone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (statusOf(error) === 404) return true;
    throw error;
  }
}
