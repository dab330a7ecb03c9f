// Runs many random sequences, several at a time, against two replicas of the service on one PostgreSQL and one store.
import { createTemporaryFolder, type TestRepositoryClient } from '@holdfast/testkit';
import { startRepository } from '../support/repository-server.ts';
import { runSequence } from './sequence.ts';

export interface PropertyPlan {
  databaseUrl: string;
  /** Seed of the first sequence; each later sequence uses the next number. */
  seed: number;
  sequences: number;
  say(words: string): void;
}

export interface PropertyOutcome {
  sequences: number;
  requests: number;
  reordered: number;
}

const atATime = 4;

/** Runs the drill. Throws at the first difference from the model. */
export async function runPropertyDrill({
  databaseUrl,
  seed,
  sequences,
  say,
}: PropertyPlan): Promise<PropertyOutcome> {
  const clients = await startReplicas(databaseUrl);
  const outcome = { sequences: 0, requests: 0, reordered: 0 };
  let next = seed;
  const runSome = async () => {
    while (next < seed + sequences) {
      const { requests, reordered } = await runSequence(clients, next++);
      outcome.sequences += 1;
      outcome.requests += requests;
      outcome.reordered += reordered;
      if (outcome.sequences % 100 === 0) say(`${outcome.sequences} sequences, ${outcome.requests} requests`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, runSome));
  return outcome;
}

async function startReplicas(databaseUrl: string): Promise<TestRepositoryClient[]> {
  const objectStore = `fs:${await createTemporaryFolder()}`;
  // Makes each import a single segment, so that imports are atomic.
  const env = { SEGMENT_AGE: '60s', CODEC_THREADS: '1' };
  const started = [0, 1].map(() => startRepository({ databaseUrl, objectStore, env }));
  return (await Promise.all(started)).map(({ client }) => client);
}
