// Tracks whether a service is ready, and if not, the reason. Checks dependencies periodically, so that probes are
// answered from memory.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { type DependencyLocation, explainFailure, type FailureReasons } from './explain-failure.ts';

/** Stages of a node's start, in order. */
export const STARTUP_STAGES = [
  'NONE',
  'PLUGINS_CRAWLING',
  'PLUGINS_COLLECTED',
  'PLUGINS_LOADING',
  'PLUGINS_LOADED',
  'AUS_STARTING',
  'AUS_STARTED',
] as const;

export type StartupStatus = (typeof STARTUP_STAGES)[number];

export interface HealthSettings {
  /** Checks by dependency (`database`, `object store`). A check rejects if the dependency is unavailable. */
  readonly checks?: { readonly [name: string]: (signal: AbortSignal) => Promise<unknown> };
  /** Checks of redundant dependencies. If one fails, the service stays ready, and its status reports the failure. */
  readonly spareChecks?: { readonly [name: string]: (signal: AbortSignal) => Promise<unknown> };
  /** Addresses of the dependencies, by check name. */
  readonly places?: { readonly [name: string]: DependencyLocation };
  /** Pause between the end of a check and the start of the next one, in milliseconds. Default 5,000. */
  readonly intervalMs?: number;
  /** Time limit of a check, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** Number of consecutive failures after which an available dependency counts as unavailable. Default 3. */
  readonly failureThreshold?: number;
  /** Number of consecutive successes after which an unavailable dependency counts as available again. Default 1. */
  readonly successThreshold?: number;
  /** Returns the reason why nothing can be stored now, if any. Does not affect readiness, because reads continue. */
  readonly whyReadOnly?: () => string | undefined;
  /**
   * Returns a problem of the service itself, such as an unusable certificate, or undefined. Does not affect readiness.
   */
  readonly note?: (() => string | undefined) | undefined;
  /**
   * Returns a reason why the service must not serve requests, other than an unavailable dependency. Returns undefined
   * if there is none. Call `set` when the result changes.
   */
  readonly whyUnfit?: (() => string | undefined) | undefined;
  /** Called whenever `ready` may have changed. */
  readonly onChange?: (() => void) | undefined;
  readonly log?: Log;
  readonly now?: () => number;
}

/** Number of problems of one kind, such as 172 problems of the kind `titles`. */
export interface ProblemCount {
  readonly kind: string;
  readonly count: number;
  /** Messages about the first problems of this kind. */
  readonly examples: readonly string[];
}

export interface Health {
  /** True if the service has started, is not stopping, all required checks pass, and `whyUnfit` returns no reason. */
  readonly ready: boolean;
  /** Time at which the service last became ready, as Unix time in milliseconds. */
  readonly readyTime: number | undefined;
  /** Reason why the service is not ready. If it is ready: the reason why it is read-only, and notes. */
  readonly reason: string | undefined;
  /** `reason` with the addresses of dependencies, for operators. */
  readonly reasonInFull: string | undefined;
  /** Reason why the service is read-only. Undefined if writes work. */
  readonly readOnly: string | undefined;
  readonly startupStatus: StartupStatus;
  /** Unix time in milliseconds at which the current reload of the configuration began. Undefined if there is none. */
  readonly loadingSinceMs: number | undefined;
  /** Problems with the service's content, by kind. */
  readonly problems: readonly ProblemCount[];
  /** True if the service has been ready at least once. */
  readonly started: boolean;
  readonly stopping: boolean;
  /** Dependencies that are checked. `passing` is true if the dependency is available. */
  readonly dependencies: readonly { readonly name: string; readonly passing: boolean }[];
  /** Updates the state. Set `ready` to true when the service has started. `reason` is a note; undefined removes it. */
  set(part: {
    readonly ready?: boolean;
    readonly reason?: string | undefined;
    readonly startupStatus?: StartupStatus;
    readonly loadingSinceMs?: number | undefined;
    readonly problems?: readonly ProblemCount[];
  }): void;
  /** Marks the service as stopping. The service never becomes ready again. */
  stop(): void;
  /** Starts the checks: one immediately, then periodically. */
  start(): void;
}

