// Repeatedly resets the database to an earlier state. The service must detect this, the command that its status names
// must repair the index, and no acknowledged change may be lost.
import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@holdfast/testkit';
import { waitForJournal } from '../rebuild/rebuild.ts';
import { type KeepTarget, runKeepCommand } from '../support/keep.ts';
import { launchRepository, type RepositoryServer, startRepository } from '../support/repository-server.ts';
import type { SeededRandom } from '../support/seeded.ts';
import { compareWithModel } from './check.ts';
import { IndexModel } from './model.ts';
import type { EarlierStates } from './states.ts';

export interface OlderIndexPlan {
  readonly rounds: number;
  readonly random: SeededRandom;
  /** Methods to copy the database and restore the copy, used in turn. */
  readonly states: readonly EarlierStates[];
  /** Offset of the service's clock in hours, for each round in turn. */
  readonly clocks: readonly number[];
  say(words: string): void;
}

export interface OlderIndexOutcome {
  rounds: number;
  /** Number of rounds in which a release without the check used the older index first. */
  goneOn: number;
  /** Number of rounds in which the journal lines of acknowledged imports had not reached the store. */
  unshipped: number;
  withClockOff: number;
  artifacts: number;
  deleted: number;
  renumbered: number;
}

const settings = {
  JOURNAL_INTERVAL: '200ms',
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
  WORKERS: '1',
  CODEC_THREADS: '1',
};

export async function runOlderIndexDrill(plan: OlderIndexPlan): Promise<OlderIndexOutcome> {
  const { random, say } = plan;
  const model = new IndexModel(random);
  const store = await createTemporaryFolder();
  const outcome = {
    rounds: 0,
    goneOn: 0,
    unshipped: 0,
    withClockOff: 0,
    artifacts: 0,
    deleted: 0,
    renumbered: 0,
  };
  for (let round = 0; round < plan.rounds; round++) {
    const states = plan.states[round % plan.states.length]!;
    const hours = plan.clocks[round % plan.clocks.length]!;
    const kinds = { continues: random.chance(0.6), isUnshipped: random.chance(0.35), hours };
    await runOlderIndexRound({ model, store, states, random, ...kinds });
    const compared = await checkRepair({ model, store, states, random, ...kinds });
    outcome.rounds += 1;
    outcome.goneOn += kinds.continues ? 1 : 0;
    outcome.unshipped += kinds.isUnshipped ? 1 : 0;
    outcome.withClockOff += hours === 0 ? 0 : 1;
    outcome.renumbered += compared.renumbered;
    outcome.artifacts = compared.artifacts;
    outcome.deleted = compared.deleted;
    say(
      `round ${round + 1} (${states.name}${kinds.continues ? ', gone on' : ''}${kinds.isUnshipped ? ', journal behind' : ''}` +
        `${hours === 0 ? '' : `, clock ${hours} h off`}): ${compared.artifacts} artifacts there, ${compared.deleted} deleted, ` +
        `${compared.renumbered} with another version`,
    );
  }
  await checkDamagedObjectReported(store, plan);
  return outcome;
}

interface Round {
  readonly model: IndexModel;
  readonly store: string;
  readonly states: EarlierStates;
  readonly random: SeededRandom;
  readonly continues: boolean;
  readonly isUnshipped: boolean;
  readonly hours: number;
}

/** Makes changes, then resets the database to an earlier state. */
async function runOlderIndexRound(round: Round): Promise<void> {
  const { model, store, states, random } = round;
  const first = await startOn(round, store);
  await crawlAndChange(first, model, random);
  await end(first, random.chance(0.5));
  const earlier = await states.take();
  const earlierStore = await createTemporaryFolder();
  await cp(store, earlierStore, { recursive: true });
  const second = await startOn(round, store);
  await crawlAndChange(second, model, random);
  await waitForJournal(second);
  if (round.isUnshipped) for (let i = 0; i < 3; i++) await model.crawl(second.client, { unshipped: true });
  await end(second, round.isUnshipped);
  await states.putBack(earlier);
  if (round.continues) await continueOnEarlierStore(round, earlierStore);
  await rm(earlierStore, { recursive: true });
  await states.forget(earlier);
}

/**
 * Simulates a release without this check: makes changes on the earlier index and store, then copies the resulting
 * objects into the current store.
 */
async function continueOnEarlierStore(round: Round, earlierStore: string): Promise<void> {
  const { model, store, random } = round;
  const server = await startOn(round, earlierStore);
  const own = [];
  for (let i = 0; i < 1 + random.below(8); i++) own.push(...(await model.crawl(server.client)));
  await model.change(server.client, own);
  await end(server, false);
  await cp(earlierStore, store, { recursive: true });
}

async function crawlAndChange(
  { client }: RepositoryServer,
  model: IndexModel,
  random: SeededRandom,
): Promise<void> {
  for (let i = 0; i < 2 + random.below(5); i++) {
    await model.crawl(client);
    await model.change(client, model.some(3));
  }
}

/**
 * Checks that the service reports the older index and refuses to work, and that the command in its status repairs
 * everything.
 */
