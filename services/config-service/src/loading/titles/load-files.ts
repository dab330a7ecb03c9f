// Reads changed title files and stores their rows. Queries cannot see these rows yet.
import { BadConfigurationError } from '@holdfast/config-format';
import { formatWarning, readTitles, type TdbWarning } from '@holdfast/tdb';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { makeAuRow } from '../../domain/titles/au-row.ts';
import type { Db } from '../../index/schema/schema.ts';
import { finishFiles, type TitleFileReading } from '../../index/titles/files.db.ts';
import {
  BATCH_ROWS,
  createFileStore,
  type FileStoringState,
  type RowToStore,
  storeRows,
} from '../../index/titles/store.db.ts';
import type { TitleInput } from '../steps.ts';
import { digestPluginRules, toStoredPluginIds } from './plugin-rules.ts';
import {
  addTitleProblem,
  addTitleWarning,
  createTitleProblems,
  listTitleProblems,
  type TitleProblems,
} from './problems.ts';

export interface TitleReadingContext {
  readonly plugins: ReadonlyMap<string, Plugin>;
  /** Sources of the titles in use. If one of them is damaged, the load fails, so that its titles are not removed. */
  readonly needed: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Thrown if an input is unreadable. The message contains the input and the reason. */
export class TitleInputError extends Error {
  override readonly name = 'TitleInputError';
}

/**
 * Returns the inputs that can be read completely. Reports an unreadable input as a problem, or throws if it is in
 * `needed`. Inputs of `.tdb` text always count as readable.
 */
export async function selectReadableInputs(
  { needed, signal }: TitleReadingContext,
  inputs: readonly TitleInput[],
  problems: TitleProblems,
): Promise<readonly TitleInput[]> {
  const good: TitleInput[] = [];
  for (const input of inputs) {
    const fault = input.format === 'tdb' ? undefined : await findReadFault(input, signal);
    if (fault === undefined) good.push(input);
    else if (needed.has(input.source)) throw new TitleInputError(fault);
    else addTitleProblem(problems, fault);
  }
  return good;
}

async function findReadFault(
  { source, format, platform, open }: TitleInput,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    for await (const _ of readTitles(open(signal), { source, format, platform, signal }));
    return undefined;
  } catch (error) {
    if (error instanceof BadConfigurationError) return faultWords(source, error);
    throw error;
  }
}

function faultWords(source: string, { line, column, message }: BadConfigurationError): string {
  return formatWarning({ source, line, column, message });
}

export interface FileToRead {
  readonly input: TitleInput;
  readonly fileNo: number;
}

export type ReadFileResult = TitleFileReading & Pick<FileToRead, 'fileNo'>;

/** Reads the files and returns their results. Throws TitleInputError, LoadSupersededError, or the abort reason. */
export async function loadFiles(
  db: Db,
  reading: TitleReadingContext,
  files: readonly FileToRead[],
): Promise<ReadFileResult[]> {
  const read: ReadFileResult[] = [];
  let rows: RowToStore[] = [];
  const store = async (): Promise<void> => {
    reading.signal.throwIfAborted();
    if (rows.length > 0) await storeRows(db, rows);
    rows = [];
  };
  for (const file of files) {
    read.push(
      await readFile(reading, file, async (row) => {
        rows.push(row);
        if (rows.length >= BATCH_ROWS) await store();
      }),
    );
  }
  await store();
  await finishFiles(db, read);
  return read;
}

async function readFile(
  reading: TitleReadingContext,
  { input, fileNo }: FileToRead,
  take: (row: RowToStore) => Promise<void>,
): Promise<ReadFileResult> {
  const { plugins, needed, signal } = reading;
  const { source, format, platform } = input;
  const problems = createTitleProblems();
  const store: FileStoringState = createFileStore(fileNo);
  const pluginIds = new Set<string>();
  let auCount = 0;
  try {
    for await (const batch of readTitles(input.open(signal), { source, format, platform, signal })) {
      for (const warning of batch.warnings) addTitleWarning(problems, warning);
      for (const entry of batch.entries) {
        pluginIds.add(entry.pluginId);
        const { row, complaint } = makeAuRow(entry, source, plugins.get(entry.pluginId));
        if (complaint !== undefined) {
          addTitleWarning(problems, makeWarning(source, entry, `AU "${entry.name}": ${complaint}`));
        }
        if (row === undefined) continue;
        auCount += 1;
        await take({ store, row });
      }
    }
  } catch (error) {
    throw error instanceof BadConfigurationError ? new TitleInputError(faultWords(source, error)) : error;
  }
  const isEmpty = auCount === 0 && problems.count === 0 && (await isBlank(input, signal));
  if (isEmpty && needed.has(source)) throw new TitleInputError(`${source}: is suddenly empty`);
  if (auCount === 0 && problems.count > 0) {
    const fault = `${source}: contains no readable AU`;
    if (needed.has(source)) throw new TitleInputError(fault);
    addTitleProblem(problems, fault);
  }
  const known = toStoredPluginIds(pluginIds);
  return {
    fileNo,
    auCount,
    pluginIds: known,
    pluginRules: digestPluginRules(known, plugins),
    problems: listTitleProblems(problems),
    problemCount: problems.count,
  };
}

async function isBlank({ format, open }: TitleInput, signal: AbortSignal): Promise<boolean> {
  if (format === 'xml') return false;
  for await (const piece of open(signal)) if (/\S/.test(Buffer.from(piece).toString('latin1'))) return false;
  return true;
}

function makeWarning(
  source: string,
  { line, column }: { readonly line: number; readonly column?: number | undefined },
  message: string,
): TdbWarning {
  return { source, line, message, ...(column !== undefined && { column }) };
}
