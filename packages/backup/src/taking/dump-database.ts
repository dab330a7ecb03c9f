// Dumps one database from a snapshot: tables, sequences, and the applied migrations.
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import {
  listNewerMigrations,
  listRanMigrations,
  listWholeTables,
  type RanMigration,
  readSequenceStates,
  type SnapshotTransaction,
  streamTableRows,
  type WholeTable,
} from '@holdfast/pg-kit';
import { BackupRefusedError } from '../format/errors.ts';
import { makeTableKey } from '../format/keys.ts';
import type { DatabaseDump } from '../format/manifest.ts';
import { storeStream } from '../format/transfer.ts';
import type { BackupObserver, NodeDatabase } from '../node/node.ts';

export type DumpedSchemas = DatabaseDump['schemas'];

/**
 * Reads the migrations of the database. Throws BackupRefusedError if its schema is missing or newer than this version.
 */
export async function readSchemas({ pool, parts }: NodeDatabase): Promise<DumpedSchemas> {
  const schemas: DumpedSchemas[number][] = [];
  for (const { owner, migrations } of parts) {
    const ran = await listRanMigrations(pool, owner);
    if (ran.length === 0) {
      throw new BackupRefusedError(
        `The database of the ${owner} service is empty: the service was never started with it.`,
      );
    }
    const newer = await listNewerMigrations(migrations, ran);
    if (newer.length > 0) {
      throw new BackupRefusedError(
        `A newer version of Holdfast upgraded the database of the ${owner} service: ${newer.join(', ')}.`,
      );
    }
    schemas.push({
      owner,
      migrations: ran.map(({ name, fingerprint }: RanMigration) => ({ name, fingerprint })),
    });
  }
  return schemas;
}

export interface DumpOptions {
  readonly to: ObjectStore;
  /** ID of the backup. */
  readonly id: string;
  readonly schemas: DumpedSchemas;
  readonly observer: BackupObserver;
}

export async function dumpDatabase(snapshot: SnapshotTransaction, dump: DumpOptions): Promise<DatabaseDump> {
  const owners = dump.schemas.map(({ owner }) => owner);
  const tables: DatabaseDump['tables'][number][] = [];
  for (const table of await listWholeTables(snapshot, owners)) {
    if (table.name === RESTORE_TABLE) {
      throw new BackupRefusedError(
        'The database contains an unfinished restore. Run the restore again first.',
      );
    }
    tables.push(await dumpTable(snapshot, dump, owners.join('-'), table));
  }
  return { schemas: dump.schemas, tables, sequences: await readSequenceStates(snapshot) };
}

/** Table that exists only while a restore is incomplete. */
export const RESTORE_TABLE = 'holdfast_restore';

async function dumpTable(
  snapshot: SnapshotTransaction,
  { to, id, observer }: DumpOptions,
  database: string,
  table: WholeTable,
): Promise<DatabaseDump['tables'][number]> {
  const key = makeTableKey(id, database, table.name);
  const lines = new PassThrough();
  const packed = createGzip({ level: 2 });
  let rows = 0;
  lines.on('data', (chunk: Buffer) => {
    rows += countLines(chunk);
    observer.read?.(chunk.length);
  });
  const copied = pipeline(streamTableRows(snapshot, table), lines, packed);
  const [stored] = await Promise.all([storeStream(to, key, packed), copied]);
  return { name: table.name, columns: table.columns, rows, key, ...stored };
}

/** Counts the rows of a chunk. Rows end with line breaks, and COPY's text format escapes line breaks in values. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}
