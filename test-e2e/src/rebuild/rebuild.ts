// A repository is used, its database dropped, and made again from the object store alone: what it tells of everything it
// holds must be the same to the letter.
import { createHash } from 'node:crypto';
import { type RepositoryClient, testDatabase } from '@holdfast/testkit';
import { keep } from '../support/keep.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { dump, sameDump } from './dump.ts';
import { hosts, type Used, use } from './use.ts';

export interface RebuildPlan {
  /** `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string | undefined>;
  seed: number;
  artifacts: number;
  /** How often it is used so much more and lost again. */
  times: number;
  say(words: string): void;
}

export interface RebuildOutcome {
  used: Used;
  /** Of the dump. */
  lines: number;
  artifacts: number;
  bytes: number;
  seconds: number;
}

interface Rebuilt {
  items: number;
  bytes: number;
  seconds: number;
  counts: Record<string, number>;
}

/** Throws at the first thing that is not as it was. */
export async function rebuild(plan: RebuildPlan): Promise<RebuildOutcome[]> {
  const { objectStore, env = {}, say } = plan;
  const outcomes: RebuildOutcome[] = [];
  let database = await testDatabase();
  for (let time = 0; time < plan.times; time++) {
    const place = { databaseUrl: database.url, objectStore, env };
    const server = await start(place);
    const { client } = server;
    const used = await use({ client, seed: plan.seed + time, artifacts: plan.artifacts });
    await journalFollowed(server);
    const before = await dump(client, hosts);
    await server.process.stop();
    await database.drop();
    database = await testDatabase();
    const rebuiltPlace = { ...place, databaseUrl: database.url };
    const { code, result, output } = await keep<Rebuilt>(rebuiltPlace, 'rebuild');
    if (code !== 0) throw new Error(`the rebuild ended with ${code}: ${output}`);
    await compare(rebuiltPlace, before, plan);
    const { items, bytes, seconds } = result;
    outcomes.push({ used, lines: before.length, artifacts: items, bytes, seconds });
    say(
      `${time + 1}: ${items} artifacts rebuilt in ${seconds.toFixed(1)} s, ${before.length} lines the same`,
    );
  }
  return outcomes;
}

interface Place {
  databaseUrl: string;
  objectStore: string;
  env: Record<string, string | undefined>;
}

function start({ env, ...place }: Place): Promise<RepositoryServer> {
  // Several segments to an import, and a journal close behind.
  return startRepository({ ...place, env: { SEGMENT_RECORDS: '500', JOURNAL_INTERVAL: '200ms', ...env } });
}

async function compare(place: Place, before: readonly string[], { seed }: RebuildPlan): Promise<void> {
  const verified = await keep<{ counts: object }>(place, 'verify');
  if (verified.code !== 0) throw new Error(`index and store differ: ${verified.output}`);
  const server = await start(place);
  sameDump(before, await dump(server.client, hosts), 'after the rebuild');
  await samples(server.client, before, seed);
  await server.process.stop();
}

/** Reads some artifacts, and holds them to their digests. */
async function samples(client: RepositoryClient, lines: readonly string[], seed: number): Promise<void> {
  const artifacts = lines
    .filter((line) => line.startsWith('au '))
    .map((line) => JSON.parse(line.slice(3)) as { uuid: string; namespace: string; contentDigest: string });
  for (let at = seed % 97; at < artifacts.length; at += Math.ceil(artifacts.length / 200)) {
    const { uuid, namespace, contentDigest } = artifacts[at]!;
    const payload = await client.bytes(`/artifacts/${uuid}/payload`, { namespace });
    const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
    if (digest !== contentDigest) throw new Error(`the payload of ${uuid} is not what it was`);
  }
}

/** Until everything that happened is in the object store. */
export async function journalFollowed({ metricsUrl }: RepositoryServer): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    const lag = /^journal_lag_rows (\d+)$/m.exec(text)?.[1];
    if (lag === undefined) throw new Error('there is no metric of the journal’s lag');
    if (lag === '0') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
