// Both services as processes from the build, with artifacts in them, and Schemathesis asking them whatever their
// contracts allow and forbid, with all its checks, until enough has been asked.
import { readFileSync } from 'node:fs';
import { makeWarc, type RepositoryClient, temporaryFolder } from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { faultsOf } from './judge.ts';
import { contractOf, type Known, plausible } from './plausible-contract.ts';
import { type Exchange, runSchemathesis, type SchemathesisRun } from './run-schemathesis.ts';

export interface SchemathesisPlan {
  program: string;
  databaseUrl: string;
  /** Goes on, with the next seed, until so many were made. */
  requests: number;
  /** For each operation in a round, at most. */
  examples: number;
  phases: readonly string[];
  seed: number;
  say(words: string): void;
}

export interface SchemathesisOutcome {
  requests: number;
  /** How many answers of each status, by service and operation. */
  statuses: Record<string, Record<string, number>>;
}

const user = 'admin';
const password = 'correct: horse, battery';
const auid = 'org|example|plugin&year~2014';
const notBuiltFile = new URL('../../../services/config-service/src/not-built.ts', import.meta.url);

/** Throws with everything that was found in the round that found something. */
export async function schemathesis(plan: SchemathesisPlan): Promise<SchemathesisOutcome> {
  const objectStore = `fs:${await temporaryFolder()}`;
  const repository = await startRepository({ databaseUrl: plan.databaseUrl, objectStore });
  const config = await startConfig(plan.databaseUrl, password);
  const outcome: SchemathesisOutcome = { requests: 0, statuses: {} };
  const common = { program: plan.program, user, password, phases: plan.phases, examples: plan.examples };
  for (let seed = plan.seed; outcome.requests < plan.requests; seed += 1) {
    const known = await somethingKnown(repository.client, seed);
    const before = outcome.requests;
    const { url } = repository.client;
    const contract = plausible(await contractOf(url), known);
    await round('repository', { ...common, url, seed, contract, excluded: [] }, outcome);
    const other = { url: config.url, contract: await contractOf(config.url), excluded: notBuilt() };
    await round('config', { ...common, ...other, seed }, outcome);
    if (outcome.requests === before) throw new Error('Schemathesis asked nothing');
    plan.say(`seed ${seed}: ${outcome.requests} requests so far`);
  }
  for (const { process } of [repository, config]) {
    const { code } = await process.stop();
    if (code !== 0)
      throw new Error(`a service ended with exit code ${code}: ${process.output().slice(-5_000)}`);
  }
  return outcome;
}

async function round(service: string, run: SchemathesisRun, outcome: SchemathesisOutcome): Promise<void> {
  const faults: string[] = [];
  await runSchemathesis(run, (exchange) => {
    outcome.requests += 1;
    count(service, outcome, exchange);
    faults.push(...faultsOf(exchange));
  });
  if (faults.length === 0) return;
  const shown = faults.slice(0, 20).join('\n\n');
  throw new Error(`with seed ${run.seed} Schemathesis found ${faults.length} faults, such as\n\n${shown}`);
}

function count(service: string, { statuses }: SchemathesisOutcome, { operation, status }: Exchange): void {
  const name = `${service}: ${operation}`;
  statuses[name] ??= {};
  const counts = statuses[name];
  counts[`${status}`] = (counts[`${status}`] ?? 0) + 1;
}

/** What was deleted in one round is not asked for in the next. */
async function somethingKnown(client: RepositoryClient, seed: number): Promise<Known> {
  const { bytes, records } = makeWarc(12, 2_000, `seed${seed}`);
  const { statuses } = await client.importArchive(bytes, { auid });
  const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  return { auid, uuids, urls: records.slice(0, 3).map(({ url }) => url) };
}

/** Operations of the config-service that are 501 for now, by its own list. */
export function notBuilt(): string[] {
  const list = readFileSync(notBuiltFile, 'utf8').matchAll(/^ {2}'(\w+)',$/gm);
  return [...list].map(([, operationId]) => operationId!);
}
