// A node with a bridge, ActiveMQ and a listener made of LOCKSS classes. Each part can be killed and restarted
// with the same ports, folder and name.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTemporaryFolder,
  createTestDatabase,
  findFreePort,
  type StartedProcess,
  startProcess,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { compileMavenProgram } from '../support/maven-program.ts';
import { startRepository } from '../support/repository-server.ts';
import { startProgram } from '../support/service-process.ts';

export const password = 'correct: horse, battery';

/**
 * JVM options that reduce the processor time of a start to a third. The processes are killed before better optimization
 * would pay off.
 */
const FOR_SHORT_LIVES = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];

/** Folder of the Java sources, which also identifies the compiled classes in the cache. */
const sources = join(import.meta.dirname, '../../src/bridge/java');

/** Returns the class path of broker and listeners, or the reason why there is none. */
export const installListener = () => compileMavenProgram('bridge-listener', sources);

/** Output of a listener for one message. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly id?: string;
  readonly map?: Readonly<Record<string, string>>;
  /** The message as parsed by LOCKSS classes. */
  readonly read?: string;
  readonly fault?: string;
}

export interface NodePart {
  start(): Promise<void>;
  kill(): Promise<void>;
}

export interface BridgedNode {
  readonly configUrl: string;
  readonly repository: TestRepositoryClient;
  readonly brokerUri: string;
  readonly parts: Readonly<Record<'broker' | 'bridge' | 'listener', NodePart>>;
  /** Returns the output of all listeners so far, in order. */
  heard(): readonly ReceivedMessage[];
  java(words: readonly string[]): Promise<StartedProcess>;
}

/** Starts the node and resolves when all parts run. `settle`: value of BRIDGE_SETTLE. */
export async function startBridgedNode(
  classPath: string,
  { settle }: { settle: string },
): Promise<BridgedNode> {
  const [configDatabase, repositoryDatabase] = [await createTestDatabase(), await createTestDatabase()];
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { ADMIN_PASSWORD: password, WORKERS: '1', AUDIT_LOG: 'off' };
  const [stompPort, openWirePort, metricsPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const folder = await createTemporaryFolder();
  const java = (words: readonly string[], hears?: (text: string) => void) => {
    const command = [...FOR_SHORT_LIVES, '-cp', classPath, 'holdfast.bridge.Main', ...words];
    // Uses a temporary working directory, because LOCKSS writes logs there.
    return startProcess('java', command, { cwd: folder, ...(hears && { hears }) });
  };
  // Reconnects as LOCKSS services do, but without their pauses of up to 30 s.
  const brokerUri = `failover:(tcp://127.0.0.1:${openWirePort})?maxReconnectDelay=500`;
  const broker = part(async () => {
    const started = await java(['broker', folder, String(stompPort), String(openWirePort)]);
    await started.says(/^ready$/m);
    return started;
  });
  const heard: ReceivedMessage[] = [];
  const listener = part(async () => {
    const started = await java(['listener', brokerUri, 'holdfast-listener'], linesInto(heard));
    await started.says(/"ready"/);
    return started;
  });
  const bridge = part(() =>
    startProgram('bridge', {
      BRIDGE_BROKER: `stomp://127.0.0.1:${stompPort}`,
      BRIDGE_CONFIGURATION_DATABASE_URL: configDatabase.url,
      BRIDGE_REPOSITORY_DATABASE_URL: repositoryDatabase.url,
      BRIDGE_SETTLE: settle,
      BRIDGE_METRICS_PORT: String(metricsPort),
    }),
  );
  const [config, repository] = await Promise.all([
    startConfig(configDatabase.url, password, env),
    startRepository({ databaseUrl: repositoryDatabase.url, objectStore, env }),
    broker.start().then(listener.start),
  ]);
  await bridge.start();
  await registered(`http://127.0.0.1:${metricsPort}`);
  return {
    configUrl: config.url,
    repository: repository.client,
    brokerUri,
    parts: { broker, bridge, listener },
    heard: () => heard,
    java,
  };
}

/** Waits until the bridge has registered, because earlier changes are not reported. */
async function registered(bridgeMetricsUrl: string): Promise<void> {
  const isTelling = /^holdfast_bridge_state\{service="(\w+)",state="telling"\} 1$/gm;
  for (let states: string[] = []; states.length < 2; await sleep(100)) {
    const metrics = await fetch(`${bridgeMetricsUrl}/metrics`).catch(() => undefined);
    states = [...((await metrics?.text()) ?? '').matchAll(isTelling)].map(([line]) => line);
  }
}

function part(begin: () => Promise<StartedProcess>): NodePart {
  let running: StartedProcess | undefined;
  return {
    async start() {
      running = await begin();
    },
    async kill() {
      await running?.kill9();
    },
  };
}

/**
 * Splits the output of one listener into lines. A killed listener may leave half a line; the restarted listener
 * receives that message again.
 */
function linesInto(heard: ReceivedMessage[]): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    heard.push(
      ...lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as ReceivedMessage),
    );
  };
}
