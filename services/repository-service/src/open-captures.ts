// What replay asks for captures: a copy of the index that this machine has, a standby of the database, the database itself;
// in this order, as far as the settings ask for them.

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
  /** Once the signal has aborted no further query is made. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Looks after the copy and the standby until the signal aborts. Never rejects. */
  keep(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `connections`: of the database, that it may have at once. */
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

// The copy of the replay index that the settings ask for, kept in the spool folder and put before the index.
interface OpenCopy {
  /** The index with the copy before it; neither is asked any more once the signal has aborted. */
  before(index: CaptureIndex, signal: AbortSignal): CaptureIndex;
  /** Makes the copy, and keeps it near the index, until the signal aborts. Never rejects. */
  keep(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Of the places of blocks, in the memory of each process. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const PAUSE_MS = 2_000;

/** Undefined: the settings ask for none. What a copy of earlier settings has left is then removed. */
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
