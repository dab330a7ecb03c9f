// Both services as processes from the build, with artifacts in them, and Schemathesis asking them whatever their
// contracts allow and forbid, with all its checks, until enough has been asked.
import { makeWarc, type RepositoryClient, temporaryFolder } from '@holdfast/testkit';
import { startRepository } from '../support/repository-server.ts';
import { faultsOf } from './judge.ts';
import { knownAus, startKnowingConfig } from './known-aus.ts';
import { plausibleConfiguration } from './plausible-configuration.ts';
import { contractOf } from './plausible-contract.ts';
import { type KnownArtifacts, plausibleRepository } from './plausible-repository.ts';
import { type Exchange, runSchemathesis, type SchemathesisRun } from './run-schemathesis.ts';

export interface SchemathesisPlan {
  program: string;
  databaseUrl: string;
  /** Goes on, with the next seed, until so many were made of each service. */
  requests: number;
  /** Examples of each operation in a round, at most. */
  examples: number;
  phases: readonly string[];
  seed: number;
  say(words: string): void;
}

export interface SchemathesisOutcome {
  requests: Record<Service, number>;
  /** How many answers of each status, by service and operation. */
  statuses: Record<string, Record<string, number>>;
}

type Service = 'repository' | 'config';

const user = 'admin';
const password = 'correct: horse, battery';
const auid = 'org|example|plugin&year~2014';

/** Throws with everything that was found in the round that found something. */
export async function schemathesis(plan: SchemathesisPlan): Promise<SchemathesisOutcome> {
  const objectStore = `fs:${await temporaryFolder()}`;
  const repository = await startRepository({ databaseUrl: plan.databaseUrl, objectStore });
  const config = await startKnowingConfig(plan.databaseUrl, repository.client);
  const urls = { repository: repository.client.url, config: config.url };
  const outcome: SchemathesisOutcome = { requests: { repository: 0, config: 0 }, statuses: {} };
  const { program, phases, examples } = plan;
  const contracts = {
    repository: async (seed: number) =>
      plausibleRepository(await contractOf(urls.repository), await someArtifacts(repository.client, seed)),
    config: async () => plausibleConfiguration(await contractOf(urls.config), await knownAus(config)),
  };
  for (const service of ['repository', 'config'] as const) {
    for (let seed = plan.seed; outcome.requests[service] < plan.requests; seed += 1) {
      const contract = await contracts[service](seed);
      const before = outcome.requests[service];
      await round(
        service,
        { program, user, password, phases, examples, seed, contract, url: urls[service] },
        outcome,
      );
      if (outcome.requests[service] === before) throw new Error('Schemathesis asked nothing');
      plan.say(`${service}, seed ${seed}: ${outcome.requests[service]} requests so far`);
    }
  }
  for (const { process } of [repository, config]) {
    const { code } = await process.stop();
    if (code !== 0)
      throw new Error(`a service ended with exit code ${code}: ${process.output().slice(-5_000)}`);
  }
  return outcome;
}

async function round(service: Service, run: SchemathesisRun, outcome: SchemathesisOutcome): Promise<void> {
  const faults: string[] = [];
  await runSchemathesis(run, (exchange) => {
    outcome.requests[service] += 1;
    count(service, outcome, exchange);
    faults.push(...faultsOf(exchange));
  });
  if (faults.length === 0) return;
  const shown = faults.slice(0, 20).join('\n\n');
  throw new Error(`with seed ${run.seed} Schemathesis found ${faults.length} faults, such as\n\n${shown}`);
}

function count(service: Service, { statuses }: SchemathesisOutcome, { operation, status }: Exchange): void {
  const name = `${service}: ${operation}`;
  statuses[name] ??= {};
  const counts = statuses[name];
  counts[`${status}`] = (counts[`${status}`] ?? 0) + 1;
}

/** What was deleted in one round is not asked for in the next. */
async function someArtifacts(client: RepositoryClient, seed: number): Promise<KnownArtifacts> {
  const { bytes, records } = makeWarc(12, 2_000, `seed${seed}`);
  const { statuses } = await client.importArchive(bytes, { auid });
  const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  return { auid, uuids, urls: records.slice(0, 3).map(({ url }) => url) };
}
