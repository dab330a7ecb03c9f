// Test helper: processes that share the folder of a copy, each with its own open pieces; the test runs their rounds.

import type { Database } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import type { CaptureIndex } from '../../src/domain/replay/capture-index.ts';
import { captureIndex } from '../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { runRound } from '../../src/replay-copy/keep-copy.ts';
import { PieceMemory } from '../../src/replay-copy/piece-memory.ts';
import { copiedCaptures, ReplayCopy } from '../../src/replay-copy/replay-copy.ts';

export interface CopyProcess {
  readonly copy: ReplayCopy;
  /** Index with the copy in front of it. */
  readonly index: CaptureIndex;
  readonly answered: { copy: number; index: number };
  readonly damage: unknown[];
  /** Clock of the process, which the test may advance. */
  clock: { aheadMs: number };
  round(): ReturnType<typeof runRound>;
  /** Runs rounds until nothing is left to do. */
  settle(): Promise<void>;
}

export interface CopyOptions {
  readonly mostBytes?: number;
  readonly targetBytes?: number;
}

export function copyProcess(
  database: Database<IndexSchema>,
  folder: string,
  { mostBytes = 2 ** 40, targetBytes = 20_000 }: CopyOptions = {},
): CopyProcess {
  const answered = { copy: 0, index: 0 };
  const damage: unknown[] = [];
  const clock = { aheadMs: 0 };
  const nowMs = () => performance.now() + clock.aheadMs;
  const copy = new ReplayCopy({
    source: database.pool,
    folder,
    memory: new PieceMemory({ nowMs }, { indexBytes: 1_000_000 }),
    newId: uuidv7,
    nowMs,
    onLookup: (by) => answered[by]++,
    onDamage: (error) => damage.push(error),
  });
  const deps = {
    copy,
    database,
    folder,
    mostBytes,
    room: { check: () => undefined },
    pieces: { targetBytes, blockBytes: 2_000 },
    log: createLog({ service: 'test', level: 'silent' }),
    newId: uuidv7,
    dateMs: () => Date.now() + clock.aheadMs,
    nowMs,
  };
  const round = () => runRound(deps, new AbortController().signal);
  return {
    copy,
    index: copiedCaptures(copy, captureIndex(database)),
    answered,
    damage,
    clock,
    round,
    async settle() {
      while ((await round()) !== 'nothing');
    },
  };
}
