// Restores the configuration from its journal in the object store: the newest readable snapshot and all later changes.
// Runs in one transaction, so that the database contains either its old rows or all restored rows.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findReadableCopy,
  type JournalLocation,
  listJournalObjects,
  readJournalCopy,
  type StoredJournalObject,
} from '@holdfast/journal';
import { describeJournaledTables, type JournalTransaction } from '../index/journal/journal-rows.db.ts';
import {
  adoptJournalEpochs,
  advanceIdentitySequences,
  copyTablesToNewSchema,
  countConfigurationServices,
  createStaging,
  isConfigurationEmpty,
  loadStagedRows,
  removeStagedRows,
  type StagedRow,
  stageConfigurationRows,
} from '../index/journal/restore.db.ts';
import type { JournaledTable } from '../index/journal/tables.ts';
import type { Db } from '../index/schema/schema.ts';
import { OlderConfigurationError, throwIfConfigurationOlder } from './compare.ts';
import { CONFIGURATION_FORMAT, type ConfigurationHeader, type ConfigurationTrailer } from './place.ts';

/** Thrown if the configuration cannot be restored. The message tells the operator what to do. */
export class ConfigurationRebuildError extends Error {
  override name = 'ConfigurationRebuildError';
}

export interface RebuiltConfiguration {
  readonly outcome: 'restored' | 'not older' | 'no journal';
  readonly snapshot?: string;
  /** Number of objects with changes after the snapshot. */
  readonly changes?: number;
  readonly rows?: Readonly<Record<string, number>>;
  /** Name of the schema with copies of the previous rows. */
  readonly aside?: string;
  /** Damaged objects, and gaps in the sequence numbers because of missing objects. Their changes are lost. */
  readonly lost: readonly string[];
}

export interface RebuildDeps {
  readonly db: Db;
  readonly place: JournalLocation;
  /** True if existing rows may be replaced. They are copied to another schema first. */
  readonly replaces: boolean;
}

/**
 * Rebuilds the configuration. Throws ConfigurationRebuildError, UnknownJournalKeyError or ObjectStoreUnavailableError.
 */
export async function rebuildConfiguration(deps: RebuildDeps): Promise<RebuiltConfiguration> {
  const { db, place } = deps;
  const objects = await listJournalObjects(place.store, place.prefix);
  if (objects.length === 0) return { outcome: 'no journal', lost: [] };
  if (!(await isOlder(db, place))) return { outcome: 'not older', lost: [] };
  const { base, later, lost } = await chooseObjects(place, objects);
  return db.transaction().execute(async (tx) => {
    await refuseWhileServed(tx);
    const tables = await describeJournaledTables(tx);
    const isEmpty = await isConfigurationEmpty(tx, tables);
    if (!isEmpty && !deps.replaces) {
      throw new ConfigurationRebuildError(
        'The configuration in the database is older than the object store, but not empty. With --replace its rows are set aside and replaced.',
      );
    }
    await createStaging(tx);
    const staging = new JournalStager(tx, place, tables);
    for (const { object, key } of [base, ...later]) await staging.read(object, key);
    const aside = isEmpty ? undefined : await copyTablesToNewSchema(tx, tables);
    const rows = await loadStagedRows(tx, tables);
    await advanceIdentitySequences(tx, tables, staging.identities);
    await adoptJournalEpochs(tx, findLastSequences(objects));
    return {
      outcome: 'restored',
      snapshot: base.object.key,
      changes: later.length,
      rows,
      ...(aside !== undefined && { aside }),
      lost: [...lost, ...staging.gaps],
    };
  });
}

async function isOlder(db: Db, place: JournalLocation): Promise<boolean> {
  try {
    await throwIfConfigurationOlder(db, place);
    return false;
  } catch (error) {
    if (error instanceof OlderConfigurationError) return true;
    throw error;
  }
}

interface ReadableObject {
  readonly object: StoredJournalObject;
  /** Key of an intact copy of the object. */
  readonly key: string;
}