export function createHealth(options: HealthSettings = {}): Health {
  const now = options.now ?? Date.now;
  const stopped = new AbortController();
  const watch = (checks: HealthSettings['checks']): Dependency[] =>
    Object.entries(checks ?? {}).map(([name, check]) =>
      createDependency({ ...options, name, place: options.places?.[name], check, onChange: () => settle() }),
    );
  const needed = watch(options.checks);
  const dependencies = [...needed, ...watch(options.spareChecks)];
  let own: Parameters<Health['set']>[0] = { ready: false, startupStatus: 'NONE' };
  let readyTime: number | undefined;
  let wasReady = false;

  const isReady = (): boolean =>
    own.ready === true &&
    !stopped.signal.aborted &&
    options.whyUnfit?.() === undefined &&
    needed.every(({ passing }) => passing);

  function settle(): void {
    options.onChange?.();
    if (isReady() === wasReady) return;
    wasReady = !wasReady;
    if (wasReady) readyTime = now();
    if (wasReady) options.log?.info('ready');
    else options.log?.warn({ reason: reason('full') }, 'not ready');
  }

  function reason(detail: 'open' | 'full'): string | undefined {
    if (stopped.signal.aborted) return 'the service is stopping';
    const missing = dependencies.filter(({ passing }) => !passing).map(({ whyNot }) => whyNot[detail]);
    const starting =
      own.ready || needed.some(({ passing }) => !passing) || own.reason !== undefined
        ? []
        : ['the service is starting'];
    const unfit = options.whyUnfit?.();
    // Omits the note of a started service if something else makes the service unready.
    const isNote = own.ready === true && (needed.some(({ passing }) => !passing) || unfit !== undefined);
    const notes = [unfit, options.whyReadOnly?.(), options.note?.(), isNote ? undefined : own.reason].filter(
      (note) => note !== undefined,
    );
    const parts = new Set([...missing, ...notes, ...starting]);
    return parts.size === 0 ? undefined : [...parts].join('; ');
  }

  return {
    get ready() {
      return isReady();
    },
    get readyTime() {
      return readyTime;
    },
    get reason() {
      return reason('open');
    },
    get reasonInFull() {
      return reason('full');
    },
    get readOnly() {
      return options.whyReadOnly?.();
    },
    get startupStatus() {
      return own.startupStatus ?? 'NONE';
    },
    get loadingSinceMs() {
      return own.loadingSinceMs;
    },
    get problems() {
      return own.problems ?? [];
    },
    get started() {
      return readyTime !== undefined;
    },
    get stopping() {
      return stopped.signal.aborted;
    },
    dependencies,
    set(part) {
      own = { ...own, ...part };
      settle();
    },
    stop() {
      stopped.abort();
      settle();
    },
    start() {
      for (const dependency of dependencies) void dependency.watch(stopped.signal);
    },
  };
}

export interface DependencyOptions {
  readonly name: string;
  readonly place?: DependencyLocation | undefined;
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  readonly intervalMs?: number;
  readonly timeoutMs?: number;
  readonly failureThreshold?: number;
  readonly successThreshold?: number;
  readonly log?: Log;
  readonly onChange: () => void;
}

export interface Dependency {
  readonly name: string;
  readonly passing: boolean;
  readonly whyNot: FailureReasons;
  /** Checks a dependency immediately and then periodically, until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

/** Maximum pause between checks of an unavailable dependency, so that its recovery is noticed soon. */
const IMPATIENT_INTERVAL_MS = 1_000;

export function createDependency(options: DependencyOptions): Dependency {
  const { name, check, intervalMs = 5_000, timeoutMs = 5_000, failureThreshold = 3 } = options;
  const successThreshold = options.successThreshold ?? 1;
  let passing = false;
  let everPassed = false;
  let failures = 0;
  let successes = 0;
  let lastError: unknown;

  function succeeded(): void {
    failures = 0;
    successes += 1;
    // The first success counts immediately, so that the start of the service need not wait for several checks.
    if (passing || (everPassed && successes < successThreshold)) return;
    passing = true;
    everPassed = true;
    options.onChange();
  }

  function failed(error: unknown): void {
    lastError = error;
    if (failures === 0)
      options.log?.warn({ check: name, err: error }, explainFailure(name, options.place, error).full);
    successes = 0;
    failures += 1;
    if (!passing || failures < failureThreshold) return;
    passing = false;
    options.onChange();
  }

  return {
    name,
    get passing() {
      return passing;
    },
    get whyNot() {
      return explainFailure(name, options.place, lastError);
    },
    async watch(stop) {
      while (!stop.aborted) {
        await runWithTimeout(check, timeoutMs).then(succeeded, failed);
        const delayMs = passing ? intervalMs : Math.min(intervalMs, IMPATIENT_INTERVAL_MS);
        // Waits with a timer that does not keep the process alive, until `stop` aborts.
        await sleep(delayMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    },
  };
}

async function runWithTimeout(
  check: (signal: AbortSignal) => Promise<unknown>,
  timeoutMs: number,
): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs).unref();
  const tooLong = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(createTimeoutError(timeoutMs)));
  });
  try {
    await Promise.race([check(limit.signal), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function createTimeoutError(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}
