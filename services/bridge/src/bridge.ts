// Creates and starts the bridge according to its settings. Each outbox has a separate connection to the broker.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkDatabase,
  type Database,
  DatabaseRefusedError,
  openDatabase,
  openOutbox,
  refuseSharedSessions,
  withAdvisoryLock,
} from '@holdfast/pg-kit';
import { createHealth, createMetrics, type Health, type Log, startProbes } from '@holdfast/service-kit';
import type { BridgeSettings } from './env.ts';
import { makeConfigurationConverter } from './messages/configuration-messages.ts';
import { repositoryConverter } from './messages/repository-messages.ts';
import type { MessageConverter } from './messages/topics.ts';
import { type BridgeState, createPublishingMetrics, type PublishingMetrics } from './metrics.ts';
import { type PublishingDeps, publishOutbox } from './publishing/publish-outbox.ts';

export interface RunningBridge {
  /** Base URL of the metrics and health probes. */
  readonly probesUrl: string;
  stop(): Promise<void>;
}

/** Service whose changes are published. `owner` is the name of the service. */
interface PublishedService {
  readonly owner: 'configuration' | 'repository';
  readonly converter: MessageConverter;
  readonly database: Database<never>;
}

// Size of the connection pool, which is used for the lock, LISTEN, the outbox and health checks.
const CONNECTIONS = 4;
const BROKER_TIMEOUT_MS = 30_000;
const PAUSES = { firstPauseMs: 250, longestPauseMs: 15_000 };
const LOOK_EVERY_MS = 5_000;
const LOCK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;

/** Starts the bridge. Resolves when the health probes respond. */
export async function startBridge(settings: BridgeSettings, log: Log): Promise<RunningBridge> {
  const services = openServices(settings, log);
  const metrics = createMetrics();
  const outboxes = Object.fromEntries(
    services.map(({ owner, database }) => [owner, openOutbox(database.pool, owner)]),
  );
  const measures = createPublishingMetrics(metrics, outboxes);
  const checks = services.map(({ owner, database }) => [`${owner} database`, () => checkDatabase(database)]);
  const health = createHealth({ checks: Object.fromEntries(checks), log });
  const { metricsHost: host, metricsPort: port } = settings;
  const probes = await startProbes(metrics, health, { host, port, log });
  health.start();
  const stopping = new AbortController();
  const states = new Map<string, BridgeState>(services.map(({ owner }) => [owner, 'standing by']));
  const refusals = new Map<string, string>();
  const note = createStateHandler(states, refusals, measures, health);
  for (const { owner } of services) note(owner, 'standing by');
  const running = services.map((one) => {
    const { owner, converter } = one;
    const deps = {
      ...makePublishingDeps(settings, log, measures),
      name: owner,
      converter,
      outbox: outboxes[owner]!,
    };
    const onRefused = (reason: string | undefined) => {
      if (reason === undefined) refusals.delete(owner);
      else refusals.set(owner, `${owner} database: ${reason}`);
      note(owner, states.get(owner)!);
    };
    return publishWhileLocked(
      one,
      deps,
      { onState: (state) => note(owner, state), onRefused },
      stopping.signal,
    );
  });
  log.info({ probesUrl: probes.url, settings: settings.describe() }, 'listening');
  return {
    probesUrl: probes.url,
    async stop() {
      stopping.abort();
      health.stop();
      await Promise.all(running);
      await Promise.all(services.map(({ database }) => database.close()));
      await probes.shutdown();
    },
  };
}

function openServices(settings: BridgeSettings, log: Log): PublishedService[] {
  const { configurationUrl, repositoryUrl, configTopic, stateTopic } = settings;
  const open = (url: string): Database<never> =>
    openDatabase({
      url,
      poolSize: CONNECTIONS,
      applicationName: 'holdfast bridge',
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
  const ofConfiguration = makeConfigurationConverter({ config: configTopic, state: stateTopic });
  return [
    ...(configurationUrl === undefined
      ? []
      : [{ owner: 'configuration', converter: ofConfiguration, database: open(configurationUrl) } as const]),
    ...(repositoryUrl === undefined
      ? []
      : [{ owner: 'repository', converter: repositoryConverter, database: open(repositoryUrl) } as const]),
  ];
}

function makePublishingDeps(settings: BridgeSettings, log: Log, measures: PublishingMetrics) {
  const { brokers, brokerUser: user, brokerPassword: password, brokerAuthorities: authorities } = settings;
  const { heartBeatMs, settleMs, keepForMs, keepRows } = settings;
  return {
    brokers,
    broker: { user, password, authorities, heartBeatMs, timeoutMs: BROKER_TIMEOUT_MS },
    limits: { keepForMs, keepRows },
    settleMs,
    lookEveryMs: LOOK_EVERY_MS,
    log,
    random: Math.random,
    ...PAUSES,
    measures,
  };
}

/**
 * Returns a callback that updates the health status when a publishing state changes. The bridge is ready if every
 * database is usable and no service is waiting for a broker.
 */
function createStateHandler(
  states: Map<string, BridgeState>,
  refusals: ReadonlyMap<string, string>,
  measures: PublishingMetrics,
  health: Health,
) {
  return (owner: string, state: BridgeState): void => {
    states.set(owner, state);
    measures.state(owner, state);
    const waiting = [...states].filter(([, one]) => one === 'connecting').map(([name]) => name);
    const [refused] = refusals.values();
    const reason =
      waiting.length === 0 ? refused : `there is no broker to tell changes to (${waiting.join(', ')})`;
    health.set({ ready: reason === undefined, reason, startupStatus: 'AUS_STARTED' });
  };
}

type Deps = Omit<PublishingDeps, 'onState' | 'onPublished' | 'onGap'> & {
  readonly measures: PublishingMetrics;
};

interface PublishingHooks {
  onState(state: BridgeState): void;
  /** Called with the reason why the database cannot be used, or with undefined if the database is usable. */
  onRefused(reason: string | undefined): void;
}

/** Repeatedly acquires the lock and publishes the changes. Resolves when `signal` aborts. */
async function publishWhileLocked(
  { owner, database }: PublishedService,
  { measures, ...deps }: Deps,
  { onState, onRefused }: PublishingHooks,
  signal: AbortSignal,
): Promise<void> {
  const publishing = {
    ...deps,
    log: deps.log.child({ changesOf: owner }),
    onState,
    onPublished: (messages: number) => measures.published(owner, messages),
    onGap: () => measures.gap(owner),
  };
  while (!signal.aborted) {
    try {
      await refuseSharedSessions(database.pool);
      onRefused(undefined);
      const work = (locked: AbortSignal) => publishOutbox(publishing, locked);
      await withAdvisoryLock(database.pool, `bridge ${owner}`, work, { signal, pollMs: LOCK_EVERY_MS });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof DatabaseRefusedError) onRefused(error.message);
      publishing.log.warn({ err: error }, 'changes cannot be published now');
      await sleep(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
    } finally {
      onState('standing by');
    }
  }
}
