// Primary process of a service. Starts the workers, owns their port, restarts workers that end unexpectedly, aggregates
// metrics, and stops all workers. Handles no requests itself.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Log } from '../observe/log.ts';
import type {
  MessageToPrimary,
  MessageToWorker,
  ProcessMetrics,
  SharedWorkerState,
  WorkerHealth,
  WorkerStart,
} from './messages.ts';
import { createRestartTracker } from './restarts.ts';
import { sumMetrics } from './sum-metrics.ts';
import { chooseWorkerStdout, forwardLines } from './worker-lines.ts';
import { registerWorkerMetrics } from './worker-metrics.ts';

export interface PrimaryOptions {
  readonly workers: number;
  /** Creates the shared state for one worker. `send` sends a message to that worker. */
  share(send: (message: unknown) => void): SharedWorkerState;
  readonly auditKey: string;
  readonly registry: Registry;
  readonly log: Log;
  /** Output for the log lines of workers. */
  readonly lines: { write(line: string): void };
}

export interface PrimaryProcess {
  readonly health: {
    /** True while at least one worker accepts connections. */
    readonly ready: boolean;
    /** True if a worker has ever been ready. The other workers are then started. */
    readonly started: boolean;
    readonly readOnly: string | undefined;
    readonly reason: string | undefined;
  };
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** Resolves to the reason when a worker must not be restarted. All other workers have been killed before that. */
  readonly failed: Promise<string>;
  /** Lets workers finish their requests, and kills them after `patienceMs`. Resolves when all workers have ended. */
  stop(patienceMs: number): Promise<void>;
  /** Kills all workers immediately. */
  kill(): void;
}

/** Maximum time to wait for the metrics of a busy worker. Prometheus waits ten seconds. */
const METRICS_PATIENCE_MS = 4_000;

export function startPrimary(options: PrimaryOptions): PrimaryProcess {
  const { log } = options;
  const team = new Map<number, RunningWorker>();
  const restarts = createRestartTracker();
  const summed = sumMetrics(options.registry);
  const failed = Promise.withResolvers<string>();
  const stopping = new AbortController();
  const countEnd = registerWorkerMetrics(options.registry, () => team.size);
  let wasReady = false;

  // Lets workers accept connections themselves. With round-robin scheduling, the primary would pass on only one
  // connection per worker at a time.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    serialization: 'advanced',
    stdio: ['ignore', chooseWorkerStdout(), 'inherit', 'ipc'],
  });
  launch(1);

  function launch(number: number): void {
    const isLate = [...team.values()].some(({ isListening }) => isListening);
    const { auditKey } = options;
    const beginning: WorkerStart = { kind: 'begin', number, isLate, auditKey };
    const onHealth = () => {
      if (!wasReady && member.health?.ready) startOthers();
    };
    const member = startWorkerProcess({ ...options, onHealth, onCount: evenOut }, beginning);
    team.set(number, member);
    log.info({ of: number, pid: member.pid }, 'a worker was started');
    void member.ended.then((ending) => ended(number, member, ending));
  }

  /**
   * Starts the other workers when the first one has migrated the tables. Starting all at once would delay readiness.
   */
  function startOthers(): void {
    wasReady = true;
    for (let number = 2; number <= options.workers; number += 1) launch(number);
  }

  function evenOut(): void {
    const all = members();
    const surplus = balanceConnections(all.map(({ connections }) => connections));
    for (const [i, { giveUp }] of all.entries()) giveUp(surplus[i]!);
  }

  async function ended(number: number, member: RunningWorker, { how, ranMs }: Ending): Promise<void> {
    team.delete(number);
    summed.ended(member.metrics);
    if (stopping.signal.aborted) return;
    countEnd();
    const waitMs = wasReady ? restarts.ended(number, ranMs) : undefined;
    if (waitMs === undefined) return giveUp(number, how);
    log.error({ of: number, how, waitMs }, 'a worker ended unexpectedly; it is started again');
    await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) launch(number);
  }

  function giveUp(number: number, how: string): void {
    stopping.abort();
    kill();
    const why = wasReady ? 'a worker ended again and again' : 'a worker could not start';
    failed.resolve(`${why} (the last end of worker ${number}: ${how})`);
  }

  function kill(): void {
    for (const member of members()) member.kill();
  }

  const members = (): RunningWorker[] => [...team.values()];
  const known = (): WorkerHealth[] => members().flatMap(({ health }) => health ?? []);

  return {
    health: {
      get ready() {
        return wasReady && !stopping.signal.aborted && known().some(({ ready }) => ready);
      },
      get started() {
        return wasReady;
      },
      get readOnly() {
        return known().find(({ readOnly }) => readOnly !== undefined)?.readOnly;
      },
      get reason() {
        if (stopping.signal.aborted) return 'the service is stopping';
        const reason = known().find((health) => health.reason !== undefined)?.reason;
        return reason ?? (wasReady ? undefined : 'the service is starting');
      },
    },
    metrics: { contentType: summed.contentType, text: () => summed.text(members()) },
    failed: failed.promise,
    async stop(patienceMs) {
      stopping.abort();
      const all = members();
      for (const { stop } of all) stop();
      const tooLong = setTimeout(kill, patienceMs);
      await Promise.all(all.map(({ ended }) => ended));
      clearTimeout(tooLong);
    },
    kill,
  };
}

