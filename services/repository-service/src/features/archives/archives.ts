// Importing an archive: the upload's bytes through a codec thread into segments, with an answer that grows as records
// become durable. No HTTP and no SQL here.

import type { CompanionCounts } from '../../domain/companions/companion-counts.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { CodecThreads } from '../../ingest/codec-threads.ts';
import type { IngestDeps } from '../../ingest/import-job.ts';
import { importRecords } from '../../ingest/importer.ts';
import type { Rules } from '../../ingest/judgement.ts';
import type { ImportSummary } from './import-summary.ts';

export interface ArchiveImport extends Rules {
  readonly namespace: string;
  readonly auid: string;
  /** Records that are damaged but whole are to be stored, with a mark. */
  readonly quarantine: boolean;
  /** Is told what comes of it. */
  readonly summary: ImportSummary;
  readonly signal: AbortSignal;
  acknowledge(results: Acknowledgement[]): void;
}

export interface ArchiveDeps {
  readonly ingest: IngestDeps;
  readonly codec: CodecThreads;
  /** One began; `onImported` will be told of it, too. */
  onImport(): void;
  onImported(outcome: 'complete' | 'failed', imported: Imported): void;
}

export interface Imported {
  readonly results: ImportCounts;
  /** What became of the records beside those that become artifacts. */
  readonly companions: CompanionCounts;
  readonly uploadBytes: number;
}

export type ImportCounts = Record<'OK' | 'DUPLICATE' | 'EXCLUDED' | 'ERROR', number>;

/**
 * Imports one archive, whose chunks are its own: their memory is given back. When this rejects, what was acknowledged is
 * stored and stays, and nothing else is visible.
 */
export async function importArchive(
  { ingest, codec, onImport, onImported }: ArchiveDeps,
  job: ArchiveImport,
  archive: AsyncIterable<Uint8Array>,
): Promise<void> {
  const results: ImportCounts = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
  const { companions } = job.summary;
  const meter = { bytes: 0 };
  const imported = () => ({ results, companions, uploadBytes: meter.bytes });
  const acknowledge = (lines: Acknowledgement[]) => {
    for (const { verdict } of lines) results[verdict.status] += 1;
    job.summary.count(lines);
    job.acknowledge(lines);
  };
  onImport();
  try {
    const use = {
      companions: ingest.keepRecords === 'all' ? ('all' as const) : ('requests' as const),
      keepDamaged: job.quarantine,
    };
    const outputs = codec.read(metered(archive, meter), job.signal, use);
    await importRecords(ingest, { ...job, companions, acknowledge }, outputs);
    onImported('complete', imported());
  } catch (error) {
    onImported('failed', imported());
    throw error;
  } finally {
    job.summary.uploadBytes = meter.bytes;
  }
}

async function* metered(archive: AsyncIterable<Uint8Array>, meter: { bytes: number }) {
  for await (const chunk of archive) {
    meter.bytes += chunk.length;
    yield chunk;
    free(chunk);
  }
}

/** Left to the collector, so many bytes would have it look through everything that is alive again and again. */
function free({ buffer, byteLength }: Uint8Array): void {
  // Most chunks have a buffer of their own; one that others may have a part of is let be.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
