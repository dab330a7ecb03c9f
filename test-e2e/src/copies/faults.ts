// Injects faults into the replicas, their copies and PostgreSQL while the drill reads and writes.
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres, SqlByHand } from '@holdfast/testkit';
import type { Seeded } from '../support/seeded.ts';
import { changeByHand } from './by-hand.ts';
import type { Model } from './model.ts';
import { listWorkerPids, pieceFiles, type Replica, type ReplicaStorage, restartReplica } from './replicas.ts';
import type { Writers } from './writers.ts';

export const faultNames = [
  'worker',
  'pause',
  'replica',
  'spool',
  'postgres',
  'damage',
  'transaction',
] as const;
export type FaultName = (typeof faultNames)[number];

export interface FaultsDeps {
  readonly place: ReplicaStorage;
  readonly postgres: OwnPostgres;
  readonly sql: SqlByHand;
  readonly replicas: readonly Replica[];
  readonly model: Model;
  readonly writers: Writers;
  readonly random: Seeded;
}

const LONGEST_AWAY_MS = 1_000;
const LONGEST_PAUSE_MS = 500;
const LONGEST_TRANSACTION_MS = 6_000;
const MOST_ROWS = 5;
/** Dense enough to damage both data that is read next and data that an answer shows. */
const DAMAGE_EVERY_BYTES = 1_000;

/** Injects the fault and resolves with a description after recovery. Rejects if a component does not recover. */
export async function fault(deps: FaultsDeps, name: FaultName): Promise<string> {
  const { place, postgres, random } = deps;
  const replica = random.pick(deps.replicas);
  const away = () => sleep(random.below(LONGEST_AWAY_MS));
  switch (name) {
    case 'worker': {
      const workers = listWorkerPids(replica);
      if (workers.length === 0) return `${replica.name} had no worker to kill`;
      process.kill(random.pick(workers), 'SIGKILL');
      return `a worker of ${replica.name} was killed`;
    }
    case 'pause':
      return pause(deps, replica);
    case 'replica':
      await restartReplica(place, replica, away);
      return `${replica.name} was killed and started again`;
    case 'spool':
      await restartReplica(place, replica, () => rm(replica.spool, { recursive: true }));
      return `${replica.name} was killed and started again without its spool`;
    case 'postgres':
      await postgres.kill();
      await away();
      await postgres.restart();
      return 'PostgreSQL was killed and started again';
    case 'damage':
      return damage(deps, replica);
    case 'transaction':
      return transaction(deps);
  }
}

/** The leases of the process expire while it is paused. */
async function pause({ random }: FaultsDeps, replica: Replica): Promise<string> {
  const workers = listWorkerPids(replica);
  if (workers.length === 0) return `${replica.name} had no worker to stop`;
  const [pid, stoppedMs] = [random.pick(workers), 20 + random.below(LONGEST_PAUSE_MS)];
  process.kill(pid, 'SIGSTOP');
  await sleep(stoppedMs);
  process.kill(pid, 'SIGCONT');
  return `a worker of ${replica.name} stood still for ${stoppedMs} ms`;
}

/** Damages a file that processes have open and have mostly read. */
async function damage({ random }: FaultsDeps, replica: Replica): Promise<string> {
  const pieces = await pieceFiles(replica);
  if (pieces.length === 0) return `${replica.name} had no piece to damage`;
  try {
    const file = await open(random.pick(pieces), 'r+');
    try {
      const { size } = await file.stat();
      let changed = 0;
      for (let from = 0; from < size; from += DAMAGE_EVERY_BYTES, changed++) {
        const at = from + random.below(Math.min(DAMAGE_EVERY_BYTES, size - from));
        const byte = Buffer.alloc(1);
        await file.read(byte, 0, 1, at);
        await file.write(Buffer.of(byte[0]! ^ (1 << random.below(8))), 0, 1, at);
      }
      return `${changed} bytes of a piece of ${replica.name} were changed`;
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return `a piece of ${replica.name} was gone before it could be damaged`;
  }
}

/** Changes artifacts that no other writer uses. Rolls back in 30 % of the cases. */
async function transaction(deps: FaultsDeps): Promise<string> {
  const { writers, random } = deps;
  const rows = writers.take(MOST_ROWS);
  const ending = random.chance(0.7) ? 'commit' : 'rollback';
  const heldMs = random.below(LONGEST_TRANSACTION_MS);
  try {
    writers.give(...(await changeByHand(deps, rows, { heldMs, ending })));
    return `a transaction on ${rows.length} artifacts ended in a ${ending} after ${heldMs} ms`;
  } catch (error) {
    return `a transaction on ${rows.length} artifacts was cut: ${(error as Error).message}`;
  }
}
