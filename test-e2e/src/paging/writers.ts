// Writers that change the large AU while it is listed. They add URLs and versions throughout the listing, and commit,
// uncommit and delete the artifacts reserved for writers.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RepositoryClient as Calls, createRepositoryClient, ServiceError } from '@holdfast/client';
import type { TestRepositoryClient } from '@holdfast/testkit';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';
import { largePagingAuid, type PagingHoldings, pagingNamespace, streamUrlArchive } from './holdings.ts';

export interface PagingWriters {
  /** Number of requests so far, by kind. */
  readonly done: { imported: number; committed: number; deleted: number };
  /** Stops the writers. Resolves when all have stopped; rejects with the first failure. */
  stop(): Promise<void>;
}

const pauseMs = 20;

/** Starts the writers. `volatile`: UUIDs of the artifacts that the writers may change. */
export function startWriters(
  client: TestRepositoryClient,
  holdings: PagingHoldings,
  volatile: string[],
): PagingWriters {
  const done = { imported: 0, committed: 0, deleted: 0 };
  const work: Work = {
    client,
    calls: createRepositoryClient(client.settings),
    holdings,
    volatile: [...volatile],
    done,
  };
  let stopped = false;
  const repeat = async (act: (work: Work, random: SeededRandom) => Promise<void>, seed: number) => {
    const random = createRandomFromSeed(seed);
    while (!stopped) {
      await act(work, random);
      await sleep(pauseMs);
    }
  };
  const all = Promise.all([repeat(importSome, 1), repeat(commitOne, 2), repeat(deleteOne, 3)]);
  all.catch(() => undefined);
  return {
    done,
    stop: async () => {
      stopped = true;
      await all;
    },
  };
}

interface Work {
  client: TestRepositoryClient;
  calls: Calls;
  holdings: PagingHoldings;
  volatile: string[];
  done: PagingWriters['done'];
}

async function importSome({ client, holdings, done }: Work, random: SeededRandom): Promise<void> {
  const mark = `new ${done.imported}`;
  const versions = Array.from({ length: 5 }, () => random.pick(holdings.stable));
  const fresh = Array.from(
    { length: 5 },
    (_, i) => `${random.pick(holdings.stable)}/${mark.replace(' ', '-')}-${i}`,
  );
  const answer = await client.importArchive(streamUrlArchive([...versions, ...fresh], mark), {
    namespace: pagingNamespace,
    auid: largePagingAuid,
    storeDuplicate: true,
  });
  const stored = answer.statuses.filter(({ status }) => status === 'OK').length;
  if (stored !== 10) throw new Error(`a writer stored ${stored} of 10: ${answer.status} ${answer.body}`);
  done.imported += stored;
}

async function commitOne({ calls, volatile, done }: Work, random: SeededRandom): Promise<void> {
  if (volatile.length === 0) return;
  const body = { committed: random.chance(0.5) };
  await calls
    .updateArtifact({ uuid: random.pick(volatile), namespace: pagingNamespace, body })
    .catch((error) => {
      // Ignores 404, because another writer may delete the artifact at the same time.
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
    });
  done.committed += 1;
}

async function deleteOne({ calls, volatile, done }: Work): Promise<void> {
  const uuid = volatile.pop();
  if (uuid === undefined) return;
  await calls.deleteArtifact({ uuid, namespace: pagingNamespace });
  done.deleted += 1;
}
