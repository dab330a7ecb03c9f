// Tracks readiness and its reason. Dependencies are checked on a timer, so that responses to probes come from memory
// and never wait.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { type DependencyLocation, explainFailure, type FailureReasons } from './explain-failure.ts';

/** Stages in the order in which a node goes through them. */
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
  /** Checks by dependency name (`database`, `object store`). A check rejects if the dependency cannot be used. */
  readonly checks?: { readonly [name: string]: (signal: AbortSignal) => Promise<unknown> };
  /**
   * Checks of dependencies that other dependencies can replace, by name. If such a check fails, the service stays ready
   * and its status reports the failure.
   */
  readonly spareChecks?: { readonly [name: string]: (signal: AbortSignal) => Promise<unknown> };
  /** Locations of the dependencies, by the names of their checks. */
  readonly places?: { readonly [name: string]: DependencyLocation };
  /** Pause between checks, from the end of one to the start of the next, in milliseconds. Default 5,000. */
  readonly intervalMs?: number;
  /** Maximum duration of a check, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** Consecutive failures after which a working dependency counts as down. Default 3. */
  readonly failureThreshold?: number;
  /** Consecutive successes after which an unavailable dependency counts as up again. Default 1. */
  readonly successThreshold?: number;
  /**
   * Returns the reason why nothing can be stored now, or undefined if writes work. Does not affect readiness, because
   * reads continue.
   */
  readonly whyReadOnly?: () => string | undefined;
  /** Returns a note about the service itself, such as an unusable certificate. Does not affect readiness. */
  readonly note?: (() => string | undefined) | undefined;
  /**
   * Returns the reason why the service must not serve requests even though all dependencies work. Returns undefined if
   * there is none. Called at every `set`.
   */
  readonly whyUnfit?: (() => string | undefined) | undefined;
  /** Called whenever `ready` may have changed. */
  readonly onChange?: (() => void) | undefined;
  readonly log?: Log;
  readonly now?: () => number;
}

/** Number of problems of one kind, for example 172 problems of the kind `titles`. */
export interface ProblemCount {
  readonly kind: string;
  readonly count: number;
}

export interface Health {
  /** True if the service has started, all checks except the optional ones pass, and it is not stopping. */
  readonly ready: boolean;
  /** Time at which the service last became ready, in milliseconds since the epoch. */
  readonly readyTime: number | undefined;
  /**
   * Reason why the service is not ready. For a ready service: the reason why it is read-only and its own notes, if any.
   */
  readonly reason: string | undefined;
  /** The reason for operators, with addresses. */
  readonly reasonInFull: string | undefined;
  /** Why nothing can be stored now, although reads work. Undefined if writes work. */
  readonly readOnly: string | undefined;
  readonly startupStatus: StartupStatus;
  /**
   * Time at which the service began to reload its configuration, in milliseconds since the epoch. Undefined if it is
   * not reloading.
   */
  readonly loadingSinceMs: number | undefined;
  /** Problems with the service's content, counted by kind. Empty if there are none. */
  readonly problems: readonly ProblemCount[];
  /** True once the service has been ready. */
  readonly started: boolean;
  readonly stopping: boolean;
  /** The checked dependencies, and whether each can be used now. */
  readonly dependencies: readonly { readonly name: string; readonly passing: boolean }[];
  /**
   * Sets the service's own state. `ready`: true once the service has started. `reason`: a note, or undefined to remove
   * the note.
   */
  set(part: {
    readonly ready?: boolean;
    readonly reason?: string | undefined;
    readonly startupStatus?: StartupStatus;
    readonly loadingSinceMs?: number | undefined;
    readonly problems?: readonly ProblemCount[];
  }): void;
  /** Marks the service as stopping. It never becomes ready again. */
  stop(): void;
  /** Starts checking, at once and then periodically. */
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
    // Leaves out the service's own notes if a started service is not ready because of a dependency, because they do not
    // explain that.
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
  /** Checks at once and then periodically until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

/** Maximum pause while the dependency is down, so that recovery is noticed soon. */
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
    // The first success ever counts immediately, so that the start of the service does not wait for several successes.
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
        await bounded(check, timeoutMs).then(succeeded, failed);
        const delayMs = passing ? intervalMs : Math.min(intervalMs, IMPATIENT_INTERVAL_MS);
        // Does not keep the process alive, and ends with the service.
        await sleep(delayMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    },
  };
}

async function bounded(check: (signal: AbortSignal) => Promise<unknown>, timeoutMs: number): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs).unref();
  const tooLong = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(timeout(timeoutMs)));
  });
  try {
    await Promise.race([check(limit.signal), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function timeout(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}
