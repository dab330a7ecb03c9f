// Repeatedly kills all processes of `npm start` with SIGKILL, and immediately restarts it with the same folder and
// ports. Each start must succeed, and everything acknowledged before a kill must survive.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTemporaryFolder,
  findFreePort,
  type ImportStatus,
  type MadeWarc,
  makeWarc,
} from '@holdfast/testkit';
import { launchNode, type NodeOnDisk } from '../full-disk/node.ts';
import { checkAu } from '../support/check-import.ts';
import { countZombies, killEverything } from './kill-everything.ts';
import type { PidNamespace } from './pid-namespace.ts';

export interface RestartPlan {
  readonly kills: number;
  /** PID namespace in which the node runs. If undefined, the node runs as an ordinary process. */
  readonly pidNamespace: PidNamespace | undefined;
  /** Maximum time between the first acknowledged record and the kill, in milliseconds. */
  readonly aliveMs: number;
  random(): number;
  say(words: string): void;
}

export interface RestartOutcome {
  readonly kills: number;
  /** Number of kills while the node was starting. */
  readonly duringStart: number;
  readonly acknowledgedArtifacts: number;
  readonly acknowledgedConfigurations: number;
  /** Longest time from a kill until both services were ready again. */
  readonly slowestStartMs: number;
  readonly zombies: number;
}

interface WrittenImport {
  readonly auid: string;
  readonly made: MadeWarc;
  readonly acknowledged: ImportStatus[];
}

/** Everything that the node has acknowledged so far. */
interface Ledger {
  readonly imports: WrittenImport[];
  /** The last acknowledged and the last sent value. */
  configuration: { acknowledged: number; sent: number };
}

const RECORDS = 20;
const RECORD_BYTES = 3_000;
const MAX_PATIENCE_MS = 60_000;
/** Every DURING_START-th kill hits the node while it is starting. */
const DURING_START = 5;

/** Runs the drill. Throws as soon as a check fails. */
export async function runRestartDrill(plan: RestartPlan): Promise<RestartOutcome> {
  const dataFolder = await createTemporaryFolder();
  const ports: number[] = [];
  while (ports.length < 4) ports.push(await findFreePort());
  const launch = () =>
    launchNode({
      dataFolder,
      databaseUrl: undefined,
      ports,
      under: plan.pidNamespace?.enter ?? [],
      env: { SWEEP_PERIOD: '5s', COMPACTION_PERIOD: '5s' },
    });
  const ledger: Ledger = { imports: [], configuration: { acknowledged: 0, sent: 0 } };
  let node = await launch();
  await node.ready();
  let [duringStart, slowestStartMs] = [0, 0];
  for (let kill = 1; kill <= plan.kills; kill++) {
    const before = ledger.imports.length;
    await writeAndKill(node, ledger, plan);
    const killedMs = performance.now();
    node = await launch();
    if (kill % DURING_START === 0) {
      duringStart++;
      await sleep(plan.random() * 3_000);
      killEverything(node.process.pid);
      node = await launch();
    }
    await node.ready();
    const startMs = Math.round(performance.now() - killedMs);
    slowestStartMs = Math.max(slowestStartMs, startMs);
    await expectNothingUnderWay(node);
    await check(node, ledger, ledger.imports.slice(before));
    const zombies = plan.pidNamespace === undefined ? '' : `, ${countZombies(plan.pidNamespace.pid)} zombies`;
    plan.say(`kill ${kill}: ready again after ${startMs} ms; ${countOf(ledger)} acknowledged${zombies}`);
  }
  await check(node, ledger, ledger.imports);
  const zombies = plan.pidNamespace === undefined ? 0 : countZombies(plan.pidNamespace.pid);
  killEverything(node.process.pid);
  return {
    kills: plan.kills + duringStart,
    duringStart,
    acknowledgedArtifacts: countOf(ledger),
    acknowledgedConfigurations: ledger.configuration.acknowledged,
    slowestStartMs,
    zombies,
  };
}

