// Repeatedly replaces every replica of both services while clients of every kind continue. No client may see a failed
// request, and nothing may be lost or duplicated.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AcknowledgedWrites,
  checkAcknowledgedArtifacts,
  checkAcknowledgedConfiguration,
} from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import type { ReplicaFleet } from './fleet.ts';
import { type LoadRequestKind, type ReplicaLoad, startLoad } from './load.ts';
import { createPatientClient } from './patient-client.ts';

export interface RollingRestart {
  readonly cluster: ReplicaCluster;
  /** Minimum duration in milliseconds. The drill runs longer if a replica has not yet been replaced. */
  readonly forMs: number;
  /**
   * Duration of long imports in milliseconds. It exceeds the preStop pause, so that some imports are running when a
   * replica receives SIGTERM.
   */
  readonly longImportMs: number;
  readonly pauseMs: number;
  say(words: string): void;
}

export interface RollingOutcome {
  readonly replaced: number;
  readonly done: Readonly<Record<LoadRequestKind, number>>;
  readonly waits: number;
  readonly artifacts: number;
}

const clients = {
  create: 4,
  import: 2,
  'long import': 3,
  read: 2,
  list: 1,
  cdx: 1,
  configure: 2,
  'read configuration': 1,
};

/** Runs the drill. Throws if a client sees a failure. */
export async function runRollingRestart(plan: RollingRestart): Promise<RollingOutcome> {
  const { repository, config } = plan.cluster;
  const ledger = new AcknowledgedWrites();
  const patient = [repository, config].map(({ url }) => createPatientClient(url, 120_000));
  const load = startLoad({
    repository: patient[0]!,
    config: patient[1]!,
    ledger,
    clients,
    pauseMs: plan.pauseMs,
    longImportMs: plan.longImportMs,
    name: 'rolling',
  });
  const replacing = Promise.all([repository, config].map((fleet) => replaceAll(fleet, plan, load)));
  const replaced = await replacing.finally(load.stop);
  plan.say(`done: ${JSON.stringify(load.done)}`);
  if (load.failures.length > 0) throw new Error(`clients saw failures: ${formatOutcome(load)}`);
  const { artifacts, unacknowledged } = await checkAcknowledgedArtifacts(patient[0]!, ledger);
  if (unacknowledged > 0) throw new Error(`${unacknowledged} unacknowledged artifacts exist`);
  await checkAcknowledgedConfiguration(patient[1]!, ledger);
  const waits = patient.reduce((sum, client) => sum + client.waits(), 0);
  return { replaced: replaced[0]! + replaced[1]!, done: load.done, waits, artifacts };
}

async function replaceAll(
  fleet: ReplicaFleet,
  { forMs, say }: RollingRestart,
  load: ReplicaLoad,
): Promise<number> {
  const [until, atLeast] = [performance.now() + forMs, fleet.replicas().length];
  let replaced = 0;
  while (load.failures.length === 0 && (replaced < atLeast || performance.now() < until)) {
    await fleet.replaceOldest();
    replaced += 1;
    say(`${fleet.service}: replaced ${replaced}; ${load.failures.length} failures`);
    await sleep(100);
  }
  return replaced;
}

export function formatOutcome({ failures }: ReplicaLoad): string {
  const shown = failures.slice(0, 10).map(({ headers: _headers, ...failure }) => JSON.stringify(failure));
  return `${failures.length}: ${shown.join('\n')}`;
}
