// Uploads one file as one import. Distinguishes errors of the source, the connection and the service.

import { type InputSource, SourceError, toRefusalError } from '@holdfast/cli-kit';
import {
  describeSystemError,
  type FormFile,
  type ImportedRecord,
  type ImportSummary,
  type RepositoryClient,
  ServiceError,
} from '@holdfast/client';

export interface UploadOptions {
  readonly auid: string;
  readonly namespace?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
  readonly quarantine?: true;
}

/** Callbacks for the progress and the result of an upload. */
export interface UploadEvents {
  /** Called when `bytes` more bytes of the file were written to the connection. */
  sent(bytes: number): void;
  /** Called with the summary of the import. */
  summary(summary: ImportSummary): void;
}

/**
 * Thrown if the connection breaks before the response is complete. Records whose status was received as stored are
 * durable. Later records may or may not be stored.
 */
export class BrokenConnectionError extends Error {
  override readonly name = 'BrokenConnectionError';
}

/**
 * Uploads the source and yields the status of each record. A record with a stored status is durable. Throws
 * `RefusalError`, `BrokenConnectionError`, `SourceError`, or the signal's abort reason.
 */
export async function* upload(
  { importArchive }: RepositoryClient,
  source: InputSource,
  { auid, namespace, storeDuplicate, excludeStatusPattern, quarantine }: UploadOptions,
  events: UploadEvents,
  signal: AbortSignal,
): AsyncGenerator<ImportedRecord> {
  const input = {
    auid,
    namespace,
    storeDuplicate: storeDuplicate || undefined,
    excludeStatusPattern,
    quarantine,
    archive: toFormFile(source, source.fileName, (bytes) => events.sent(bytes)),
    onSummary: (summary: ImportSummary) => events.summary(summary),
  };
  try {
    yield* importArchive(input, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.status === undefined ? new BrokenConnectionError(error.detail) : toRefusalError(error);
  }
}

/** Returns the source as a file of the upload form. Read errors become `SourceError`. */
export function toFormFile(
  source: InputSource,
  fileName: string,
  sent: (bytes: number) => void = () => undefined,
): FormFile {
  return { content: readSourceBytes(source, sent), fileName, sizeBytes: source.sizeBytes };
}

async function* readSourceBytes(
  source: InputSource,
  sent: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  try {
    for await (const chunk of source.open() as AsyncIterable<Buffer>) {
      sentBytes += chunk.length;
      yield chunk;
      sent(chunk.length);
    }
  } catch (error) {
    throw new SourceError(`${source.name} could not be read: ${describeSystemError(error)}.`);
  }
  if (source.sizeBytes !== undefined && sentBytes !== source.sizeBytes) {
    throw new SourceError(`${source.name} was truncated while it was read.`);
  }
}
