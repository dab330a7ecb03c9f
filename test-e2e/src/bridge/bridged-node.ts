// A node with a bridge, ActiveMQ and a listener that uses LOCKSS classes. Each process can be killed, and restarted
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
 * JVM options that cut the CPU time of a start by two thirds. The processes do not live long enough to benefit
 * from more optimization.
 */
const FOR_SHORT_LIVES = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];

/** Folder of the Java sources. Its content is also the cache key of the compiled classes. */
const sources = join(import.meta.dirname, '../../src/bridge/java');

/** Compiles the broker and listener programs. Returns the class path, or the reason why they cannot be compiled. */
export const installListener = () => compileMavenProgram('bridge-listener', sources);

/** Line that a listener prints for a message. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly id?: string;
  readonly map?: Readonly<Record<string, string>>;
  /** Text form of the message, as LOCKSS's own classes parse it. */
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
  /** Returns the messages that any listener process has received so far, in order. */
  received(): readonly ReceivedMessage[];
  java(words: readonly string[]): Promise<StartedProcess>;
}

/** Starts the node. Resolves when all its processes run. `settle`: value of BRIDGE_SETTLE. */
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
    // LOCKSS writes logs to the working directory, so this is a temporary folder.
    return startProcess('java', command, { cwd: folder, ...(hears && { hears }) });
  };
  // LOCKSS services reconnect the same way, but wait up to 30 s between attempts.
  const brokerUri = `failover:(tcp://127.0.0.1:${openWirePort})?maxReconnectDelay=500`;
  const broker = createPart(async () => {
    const started = await java(['broker', folder, String(stompPort), String(openWirePort)]);
    await started.says(/^ready$/m);
    return started;
  });
  const received: ReceivedMessage[] = [];
  const listener = createPart(async () => {
    const started = await java(['listener', brokerUri, 'holdfast-listener'], createLineParser(received));
    await started.says(/"ready"/);
    return started;
  });
  const bridge = createPart(() =>
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
  await waitForRegistration(`http://127.0.0.1:${metricsPort}`);
  return {
    configUrl: config.url,
    repository: repository.client,
    brokerUri,
    parts: { broker, bridge, listener },
    received: () => received,
    java,
  };
}

/** Waits until the bridge has registered with both services, because the bridge does not report earlier changes. */
async function waitForRegistration(bridgeMetricsUrl: string): Promise<void> {
  const isPublishing = /^holdfast_bridge_state\{service="(\w+)",state="publishing"\} 1$/gm;
  for (let states: string[] = []; states.length < 2; await sleep(100)) {
    const metrics = await fetch(`${bridgeMetricsUrl}/metrics`).catch(() => undefined);
    states = [...((await metrics?.text()) ?? '').matchAll(isPublishing)].map(([line]) => line);
  }
}

function createPart(begin: () => Promise<StartedProcess>): NodePart {
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
 * Returns a function that splits the output of a listener process into lines and parses them. A killed listener may
 * leave half a line; the restarted listener receives that message again.
 */
function createLineParser(received: ReceivedMessage[]): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    received.push(
      ...lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as ReceivedMessage),
    );
  };
}
