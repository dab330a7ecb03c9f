// The content of an artifact out of the object store: its HTTP head as captured, and streams of its payload or its
// block that fail rather than deliver wrong bytes.
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import { openStoredRecord, type StoredHttpHead, type StoredRecord } from '@holdfast/warc';
import type { StoredArtifact, StoredPlace } from '../../index/artifact.db.ts';
import { type ByteRange, sliceOf } from './byte-range.ts';
import { type Fixity, FixityCheck } from './fixity.ts';

/** Payloads up to this size are checked whole before the first byte of an answer goes out. */
const checkedFirstBytes = 1024 * 1024;

export interface ArtifactContent {
  /** Of a `response`; undefined for a `resource`. */
  head: StoredHttpHead | undefined;
  /** The resource's own type, or that of the head. */
  contentType: string | undefined;
  /** Payload bytes, or a range of them. Once. */
  payload(range?: ByteRange): Promise<Readable>;
  /** The body as it is stored, chunk framing included; its length is not `contentLength` when de-chunked. Once. */
  storedBody(): Promise<{ lengthBytes: number; body: Readable }>;
  close(): void;
}

export async function openContent(
  store: ObjectStore,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<ArtifactContent> {
  const open = (place: StoredPlace) => openRecord(store, place, signal);
  const record = await open(artifact.record);
  if (!artifact.sharedPayload) return contentOf(artifact, record, record);
  const head = record.http;
  record.destroy();
  const holder = await open(artifact.sharedPayload);
  return contentOf(artifact, head ? { ...holder, http: head } : holder, holder);
}

async function openRecord(store: ObjectStore, { key, offset, length }: StoredPlace, signal: AbortSignal) {
  return openStoredRecord(await store.read(key, { offset, length, signal }));
}

function contentOf(
  artifact: StoredArtifact,
  { http }: Pick<StoredRecord, 'http'>,
  holder: StoredRecord,
): ArtifactContent {
  const { contentLength, sha256, storedSha1, dechunked, kind } = artifact;
  const payloadFixity: Fixity = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
  return {
    head: kind === 'resource' ? undefined : http,
    contentType: kind === 'resource' ? holder.contentType : http?.get('content-type'),
    payload: async (range) => {
      const checked = checkedBy(payloadFixity, holder.body({ dechunk: dechunked }));
      const safe = contentLength <= checkedFirstBytes ? Readable.from([await buffer(checked)]) : checked;
      return range ? Readable.from(sliceOf(safe, range), { objectMode: false }) : safe;
    },
    storedBody: async () => {
      if (artifact.sharedPayload) {
        return {
          lengthBytes: contentLength,
          body: checkedBy(payloadFixity, holder.body({ dechunk: dechunked })),
        };
      }
      const lengthBytes = holder.bodyLength;
      const fixity: Fixity = { algorithm: 'sha1', digest: storedSha1, lengthBytes };
      return { lengthBytes, body: checkedBy(fixity, holder.body({ dechunk: false })) };
    },
    close: () => holder.destroy(),
  };
}

function checkedBy(fixity: Fixity, source: Readable): Readable {
  // Errors of the source reach the check, and whoever reads it; there is nobody else to tell.
  return pipeline(source, new FixityCheck(fixity), () => undefined);
}
