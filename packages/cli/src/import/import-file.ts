// Imports one file, or skips it if an earlier run imported it.
import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import {
  escapeControls,
  exitCodes,
  formatCount,
  type InputSource,
  type Progress,
  RefusalError,
  SourceError,
  UsageError,
} from '@holdfast/cli-kit';
import {
  describeSystemError,
  type ImportedRecord,
  type ImportSummary,
  type RepositoryClient,
} from '@holdfast/client';
import { BrokenConnectionError, upload } from '../service/upload.ts';
import type { ImportCommand } from './import-arguments.ts';
import { type ImportProgressFile, isStillStored } from './import-progress.ts';
import { createFileReport, type FileReport } from './report.ts';

export interface FileImport {
  readonly client: RepositoryClient;
  readonly command: ImportCommand;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /**
   * Returns the list of imported files that may contain the source. Returns undefined for a source that is always sent.
   */
  ledgerOf(source: InputSource): ImportProgressFile | undefined;
  sent(bytes: number): void;
  judged(source: InputSource, status: ImportedRecord): void;
  summedUp(source: InputSource, summary: ImportSummary): void;
}

export interface ImportFailure {
  readonly words: string;
  readonly exitCode: number;
  /** True if all other files would fail for the same reason. */
  readonly last: boolean;
}

export async function importFile(
  run: FileImport,
  source: InputSource,
): Promise<{ report: FileReport; trouble?: ImportFailure }> {
  const report = createFileReport(source.name, source.sizeBytes);
  try {
    const ledger = run.ledgerOf(source);
    const known = ledger && (await findEarlierImport(run, source, ledger));
    if (known) {
      run.progress.spared(known.sizeBytes);
      return { report: { ...report, outcome: 'in already', sha256: known.sha256 } };
    }
    await uploadFile(run, source, report, ledger);
    return { report };
  } catch (error) {
    const { OK, DUPLICATE, EXCLUDED, ERROR } = report.records;
    const trouble = toImportFailure(error, source.name, OK + DUPLICATE + EXCLUDED + ERROR, run.signal);
    return { report: { ...report, outcome: 'broken off', trouble: trouble.words }, trouble };
  }
}

async function findEarlierImport(run: FileImport, source: InputSource, ledger: ImportProgressFile) {
  if (source.sizeBytes === undefined || !ledger.mayHold(source.sizeBytes)) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const chunk of source.open()) {
      hash.update(chunk as Buffer);
      run.signal.throwIfAborted();
    }
  } catch (error) {
    if (run.signal.aborted) throw error;
    throw new SourceError(`${source.name} could not be read: ${describeSystemError(error)}.`);
  }
  const line = ledger.find(hash.digest('hex'));
  const { namespace } = run.command;
  return line && (await isStillStored(run.client, line, namespace, run.signal)) ? line : undefined;
}

async function uploadFile(
  run: FileImport,
  source: InputSource,
  report: FileReport,
  ledger: ImportProgressFile | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  let artifact: string | undefined;
  const hashed = { ...source, open: () => openHashedStream(source, hash) };
  const events = {
    sent: run.sent,
    summary(summary: ImportSummary) {
      report.summary = summary;
      run.summedUp(source, summary);
    },
  };
  for await (const status of upload(run.client, hashed, run.command, events, run.signal)) {
    report.records[status.status] += 1;
    artifact = status.artifactUuid ?? artifact;
    run.judged(source, status);
    run.progress.record();
  }
  report.outcome = 'imported';
  // Computes the digest only if there were no errors. Otherwise, the service may not have read the whole file, because
  // severe damage ends the upload early.
  if (report.records.ERROR > 0 || source.sizeBytes === undefined) return;
  report.sha256 = hash.digest('hex');
  // Files without an artifact are not added to the list of imported files: a later run could not check whether their
  // records are still stored.
  if (artifact === undefined) return;
  const { name: file, sizeBytes } = source;
  ledger?.add({ sha256: report.sha256, sizeBytes, file, artifact, importedAt: new Date().toISOString() });
}

function openHashedStream(source: InputSource, hash: ReturnType<typeof createHash>): Transform {
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // The callback ignores errors, because the consumer of the stream gets them too.
  pipeline(source.open(), through, () => undefined);
  return through;
}

function toImportFailure(
  error: unknown,
  file: string,
  acknowledged: number,
  signal: AbortSignal,
): ImportFailure {
  const kept =
    acknowledged === 0
      ? 'No record of this file was stored'
      : `${formatCount(acknowledged, 'record')} of this file ${acknowledged === 1 ? 'was' : 'were'} stored and reported`;
  const again = `${kept}. Run the import again: stored records will be reported as DUPLICATE.`;
  if (signal.aborted)
    return { words: `Stopped at ${file}. ${again}`, exitCode: exitCodes.interrupted, last: true };
  if (error instanceof RefusalError) {
    // A 400 response concerns only this file. Other error responses would also occur for all other files.
    const last = error.status !== 400;
    return { words: `${file}: ${escapeControls(error.message)}`, exitCode: exitCodes.noService, last };
  }
  if (error instanceof SourceError) {
    return { words: `${error.message} ${again}`, exitCode: exitCodes.recordFailed, last: false };
  }
  if (error instanceof BrokenConnectionError) {
    const words = `${file}: the connection broke during the import (${escapeControls(error.message)}). ${again}`;
    return { words, exitCode: exitCodes.noService, last: true };
  }
  if (error instanceof UsageError)
    return { words: error.message, exitCode: exitCodes.recordFailed, last: false };
  throw error;
}