async function expectNothingUnderWay({ repository }: NodeOnDisk): Promise<void> {
  const { importsUnderWay } = await repository.json<{ importsUnderWay: number }>('/summary');
  if (importsUnderWay !== 0) throw new Error(`${importsUnderWay} imports of killed processes are under way`);
}

/** Runs two writers of archives and one writer of configuration, and kills all processes at a random moment. */
async function writeAndKill(node: NodeOnDisk, ledger: Ledger, plan: RestartPlan): Promise<void> {
  const killed = new AbortController();
  const round = ledger.imports.length;
  const writers = [1, 2].map((writer) =>
    importUntilKilled(node, ledger, `restart&${round}~${writer}`, killed.signal),
  );
  writers.push(configureUntilKilled(node, ledger, killed.signal));
  await waitForFirstStored(ledger, round);
  await sleep(plan.random() * plan.aliveMs);
  killed.abort();
  killEverything(node.process.pid);
  await Promise.all(writers);
}

/** Waits until a record is acknowledged, so that even on a busy machine there is data that the kill could lose. */
async function waitForFirstStored({ imports }: Ledger, round: number): Promise<void> {
  const deadline = performance.now() + MAX_PATIENCE_MS;
  while (!imports.slice(round).some(({ acknowledged }) => acknowledged.length > 0)) {
    if (performance.now() > deadline) throw new Error('nothing was stored within a minute');
    await sleep(10);
  }
}

async function importUntilKilled(
  node: NodeOnDisk,
  ledger: Ledger,
  prefix: string,
  killed: AbortSignal,
): Promise<void> {
  for (let number = 1; !killed.aborted; number++) {
    const auid = `${prefix}~${number}`;
    const written: WrittenImport = { auid, made: makeWarc(RECORDS, RECORD_BYTES, auid), acknowledged: [] };
    ledger.imports.push(written);
    const onStatus = (status: ImportStatus) => status.status === 'OK' && written.acknowledged.push(status);
    const answer = await node.repository
      .importArchive(written.made.bytes, { auid, onStatus })
      .catch(() => undefined);
    if (answer !== undefined && answer.status !== 200 && !killed.aborted)
      throw new Error(`import answered ${answer.status}: ${answer.body}`);
  }
}

async function configureUntilKilled(
  node: NodeOnDisk,
  { configuration }: Ledger,
  killed: AbortSignal,
): Promise<void> {
  while (!killed.aborted) {
    configuration.sent++;
    const form = new FormData();
    form.set('configFile', new Blob([`drill.value=${configuration.sent}\n`]), 'expert');
    const answer = await fetch(`${node.configurationUrl}/config/file/expert`, {
      method: 'PUT',
      headers: { authorization: node.repository.authorization },
      body: form,
    }).catch(() => undefined);
    if (answer?.ok) configuration.acknowledged = configuration.sent;
    await answer?.body?.cancel().catch(() => undefined);
  }
}

async function check(node: NodeOnDisk, ledger: Ledger, imports: readonly WrittenImport[]): Promise<void> {
  for (const { auid, made, acknowledged } of imports)
    await checkAu(node.repository, auid, made, acknowledged);
  const { acknowledged, sent } = ledger.configuration;
  if (sent === 0) return;
  const value = await readConfiguredValue(node);
  if (value !== acknowledged && value !== sent)
    throw new Error(`drill.value is ${value}; ${acknowledged} was acknowledged, ${sent} was sent last`);
  Object.assign(ledger.configuration, { acknowledged: value, sent: value });
}

/** Returns the stored configuration value, or 0 if there is none yet. */
async function readConfiguredValue({ configurationUrl, repository }: NodeOnDisk): Promise<number> {
  const answer = await fetch(`${configurationUrl}/config/file/expert`, {
    headers: { authorization: repository.authorization, accept: 'multipart/form-data' },
  });
  const text = await answer.text();
  if (answer.status === 404) return 0;
  const [, value] = /drill\.value=(\d+)/.exec(text) ?? [];
  if (value === undefined) throw new Error(`GET of the expert section: ${answer.status} ${text}`);
  return Number(value);
}

function countOf({ imports }: Ledger): number {
  return imports.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
}
