// Runs both services under imports, creates, commits, deletes and configuration changes. Records everything that the
// services acknowledged, so that a test can look for it in a restored node.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigClient } from '@holdfast/client';
import { formatBasicAuth, type TestRepositoryClient } from '@holdfast/testkit';
import { readOneForm, startTraffic, type Traffic, type TrafficArtifact } from '../keeping/traffic.ts';
import { createTestConfigClient } from '../support/config-client.ts';
import { type ConfigServer, startConfig } from '../support/config-server.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import type { NodeEndpoints } from './run-backup.ts';

export interface BusyNode {
  readonly repository: RepositoryServer;
  /** Returns everything that the services have acknowledged so far. */
  acknowledged(): AcknowledgedContent;
  /** Stops the requests, then the services. Throws the first failure. */
  stop(): Promise<void>;
}

export interface AcknowledgedContent {
  readonly artifacts: readonly { readonly known: TrafficArtifact; readonly wasCommitted: boolean }[];
  /** Last acknowledged counter value in the configuration section. */
  readonly round: number;
}

export interface RunningNode {
  readonly repository: RepositoryServer;
  readonly config: ConfigServer;
  readonly calls: ConfigClient;
  stop(): Promise<void>;
}

const password = 'correct: horse, battery';
const namespace = 'default';
const section = 'expert';
/** Settings that make journal and compaction remove objects at short intervals. */
const jobs = {
  JOURNAL_INTERVAL: '100ms',
  COMPACTION_PERIOD: '1s',
  COMPACTION_GRACE: '0s',
  FIXITY_PERIOD: 'off',
};

export async function startBackupNode(place: NodeEndpoints): Promise<RunningNode> {
  const { repositoryUrl: databaseUrl, configUrl, objectStore, env = {} } = place;
  const repository = await startRepository({ databaseUrl, objectStore, env: { ...env, ...jobs } });
  const config = await startConfig(configUrl, password);
  const calls = createTestConfigClient(config.url, password);
  return {
    repository,
    config,
    calls,
    stop: async () => {
      calls.close();
      for (const { process } of [repository, config]) {
        const { code } = await process.stop();
        if (code !== 0) throw new Error(`ended with ${code}: ${process.output().slice(-2_000)}`);
      }
    },
  };
}

export async function startBusyNode(
  place: NodeEndpoints,
  { seed, pauseMs }: { seed: number; pauseMs: number },
): Promise<BusyNode> {
  const node = await startBackupNode(place);
  const { client } = node.repository;
  const traffic = startTraffic({
    client,
    random: createRandomFromSeed(seed),
    namespace,
    readers: 1,
    writers: 3,
    pauseMs,
  });
  const changes = startChanges(node.calls, pauseMs);
  return {
    repository: node.repository,
    acknowledged: () => ({ artifacts: listRemainingArtifacts(traffic), round: changes.done() }),
    stop: async () => {
      await Promise.all([traffic.stop(), changes.stop()]);
      await node.stop();
    },
  };
}

function listRemainingArtifacts({ known }: Traffic): AcknowledgedContent['artifacts'] {
  const there = known.filter(({ gone }) => !gone);
  return there.map((one) => ({ known: one, wasCommitted: one.committed }));
}

/** Writes a configuration section repeatedly. Its content is a counter of these writes. */
function startChanges(calls: ConfigClient, pauseMs: number) {
  let [done, stopped] = [0, false];
  const work = (async () => {
    while (!stopped) {
      const body = { configFile: `org.example.round = ${done + 1}\n` };
      await calls.putSectionConfiguration({ sectionName: section, body });
      done += 1;
      await sleep(pauseMs);
    }
  })();
  work.catch(() => undefined);
  return {
    done: () => done,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
}

/**
 * Throws unless all acknowledged content is present and readable. Artifacts that were deleted in the meantime may be
 * present or absent. Returns the number of acknowledged artifacts.
 */
export async function checkAcknowledged(
  { repository, config }: RunningNode,
  { artifacts, round }: AcknowledgedContent,
): Promise<number> {
  const { client } = repository;
  for (const one of artifacts) {
    for (const form of [0, 1, 2]) await readOneForm({ client, namespace }, one.known, form);
    await throwUnlessCommitted(client, one);
  }
  const text = await fetchSection(config);
  const restored = Number(/org\.example\.round\s*=\s*(\d+)/.exec(text)?.[1]);
  if (!(restored >= round)) throw new Error(`round ${round} was acknowledged, and ${text} restored`);
  return artifacts.length;
}

async function throwUnlessCommitted(
  client: TestRepositoryClient,
  { known: { gone, uuid }, wasCommitted }: AcknowledgedContent['artifacts'][number],
): Promise<void> {
  if (gone || !wasCommitted) return;
  const answer = await client.get(`/artifacts/${uuid}`, { namespace }, { accept: 'application/json' });
  const { committed } = (await answer.json()) as { committed?: boolean };
  if (!committed) throw new Error(`${uuid} was committed before the backup, and is not in it`);
}

async function fetchSection(config: ConfigServer): Promise<string> {
  const authorization = formatBasicAuth('admin', password);
  const answer = await fetch(`${config.url}/config/file/${section}`, { headers: { authorization } });
  return answer.text();
}