/** Chooses the newest readable snapshot, and the readable changes after it. */
async function chooseObjects(place: JournalLocation, objects: readonly StoredJournalObject[]) {
  const lost: string[] = [];
  const later: ReadableObject[] = [];
  for (const object of [...objects].reverse()) {
    const found = await findReadableCopy(place, object);
    if (typeof found === 'string') {
      if (object.kind === 'changes') lost.unshift(`${object.key} is ${found}`);
      continue;
    }
    if (object.kind === 'snapshot') return { base: { object, key: found.key }, later, lost };
    later.unshift({ object, key: found.key });
  }
  throw new ConfigurationRebuildError(
    `No snapshot of the configuration in the object store can be read (${objects.length} objects under ${place.prefix}). ` +
      'Nothing was changed. Restore a backup.',
  );
}

class JournalStager {
  readonly #tx: JournalTransaction;
  readonly #place: JournalLocation;
  readonly #tables: ReadonlyMap<string, JournaledTable>;
  readonly #read = new Set<number>();
  #base = -1;
  identities: Record<string, number> = {};
  readonly gaps: string[] = [];

  constructor(tx: JournalTransaction, place: JournalLocation, tables: readonly JournaledTable[]) {
    this.#tx = tx;
    this.#place = place;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  async read(object: StoredJournalObject, key: string): Promise<void> {
    const trailer = await readJournalCopy(this.#place, object, key, {
      onHeader: (header) => this.#begin(object, header as ConfigurationHeader),
      onLines: (lines) => this.#stage(lines),
    });
    const { identities } = (trailer as unknown as { end: ConfigurationTrailer }).end;
    for (const [name, value] of Object.entries(identities))
      this.identities[name] = Math.max(value, this.identities[name] ?? 0);
    this.#read.add(object.sequence);
  }

  async #begin({ key, kind, sequence }: StoredJournalObject, header: ConfigurationHeader): Promise<void> {
    if (header.format !== CONFIGURATION_FORMAT || header.sequence !== sequence) {
      throw new ConfigurationRebuildError(`${key} has a format that this release does not support.`);
    }
    for (const [name, columns] of Object.entries(header.tables)) {
      const known = this.#tables.get(name)?.columns;
      const unknown = columns.find((column) => known?.includes(column) !== true);
      if (unknown === undefined) continue;
      throw new ConfigurationRebuildError(
        `${key} was written by a newer release: this one does not know ${name}.${unknown}. Rebuild with that release.`,
      );
    }
    if (kind === 'snapshot') {
      this.#base = sequence;
      await removeStagedRows(this.#tx);
    } else if (header.follows > this.#base && !this.#read.has(header.follows)) {
      this.gaps.push(`the object ${header.follows}, which ${key} follows, is not there`);
    }
  }

  /** Stages lines in batches. A batch contains consecutive lines of the same table. */
  async #stage(lines: readonly string[]): Promise<void> {
    let table: JournaledTable | undefined;
    let rows: StagedRow[] = [];
    const flush = async () => {
      if (table && rows.length > 0) await stageConfigurationRows(this.#tx, table, rows);
      rows = [];
    };
    for (const line of lines) {
      const parsed = parseLine(line);
      if (parsed.table !== table?.name) {
        await flush();
        table = this.#tables.get(parsed.table);
        if (table === undefined) throw new ConfigurationRebuildError(`unknown table ${parsed.table}`);
      }
      rows.push(parsed);
    }
    await flush();
  }
}

const LINE = /^\{"table":"([a-z_0-9]+)","(row|gone)":/;

/** Returns the row as text, because JavaScript would round large numbers. */
function parseLine(line: string): StagedRow & { readonly table: string } {
  const [start, table, kind] = LINE.exec(line) ?? [];
  if (start === undefined || !line.endsWith('}')) throw new ConfigurationRebuildError('a line is malformed');
  return { table: table!, text: line.slice(start.length, -1), isGone: kind === 'gone' };
}

function findLastSequences(objects: readonly StoredJournalObject[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { epoch, sequence } of objects) last.set(epoch, Math.max(sequence, last.get(epoch) ?? 0));
  return last;
}

/** Time to wait for the end of a stopped service's database sessions, in milliseconds. */
const ENDING_MS = 5_000;

async function refuseWhileServed(tx: JournalTransaction): Promise<void> {
  const deadline = performance.now() + ENDING_MS;
  while ((await countConfigurationServices(tx)) > 0) {
    if (performance.now() > deadline) {
      throw new ConfigurationRebuildError('A configuration service is using this database. Stop it first.');
    }
    await sleep(100);
  }
}