async function checkRepair(
  round: Round,
): Promise<{ artifacts: number; deleted: number; renumbered: number }> {
  const { model, store, states } = round;
  const refusing = await launchRepository({
    ...makeKeepTarget(round.states, store),
    env: makeEnvironment(round),
  });
  await checkIndexRefusal(refusing);
  await refusing.process.stop();
  const kept = await runKeepCommand<RebuildResult>(makeKeepTarget(states, store), 'rebuild', '--replace');
  if (kept.code !== 0) throw new Error(`the rebuild ended with ${kept.code}: ${kept.output}`);
  if (!/^holdfast_index_until_/.test(kept.result.aside)) throw new Error('the old index was not set aside');
  const verified = await runKeepCommand(makeKeepTarget(states, store), 'verify');
  if (verified.code !== 0) throw new Error(`index and store differ: ${verified.output}`);
  const server = await startOn(round, store);
  const compared = await compareWithModel(server.client, model);
  await end(server, false);
  await compareWithoutHoldfast(store, model);
  return { ...compared, renumbered: kept.result.counts['artifacts with another version'] ?? 0 };
}

interface RebuildResult {
  readonly aside: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly partial: readonly string[];
  readonly unreadable: readonly string[];
}

const PATIENCE_MS = 60_000;

async function checkIndexRefusal({ client, metricsUrl, process }: RepositoryServer): Promise<void> {
  await process.answers(`${metricsUrl}/livez`);
  for (const endMs = performance.now() + PATIENCE_MS; ; ) {
    const { ready, reason } = await client
      .json<{ ready: boolean; reason?: string }>('/status')
      .catch(() => ({ ready: false, reason: '' }));
    if (ready) throw new Error('an index that is older than the store is served');
    if (reason?.includes('./holdfast keep rebuild --replace')) break;
    if (performance.now() > endMs) throw new Error(`the status does not name the repair: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { status } = await client.importArchive(Buffer.from(''), { auid: 'au' });
  if (status !== 503) throw new Error(`an import into an older index was answered with ${status}`);
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  if (!/^holdfast_index_older_than_store 1$/m.test(metrics)) throw new Error('the metric does not say so');
}

interface ProgramArtifact {
  readonly uuid: string;
  readonly deleted: boolean;
  readonly version: number;
  readonly uri: string;
  readonly auid: string;
}

const run = promisify(execFile);

/**
 * Reads the store with the Python program in docs/reading-without-holdfast.md and compares the result with the model.
 * Does nothing without Python.
 */
async function compareWithoutHoldfast(store: string, model: IndexModel): Promise<void> {
  const program = await loadArtifactsProgram();
  const answer = await run('python3', [program, store], { maxBuffer: 2 ** 28 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (!answer) return;
  const lines = answer.stdout.split('\n').filter((line) => line !== '');
  const listed = lines.map((line) => JSON.parse(line) as ProgramArtifact);
  const there = listed.filter(({ deleted }) => !deleted);
  const names = new Set(there.map(({ auid, uri, version }) => `${auid} ${uri} ${version}`));
  const uuids = new Set(there.map(({ uuid }) => uuid));
  const expected = [...model.artifacts.values()].filter(({ deleted }) => !deleted);
  const missing = expected.filter(({ uuid }) => !uuids.has(uuid));
  if (missing.length > 0 || uuids.size !== expected.length || names.size !== expected.length)
    throw new Error(
      `artifacts.py lists ${uuids.size} of ${expected.length} artifacts, ${names.size} versions`,
    );
}

let program: Promise<string> | undefined;

function loadArtifactsProgram(): Promise<string> {
  program ??= import('../reading/artifacts-program.ts').then(({ writeArtifactsProgram }) =>
    writeArtifactsProgram(),
  );
  return program;
}

/** Checks that a rebuild from a store with a damaged object reports this object and exits with code 1. */
async function checkDamagedObjectReported(store: string, { states, say }: OlderIndexPlan): Promise<void> {
  const folder = await createTemporaryFolder();
  await cp(store, folder, { recursive: true });
  const { stdout } = await run('find', [join(folder, 'objects', 'ns'), '-name', '*.warc.gz', '-size', '+2']);
  const victim = stdout.trim().split('\n')[0]!;
  await run('truncate', ['-s', '700', victim]);
  const { code, result } = await runKeepCommand<RebuildResult>(
    makeKeepTarget(states[0]!, folder),
    'rebuild',
    '--replace',
  );
  const named = [...result.partial, ...result.unreadable].some((key) => victim.endsWith(key));
  if (code !== 1 || !named)
    throw new Error(`a rebuild from a damaged store ended with ${code}: ${JSON.stringify(result)}`);
  say('a segment that is cut off is named by the rebuild, which ends with 1');
}

function makeKeepTarget({ databaseUrl }: EarlierStates, store: string): KeepTarget {
  return { databaseUrl: databaseUrl(), objectStore: `fs:${store}` };
}

function startOn(round: Round, store: string): Promise<RepositoryServer> {
  return startRepository({ ...makeKeepTarget(round.states, store), env: makeEnvironment(round) });
}

function makeEnvironment({ hours }: Round): Record<string, string> {
  return hours === 0 ? settings : { ...settings, NODE_OPTIONS: `--import ${makeShiftedClockModule(hours)}` };
}

/** Returns a module that shifts the clock of a process and of its threads. */
function makeShiftedClockModule(hours: number): string {
  const text = `
    const RealDate = Date;
    const now = () => RealDate.now() + ${hours * 3_600_000};
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

async function end(server: RepositoryServer, atOnce: boolean): Promise<void> {
  if (atOnce) await server.process.kill9();
  else await server.process.stop();
  await server.process.exited;
}
