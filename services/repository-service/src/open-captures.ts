// Opens the sources of captures for replay, as the settings say: a local copy of the index, a standby of the
// database, and the database itself, asked in this order.

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceBase } from '@holdfast/http-kit';
import type { Database } from '@holdfast/pg-kit';
import type { Health, Log } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import type { CaptureIndex } from './domain/replay/capture-index.ts';
import type { ServiceSettings } from './env.ts';
import { captureIndex } from './index/replay/captures.db.ts';
import type { IndexSchema } from './index/schema.ts';
import { openReplica } from './open-replica.ts';
import { keepCopy } from './replay-copy/keep-copy.ts';
import { PieceMemory } from './replay-copy/piece-memory.ts';
import { copiedCaptures, ReplayCopy } from './replay-copy/replay-copy.ts';
import { copyMetrics } from './replay-metrics.ts';

export interface OpenCaptures {
  /** Once the signal has aborted, no further query is made. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Maintains the copy and the standby until the signal aborts. Never rejects. */
  keep(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `connections`: maximum number of connections to the database at once. */
export async function openCaptures(
  settings: ServiceSettings,
  base: ServiceBase<Database<IndexSchema>>,
  { connections, log }: { readonly connections: number; readonly log: Log },
): Promise<OpenCaptures> {
  const replica = openReplica(settings, base, log);
  const copy = await openCopy(settings, base, log);
  const database = { ...base.database.share(connections), replica: replica?.captures };
  return {
    captures(signal) {
      const index = captureIndex(database, signal);
      return copy ? copy.before(index, signal) : index;
    },
    async keep(health, signal) {
      await Promise.all([replica?.watch(health, signal), copy?.keep(signal)]);
    },
    async close() {
      await copy?.close();
      await replica?.close();
    },
  };
}

// Copy of the replay index in the spool folder, which is asked before the index.
interface OpenCopy {
  /** Returns an index that asks the copy first. Neither is asked once the signal has aborted. */
  before(index: CaptureIndex, signal: AbortSignal): CaptureIndex;
  /** Creates the copy and keeps it up to date until the signal aborts. Never rejects. */
  keep(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Memory for the positions of blocks, in each process. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const PAUSE_MS = 2_000;

/** Returns undefined if the settings disable the copy. The copy of earlier settings is then removed. */
async function openCopy(
  { spoolFolder, replayCopyBytes, databaseUrl }: ServiceSettings,
  { database, metrics, room }: ServiceBase<Database<IndexSchema>>,
  log: Log,
): Promise<OpenCopy | undefined> {
  // Services of several databases may share a spool folder.
  const address = new URL(databaseUrl);
  address.password = '';
  const name = createHash('sha256').update(address.href).digest('hex').slice(0, 16);
  const folder = join(spoolFolder, `replay-copy-${name}`);
  const told = copyMetrics(metrics);
  if (replayCopyBytes === 0) {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  const nowMs = () => performance.now();
  const copy = new ReplayCopy({
    source: database.pool,
    folder,
    memory: new PieceMemory({ nowMs }, { indexBytes: MEMORY_BYTES }),
    newId: uuidv7,
    nowMs,
    onLookup: told.onLookup,
    onDamage: (error) => log.warn({ err: error }, 'a piece of the copy of the replay index cannot be read'),
  });
  told.watch(copy);
  const keeping = {
    copy,
    database,
    folder,
    mostBytes: replayCopyBytes,
    room,
    log,
    newId: uuidv7,
    dateMs: Date.now,
    nowMs,
  };
  return {
    before: (index, signal) => copiedCaptures(copy, index, signal),
    keep: (signal) => keepCopy(keeping, PAUSE_MS, signal),
    close: () => copy.close(),
  };
}
