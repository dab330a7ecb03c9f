// Two replicas of the repository service with two workers and a spool each. Starts them, kills them, and
// restarts them with the same port and spool.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, temporaryFolder } from '@holdfast/testkit';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

export interface Replica {
  readonly name: string;
  readonly spool: string;
  /** Replaced on each restart. */
  server: RepositoryServer;
}

export interface ReplicaStorage {
  readonly databaseUrl: string;
  readonly objectStore: string;
}

const LOOK_AGAIN_MS = 20;
const ENV = {
  WORKERS: '2',
  CODEC_THREADS: '1',
  SEGMENT_AGE: '50ms',
  HEALTH_INTERVAL: '400ms',
  REPLAY_COPY: '1GiB',
};

export function startReplicas(place: ReplicaStorage): Promise<Replica[]> {
  return Promise.all(
    ['A', 'B'].map(async (name) => {
      const spool = await temporaryFolder();
      return { name, spool, server: await start(place, spool, await freePort()) };
    }),
  );
}

/** Kills (-9) the primary process and runs `meanwhile` before the restart. Resolves when the replica is ready. */
export async function restartReplica(
  place: ReplicaStorage,
  replica: Replica,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { process: killed, client } = replica.server;
  const workers = listWorkerPids(replica);
  await killed.kill9();
  // The workers exit on their own and hold the port until then.
  while (workers.some(isThere)) await sleep(LOOK_AGAIN_MS);
  await meanwhile();
  replica.server = await start(place, replica.spool, Number(new URL(client.url).port));
}

/** Returns the process ids of the current workers. */
export function listWorkerPids({ server: { process: primary } }: Replica): number[] {
  // The log also lists them, but soon scrolls past: it has a line per request.
  const children = readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number).filter(isThere);
}

/** Returns the piece files of the copy, including the files of a copy being built. */
export async function pieceFiles({ spool }: Replica): Promise<string[]> {
  const names = await readdir(spool, { recursive: true });
  return names.filter((name) => PIECE.test(name)).map((name) => join(spool, name));
}

const PIECE = /^replay-copy-[^/]*\/(?!manifest\.json|name)[^/]+$/;

function start(
  { databaseUrl, objectStore }: ReplicaStorage,
  spool: string,
  port: number,
): Promise<RepositoryServer> {
  return startRepository({ databaseUrl, objectStore, port, env: { ...ENV, SPOOL_DIR: spool } });
}

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
