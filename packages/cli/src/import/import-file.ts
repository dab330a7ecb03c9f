// One file of an import: passed over when it is in already, else sent, and what became of it.
import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import {
  countWords,
  exitCodes,
  type Progress,
  printable,
  RefusalError,
  type Source,
  SourceError,
  UsageError,
} from '@holdfast/cli-kit';
import { failureWords, type ImportSummary, type JudgedRecord, type RepositoryClient } from '@holdfast/client';
import { BrokenConnectionError, upload } from '../service/upload.ts';
import type { ImportCommand } from './import-arguments.ts';
import { isStillIn, type Ledger } from './ledger.ts';
import { type FileReport, newFileReport } from './report.ts';

export interface FileImport {
  readonly client: RepositoryClient;
  readonly command: ImportCommand;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Undefined for a file that is sent in any case. */
  ledgerOf(source: Source): Ledger | undefined;
  sent(bytes: number): void;
  judged(source: Source, status: JudgedRecord): void;
  summedUp(source: Source, summary: ImportSummary): void;
}

export interface Trouble {
  readonly words: string;
  readonly exitCode: number;
  /** The next file would meet it too. */
  readonly last: boolean;
}

export async function importFile(
  run: FileImport,
  source: Source,
): Promise<{ report: FileReport; trouble?: Trouble }> {
  const report = newFileReport(source.name, source.sizeBytes);
  try {
    const ledger = run.ledgerOf(source);
    const known = ledger && (await knownDigest(run, source, ledger));
    if (known) {
      run.progress.spared(known.sizeBytes);
      return { report: { ...report, outcome: 'in already', sha256: known.sha256 } };
    }
    await send(run, source, report, ledger);
    return { report };
  } catch (error) {
    const { OK, DUPLICATE, EXCLUDED, ERROR } = report.records;
    const trouble = troubleOf(error, source.name, OK + DUPLICATE + EXCLUDED + ERROR, run.signal);
    return { report: { ...report, outcome: 'broken off', trouble: trouble.words }, trouble };
  }
}

async function knownDigest(run: FileImport, source: Source, ledger: Ledger) {
  if (source.sizeBytes === undefined || !ledger.mayHold(source.sizeBytes)) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const chunk of source.open()) {
      hash.update(chunk as Buffer);
      run.signal.throwIfAborted();
    }
  } catch (error) {
    if (run.signal.aborted) throw error;
    throw new SourceError(`${source.name} could not be read: ${failureWords(error)}.`);
  }
  const line = ledger.find(hash.digest('hex'));
  const { namespace } = run.command;
  return line && (await isStillIn(run.client, line, namespace, run.signal)) ? line : undefined;
}

async function send(
  run: FileImport,
  source: Source,
  report: FileReport,
  ledger: Ledger | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  let artifact: string | undefined;
  const hashed = { ...source, open: () => hashing(source, hash) };
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
  // An answer may end before the file: at damage that cannot be crossed. Then no digest is that of the file.
  if (report.records.ERROR > 0 || source.sizeBytes === undefined) return;
  report.sha256 = hash.digest('hex');
  // What failed may not fail the next time, and what left nothing behind cannot be asked for.
  if (artifact === undefined) return;
  const { name: file, sizeBytes } = source;
  ledger?.add({ sha256: report.sha256, sizeBytes, file, artifact, importedAt: new Date().toISOString() });
}

function hashing(source: Source, hash: ReturnType<typeof createHash>): Transform {
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // Whoever reads is told of failures by the stream itself.
  pipeline(source.open(), through, () => undefined);
  return through;
}

function troubleOf(error: unknown, file: string, acknowledged: number, signal: AbortSignal): Trouble {
  const kept =
    acknowledged === 0
      ? 'No record of it was acknowledged'
      : `${countWords(acknowledged, 'record')} of it ${acknowledged === 1 ? 'was' : 'were'} acknowledged and will stay as reported`;
  const again = `${kept}. The import can simply be repeated: what is there already will be reported as DUPLICATE.`;
  if (signal.aborted)
    return { words: `Stopped at ${file}. ${again}`, exitCode: exitCodes.interrupted, last: true };
  if (error instanceof RefusalError) {
    // Only a bad request is about this very file.
    const last = error.status !== 400;
    return { words: `${file}: ${printable(error.message)}`, exitCode: exitCodes.noService, last };
  }
  if (error instanceof SourceError) {
    return { words: `${error.message} ${again}`, exitCode: exitCodes.recordFailed, last: false };
  }
  if (error instanceof BrokenConnectionError) {
    const words = `${file}: the import was cut off (${printable(error.message)}). ${again}`;
    return { words, exitCode: exitCodes.noService, last: true };
  }
  if (error instanceof UsageError)
    return { words: error.message, exitCode: exitCodes.recordFailed, last: false };
  throw error;
}
