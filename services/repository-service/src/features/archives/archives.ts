// Importing an archive: the upload's bytes through a codec thread into segments, with an answer that grows as records
// become durable. No HTTP and no SQL here.

import type { ImportSummary as WireSummary } from '@holdfast/api-types';
import type { PayloadReading } from '@holdfast/warc';
import { CompanionCounts } from '../../domain/companions/arrangement.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { RecordType } from '../../domain/record/read-record.ts';
import type { Rules } from '../../ingest/deciding/decisions.ts';
import type { GivenRules } from '../../ingest/deciding/given-decisions.ts';
import type { CodecThreads, ReadOptions } from '../../ingest/reading/codec-threads.ts';
import type { InflationBound } from '../../ingest/reading/upload-gauge.ts';
import type { BegunImport, ImportHistory } from '../../ingest/run/import-history.ts';
import type { IngestDeps } from '../../ingest/run/import-run.ts';
import { importRecords } from '../../ingest/run/import-run.ts';
import { toClientMessage } from '../errors.ts';

interface ArchiveImport extends Rules, BegunImport {
  /** Records that are damaged but whole are to be stored, with a mark. */
  readonly quarantine: boolean;
  /** What payloads are: `recorded` where they are to be what other nodes digest. */
  readonly payloads: PayloadReading;
  /** Its records are artifacts of another repository, which keep the identity that they have there. */
  readonly given?: GivenRules | undefined;
  /** Is told what comes of it. */
  readonly summary: ImportSummary;
  readonly signal: AbortSignal;
  acknowledge(results: Acknowledgement[]): void;
  /** The archive is a package, of which `warn` may be told something at its end. */
  beginPackage(): void;
  /** Is told, in a sentence, what about the archive as a whole is not as it says. */
  warn(warning: string): void;
}

export interface ArchiveDeps {
  readonly ingest: IngestDeps;
  readonly codec: CodecThreads;
  readonly history: ImportHistory;
  /** What an archive may inflate to. */
  readonly inflation: InflationBound;
  /** One began; `onImported` will be told of it, too. */
  onImport(): void;
  onImported(outcome: 'complete' | 'failed', imported: Imported): void;
}

interface Imported {
  readonly results: ImportCounts;
  /** What became of the records beside those that become artifacts. */
  readonly companions: CompanionCounts;
  readonly uploadBytes: number;
}

type ImportCounts = Record<'OK' | 'DUPLICATE' | 'EXCLUDED' | 'ERROR', number>;

/**
 * Imports one archive, whose chunks are its own: their memory is given back. When this rejects, what was acknowledged is
 * stored and stays, and nothing else is visible.
 */
export async function importArchive(
  { ingest, codec, history, inflation, onImport, onImported }: ArchiveDeps,
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
  const { user, requestId, namespace, auid, fileName, requestBytes } = job;
  const about = { user, requestId, namespace, auid, fileName, requestBytes };
  const end = history.begin(about, () => ({ uploadBytes: meter.bytes, counts: { ...results } }));
  try {
    const warn = (warning: string) => {
      job.summary.warnings.push(warning);
      job.warn(warning);
    };
    const bytes = metered(archive, meter, () => job.beginPackage());
    const outputs = codec.read(bytes, job.signal, { ...readOptions(ingest, job), inflation, warn });
    await importRecords(ingest, { ...job, companions, acknowledge }, outputs);
    onImported('complete', imported());
    end({ outcome: 'complete', failure: undefined });
  } catch (error) {
    onImported('failed', imported());
    end(
      job.signal.aborted
        ? { outcome: 'cut', failure: undefined }
        : { outcome: 'failed', failure: toClientMessage(error) },
    );
    throw error;
  } finally {
    job.summary.uploadBytes = meter.bytes;
  }
}

function readOptions({ keepRecords }: IngestDeps, job: ArchiveImport): ReadOptions {
  const { quarantine: keepDamaged, payloads, given, namespace, auid } = job;
  // A repository holds artifacts, and no records beside them.
  if (given) return { keepDamaged, payloads, givenBy: { namespace, auid } };
  return { keepDamaged, payloads, companions: keepRecords === 'all' ? 'all' : 'requests' };
}

const ZIP = Buffer.from('PK', 'latin1');

async function* metered(
  archive: AsyncIterable<Uint8Array>,
  meter: { bytes: number },
  beginPackage: () => void,
) {
  for await (const chunk of archive) {
    if (meter.bytes === 0 && ZIP.equals(chunk.subarray(0, ZIP.length))) beginPackage();
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

type StatusCounts = WireSummary['records']['response'];

/** What an import came to as a whole: counted while it goes on, and said at its end to those who ask. */
export class ImportSummary {
  readonly #records: Record<RecordType, StatusCounts> = {
    response: none(),
    resource: none(),
    revisit: none(),
    other: none(),
  };
  #quarantined = 0;
  readonly companions = new CompanionCounts();
  uploadBytes = 0;
  /** What about the archive as a whole is not as it says. */
  readonly warnings: string[] = [];

  count(lines: readonly Acknowledgement[]): void {
    for (const { ref, verdict } of lines) {
      this.#records[ref.type ?? 'other'][verdict.status] += 1;
      if (verdict.status === 'OK' && ref.quarantined !== undefined) this.#quarantined += 1;
    }
  }

  /** `complete`: the archive was taken to its end. */
  told(complete: boolean): WireSummary {
    return {
      complete,
      records: this.#records,
      quarantined: this.#quarantined,
      companions: this.companions,
      uploadBytes: this.uploadBytes,
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
    };
  }
}

function none(): StatusCounts {
  return { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
}
