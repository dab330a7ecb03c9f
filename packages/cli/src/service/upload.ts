// One file → one import: its bytes are counted as they go out, and what goes wrong is told apart by whose fault it is.

import { refusal, type Source, SourceError } from '@holdfast/cli-kit';
import {
  type FormFile,
  failureWords,
  type ImportSummary,
  type JudgedRecord,
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

/** Who is told while a file goes out, and at its end. */
export interface UploadEvents {
  /** So many more bytes of the file were handed to the connection. */
  sent(bytes: number): void;
  /** What the import came to as a whole. */
  summary(summary: ImportSummary): void;
}

/** The connection ended before the answer did: what was reported until then holds, the rest is unknown. */
export class BrokenConnectionError extends Error {
  override readonly name = 'BrokenConnectionError';
}

/**
 * Sends the source and yields what became of each record, which is durable when it is said to be stored. Throws `RefusalError`, `BrokenConnectionError`,
 * `SourceError`, or the signal's reason.
 */
export async function* upload(
  { importArchive }: RepositoryClient,
  source: Source,
  { auid, namespace, storeDuplicate, excludeStatusPattern, quarantine }: UploadOptions,
  events: UploadEvents,
  signal: AbortSignal,
): AsyncGenerator<JudgedRecord> {
  const input = {
    auid,
    namespace,
    storeDuplicate: storeDuplicate || undefined,
    excludeStatusPattern,
    quarantine,
    archive: fileOf(source, source.fileName, (bytes) => events.sent(bytes)),
    onSummary: (summary: ImportSummary) => events.summary(summary),
  };
  try {
    yield* importArchive(input, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.status === undefined ? new BrokenConnectionError(error.detail) : refusal(error);
  }
}

/** The file as it is sent. Reading it throws `SourceError`. */
export function fileOf(
  source: Source,
  fileName: string,
  sent: (bytes: number) => void = () => undefined,
): FormFile {
  return { content: bytesOf(source, sent), fileName, sizeBytes: source.sizeBytes };
}

async function* bytesOf(source: Source, sent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  try {
    for await (const chunk of source.open() as AsyncIterable<Buffer>) {
      sentBytes += chunk.length;
      yield chunk;
      sent(chunk.length);
    }
  } catch (error) {
    throw new SourceError(`${source.name} could not be read: ${failureWords(error)}.`);
  }
  if (source.sizeBytes !== undefined && sentBytes !== source.sizeBytes) {
    throw new SourceError(`${source.name} became shorter while it was read.`);
  }
}
