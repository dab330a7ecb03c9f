// Two replicas of the repository service, two workers each, with a spool of its own each: started, killed, started again on
// their ports and their spools.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, temporaryFolder } from '@holdfast/testkit';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

export interface Replica {
  readonly name: string;
  readonly spool: string;
  /** Changes when it is started again. */
  server: RepositoryServer;
}

export interface Place {
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

export function startReplicas(place: Place): Promise<Replica[]> {
  return Promise.all(
    ['A', 'B'].map(async (name) => {
      const spool = await temporaryFolder();
      return { name, spool, server: await start(place, spool, await freePort()) };
    }),
  );
}

/** kill -9 of its primary process, and whatever `meanwhile` does before it is started again. Resolves when it is ready. */
export async function restartReplica(
  place: Place,
  replica: Replica,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { process: killed, client } = replica.server;
  const workers = workersOf(replica);
  await killed.kill9();
  // They end by themselves, and have its port until they do.
  while (workers.some(isThere)) await sleep(LOOK_AGAIN_MS);
  await meanwhile();
  replica.server = await start(place, replica.spool, Number(new URL(client.url).port));
}

/** Process ids of the workers that it has now. */
export function workersOf({ server: { process: primary } }: Replica): number[] {
  // Its log says so too, but not for long: it has a line for each request.
  const children = readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number).filter(isThere);
}

/** Of the copy; those of a copy that is being made, too. */
export async function pieceFiles({ spool }: Replica): Promise<string[]> {
  const names = await readdir(spool, { recursive: true });
  return names.filter((name) => PIECE.test(name)).map((name) => join(spool, name));
}

const PIECE = /^replay-copy-[^/]*\/(?!manifest\.json|name)[^/]+$/;

function start({ databaseUrl, objectStore }: Place, spool: string, port: number): Promise<RepositoryServer> {
  return startRepository({ databaseUrl, objectStore, port, env: { ...ENV, SPOOL_DIR: spool } });
}

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
