// Runs Schemathesis with all its checks against both services, with valid and invalid requests, until enough requests
// have been sent. The services run from the build and contain artifacts.
import { createTemporaryFolder, makeWarc, type TestRepositoryClient } from '@holdfast/testkit';
import { startRepository } from '../support/repository-server.ts';
import { findFaults } from './judge.ts';
import { makeExampleAus, startConfigWithAus } from './known-aus.ts';
import { addConfigurationExamples } from './plausible-configuration.ts';
import { fetchContract, listOperationNames } from './plausible-contract.ts';
import { addRepositoryExamples, type ExampleArtifacts } from './plausible-repository.ts';
import { runSchemathesis, type SchemathesisExchange, type SchemathesisRun } from './run-schemathesis.ts';

export interface SchemathesisPlan {
  program: string;
  databaseUrl: string;
  /** Number of requests that each service must receive. Rounds with new seeds are added until then. */
  requests: number;
  /** Maximum number of generated requests per operation and round. */
  examples: number;
  phases: readonly string[];
  seed: number;
  say(words: string): void;
}

export interface SchemathesisOutcome {
  requests: Record<Service, number>;
  /** Number of responses per status, by service and operation. */
  statuses: Record<string, Record<string, number>>;
  /** Operations, with their service, that received no request. */
  unasked: string[];
}

type Service = 'repository' | 'config';

const user = 'admin';
const password = 'correct: horse, battery';
const auid = 'org|example|plugin&year~2014';

/**
 * Runs the drill. Throws after the first round with failed checks; the message lists all failed checks of this round.
 */
export async function runSchemathesisDrill(plan: SchemathesisPlan): Promise<SchemathesisOutcome> {
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const repository = await startRepository({ databaseUrl: plan.databaseUrl, objectStore });
  const config = await startConfigWithAus(plan.databaseUrl, repository.client);
  const urls = { repository: repository.client.url, config: config.url };
  const outcome: SchemathesisOutcome = { requests: { repository: 0, config: 0 }, statuses: {}, unasked: [] };
  const { program, phases, examples } = plan;
  const contracts = {
    repository: async (seed: number) =>
      addRepositoryExamples(
        await fetchContract(urls.repository),
        await storeExampleArtifacts(repository.client, seed),
      ),
    config: async () =>
      addConfigurationExamples(await fetchContract(urls.config), await makeExampleAus(config)),
  };
  for (const service of ['repository', 'config'] as const) {
    let known: string[] = [];
    for (let seed = plan.seed; outcome.requests[service] < plan.requests; seed += 1) {
      const contract = await contracts[service](seed);
      const before = outcome.requests[service];
      await round(
        service,
        { program, user, password, phases, examples, seed, contract, url: urls[service] },
        outcome,
      );
      if (outcome.requests[service] === before) throw new Error('Schemathesis asked nothing');
      known = listOperationNames(contract).map((name) => `${service}: ${name}`);
      plan.say(`${service}, seed ${seed}: ${outcome.requests[service]} requests so far`);
    }
    outcome.unasked.push(...known.filter((name) => outcome.statuses[name] === undefined));
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
    faults.push(...findFaults(exchange));
  });
  if (faults.length === 0) return;
  const shown = faults.slice(0, 20).join('\n\n');
  throw new Error(`with seed ${run.seed} Schemathesis found ${faults.length} faults, such as\n\n${shown}`);
}

function count(
  service: Service,
  { statuses }: SchemathesisOutcome,
  { operation, status }: SchemathesisExchange,
): void {
  const name = `${service}: ${operation}`;
  statuses[name] ??= {};
  const counts = statuses[name];
  counts[`${status}`] = (counts[`${status}`] ?? 0) + 1;
}

/** Stores new artifacts for each round, because the previous round may have deleted the earlier ones. */
async function storeExampleArtifacts(client: TestRepositoryClient, seed: number): Promise<ExampleArtifacts> {
  const { bytes, records } = makeWarc(12, 2_000, `seed${seed}`);
  const { statuses } = await client.importArchive(bytes, { auid });
  const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  return { auid, uuids, urls: records.slice(0, 3).map(({ url }) => url) };
}
