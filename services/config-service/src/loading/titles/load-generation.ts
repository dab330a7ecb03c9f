// Reads every input into a generation that nobody sees yet.
import { BadConfigurationError } from '@holdfast/config-format';
import { formatWarning, readTitles, type TdbWarning } from '@holdfast/tdb';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { type AuRow, auRow } from '../../domain/titles/au-row.ts';
import type { Db } from '../../index/schema/schema.ts';
import { BATCH_ROWS, newStore, type Store, storeRows } from '../../index/titles/store.db.ts';
import type { TitleInput } from '../steps.ts';
import { noticed, type Problems, problem, warned } from './problems.ts';

export interface Loading {
  readonly db: Db;
  readonly generation: number;
  readonly plugins: ReadonlyMap<string, Plugin>;
  /** Sources that titles being served come from: they must not vanish because of damage. */
  readonly needed: ReadonlySet<string>;
  readonly problems: Problems;
  readonly signal: AbortSignal;
}

export interface Loaded {
  readonly auCount: number;
  readonly titleCount: number;
  readonly publisherCount: number;
  /** Inputs that gave AUs. */
  readonly sources: readonly string[];
}

/** An input that cannot be read. The message says which and why. */
export class TitleInputError extends Error {
  override readonly name = 'TitleInputError';
}

/** The inputs that can be read to their end: a configuration counts whole or not at all. Others become problems. */
export async function readable(
  { needed, problems, signal }: Omit<Loading, 'db' | 'generation'>,
  inputs: readonly TitleInput[],
): Promise<readonly TitleInput[]> {
  const good: TitleInput[] = [];
  for (const input of inputs) {
    const fault = input.format === 'tdb' ? undefined : await faultIn(input, signal);
    if (fault === undefined) good.push(input);
    else if (needed.has(input.source)) throw new TitleInputError(fault);
    else problem(problems, fault);
  }
  return good;
}

async function faultIn(
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

/** Throws TitleInputError, LoadSupersededError, and the signal's reason. */
export async function loadGeneration(loading: Loading, inputs: readonly TitleInput[]): Promise<Loaded> {
  const store = newStore(loading.generation);
  const sources: string[] = [];
  let rows: AuRow[] = [];
  for (const input of inputs) {
    let found = 0;
    for await (const batch of rowsOf(loading, input)) {
      found += batch.length;
      for (const row of batch) {
        rows.push(row);
        if (rows.length < BATCH_ROWS) continue;
        await storeAll(loading, store, rows);
        rows = [];
      }
    }
    if (found > 0) sources.push(input.source);
  }
  await storeAll(loading, store, rows);
  const { auCount, titleCount, publisherCount } = store;
  return { auCount, titleCount, publisherCount, sources };
}

async function* rowsOf(loading: Loading, input: TitleInput): AsyncGenerator<AuRow[]> {
  const { plugins, needed, problems, signal } = loading;
  const { source, format, platform } = input;
  let found = 0;
  let warnings = 0;
  try {
    const bytes = input.open(signal);
    for await (const batch of readTitles(bytes, { source, format, platform, signal })) {
      warnings += batch.warnings.length;
      for (const warning of batch.warnings) warned(problems, warning);
      const rows: AuRow[] = [];
      for (const entry of batch.entries) {
        const { row, complaint } = auRow(entry, source, plugins.get(entry.pluginId));
        if (complaint !== undefined) {
          warned(problems, placed(source, entry, `AU "${entry.name}": ${complaint}`));
        }
        if (row !== undefined) rows.push(row);
      }
      found += rows.length;
      yield rows;
    }
  } catch (error) {
    throw error instanceof BadConfigurationError ? new TitleInputError(faultWords(source, error)) : error;
  }
  if (found > 0 || warnings === 0) return;
  const fault = `${source}: holds no AU that could be read`;
  if (needed.has(source)) throw new TitleInputError(fault);
  problem(problems, fault);
}

async function storeAll(
  { db, problems, signal }: Loading,
  store: Store,
  rows: readonly AuRow[],
): Promise<void> {
  if (rows.length === 0) return;
  signal.throwIfAborted();
  for (const row of await storeRows(db, store, rows)) {
    const message = `AU "${row.name}": the same plugin and parameters came before, and count`;
    noticed(problems, placed(row.source, row, message));
  }
}

function placed(
  source: string,
  { line, column }: { readonly line: number; readonly column?: number | undefined },
  message: string,
): TdbWarning {
  return { source, line, message, ...(column !== undefined && { column }) };
}