interface Ending {
  readonly how: string;
  readonly ranMs: number;
}

/** State of one worker in the primary process. */
interface RunningWorker {
  readonly pid: number | undefined;
  /** Last reported health. Undefined before the worker's first message. */
  readonly health: WorkerHealth | undefined;
  readonly isListening: boolean;
  /** Most recent metrics of the worker. */
  readonly metrics: ProcessMetrics;
  readonly connections: number;
  readonly ended: Promise<Ending>;
  ask(): Promise<ProcessMetrics>;
  giveUp(connections: number): void;
  stop(): void;
  kill(): void;
}

interface RunningWorkerDeps extends PrimaryOptions {
  onHealth(): void;
  onCount(): void;
}

function startWorkerProcess(deps: RunningWorkerDeps, beginning: WorkerStart): RunningWorker {
  const { share, lines, log, onHealth, onCount } = deps;
  const startedMs = performance.now();
  const worker = cluster.fork();
  const tell = (message: MessageToWorker): void => {
    // Does not send anything to a disconnected worker, because it has ended.
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const shared = share((message) => tell({ kind: 'shared', message }));
  let health: WorkerHealth | undefined;
  let isListening = false;
  let metrics: ProcessMetrics = [];
  let connections = 0;
  let isToGiveUp = false;
  let asked = 0;
  const answers = new Map<number, () => void>();

  if (worker.process.stdout !== null) forwardLines(worker.process.stdout, lines);
  worker.on('listening', () => {
    isListening = true;
  });
  worker.on('message', (message: MessageToPrimary) => {
    switch (message.kind) {
      case 'health':
        health = message.health;
        return onHealth();
      case 'metrics':
        metrics = message.metrics;
        answers.get(message.id)?.();
        return;
      case 'connections':
        connections = message.count;
        return onCount();
      case 'shared':
        return shared.receive(message.message);
    }
  });
  tell(beginning);

  return {
    pid: worker.process.pid,
    get health() {
      return health;
    },
    get isListening() {
      return isListening;
    },
    get metrics() {
      return metrics;
    },
    get connections() {
      return connections;
    },
    ended: waitForEnd(worker, log).then((how) => {
      shared.end();
      for (const answered of answers.values()) answered();
      return { how, ranMs: performance.now() - startedMs };
    }),
    async ask() {
      asked += 1;
      const id = asked;
      const answered = new Promise<void>((resolve) => answers.set(id, resolve));
      tell({ kind: 'metrics?', id });
      await Promise.race([answered, sleep(METRICS_PATIENCE_MS, undefined, { ref: false })]);
      answers.delete(id);
      return metrics;
    },
    giveUp(surplus) {
      if (surplus > 0 || isToGiveUp) tell({ kind: 'give up', connections: surplus });
      isToGiveUp = surplus > 0;
    },
    stop: () => tell({ kind: 'stop' }),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/** Resolves to the reason when the process has ended and all its output has been read. */
function waitForEnd(worker: Worker, log: Log): Promise<string> {
  return new Promise((resolve) => {
    worker.process.once('close', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
    worker.on('error', (error) => {
      log.error({ err: error }, 'a worker could not be started, or a message to it failed');
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}

/**
 * Number of connections by which a worker may exceed an even share, as a fraction of that share. Avoids needless
 * reconnections, which delay clients.
 */
const EVEN_ENOUGH = 1 / 8;

/** Returns the number of connections that each worker must close to balance them, in the order of `counts`. */
export function balanceConnections(counts: readonly number[]): number[] {
  const even = Math.ceil(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  return counts.map((count) => (count - even > even * EVEN_ENOUGH ? count - even : 0));
}
