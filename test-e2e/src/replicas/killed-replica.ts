// Sends SIGKILL to the replica that processes an import, while clients of the other replicas continue. Acknowledged
// data must survive, and the remaining replicas must accept the repeated import.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { type ImportStatus, type MadeWarc, makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { sendSlowly } from '../support/slowly.ts';
import { AcknowledgedWrites, checkAcknowledgedArtifacts } from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import { pollCondition } from './fleet.ts';
import { startLoad } from './load.ts';
import { createPatientClient } from './patient-client.ts';
import { password } from './replica.ts';

export interface ReplicaKillPlan {
  readonly cluster: ReplicaCluster;
  readonly times: number;
  readonly records: number;
  readonly sendMs: number;
  say(words: string): void;
}

/** Runs the drill, and replaces the killed replicas. Throws as soon as a check fails. */
export async function killReplicas(plan: ReplicaKillPlan): Promise<void> {
  const { repository, config } = plan.cluster;
  const ledger = new AcknowledgedWrites();
  const clients = [repository, config].map(({ url }) => createPatientClient(url, 60_000));
  const load = startLoad({
    repository: clients[0]!,
    config: clients[1]!,
    ledger,
    clients: { create: 2, read: 2 },
    pauseMs: 50,
    longImportMs: 0,
    name: 'beside',
  });
  try {
    for (let time = 1; time <= plan.times; time++) await killOne(plan, time);
  } finally {
    await load.stop();
  }
  const { artifacts, unacknowledged } = await checkAcknowledgedArtifacts(clients[0]!, ledger);
  // A request on the killed replica fails, which no proxy can prevent. No other request may fail.
  const others = load.failures.filter(({ status, headers }) => status !== 0 && !headers['x-proxy']);
  const shown = JSON.stringify(others.slice(0, 5));
  if (others.length > 0) throw new Error(`clients beside saw ${others.length} failures: ${shown}`);
  plan.say(
    `${plan.times} replicas killed; beside that ${artifacts} artifacts, none lost, ${load.failures.length} requests cut, of which ${unacknowledged} were stored`,
  );
}

async function killOne({ cluster, records, sendMs, say }: ReplicaKillPlan, time: number): Promise<void> {
  const { repository } = cluster;
  const client = new TestRepositoryClient(repository.url, { user: 'admin', password });
  const made = makeWarc(records, 2_000, `killed${time}`);
  const auid = `killed ${time} ${randomUUID()}`;
  const acknowledged: ImportStatus[] = [];
  const onStatus = (status: ImportStatus) => status.status === 'OK' && acknowledged.push(status);
  const importing = client
    .importArchive(Readable.from(sendSlowly(made.bytes, { steps: 40, totalMs: sendMs })), { auid, onStatus })
    .then(
      () => 'ended',
      () => 'cut',
    );
  await pollCondition(() => acknowledged.length > 0, 'nothing was acknowledged', 60_000);
  const at = repository.proxy.underWay().find(({ path }) => path.startsWith('/archives'));
  const victim = repository.replicas().find(({ name }) => name === at?.replica);
  if (!victim) throw new Error('the import was over too soon');
  await repository.kill(victim);
  const seen = await importing;
  if (seen !== 'cut') throw new Error('its client took the import for complete');
  const { unacknowledged } = await checkAu(client, auid, made, acknowledged);
  const stored = await repeat(client, auid, made);
  say(
    `killed ${victim.name} at ${acknowledged.length} of ${records} records: all there, ${unacknowledged} more; the repetition stored ${stored}`,
  );
  await repository.grow();
}

async function repeat(client: TestRepositoryClient, auid: string, made: MadeWarc): Promise<number> {
  const { status, statuses, body } = await client.importArchive(made.bytes, { auid });
  const count = (wanted: string) => statuses.filter((one) => one.status === wanted).length;
  if (status !== 200 || count('OK') + count('DUPLICATE') !== made.records.length)
    throw new Error(`the repetition: ${status} ${body} ${JSON.stringify(statuses.at(-1))}`);
  const { listed } = await checkAu(client, auid, made, statuses);
  if (listed.length !== made.records.length) throw new Error(`${listed.length} listed after the repetition`);
  return count('OK');
}
