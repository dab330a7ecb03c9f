// Whether the service is ready, and why not. Dependencies are checked on a timer, so that no probe ever waits
// on one; who asks is answered from memory.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { type Place, type WhyNot, whyNot } from './why-not.ts';

/** In the order in which a node goes through them. */
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

export interface HealthOptions {
  /** Named by what they check (`database`, `object store`). Reject when it cannot be used. */
  readonly checks?: { readonly [name: string]: (signal: AbortSignal) => Promise<unknown> };
  /** Where what is checked is, by the same names. */
  readonly places?: { readonly [name: string]: Place };
  /** Between the end of one check and the start of the next; default 5,000. */
  readonly intervalMs?: number;
  /** A check that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Failures in a row that make a dependency that worked count as down; default 3. */
  readonly failureThreshold?: number;
  /** Successes in a row that bring it back; default 1. */
  readonly successThreshold?: number;
  /** Why nothing can be stored now; undefined while it can. Readiness does not depend on it: reads go on. */
  readonly whyReadOnly?: () => string | undefined;
  /** Why the service must not answer although everything can be reached; undefined: it may. Asked anew at every `set`. */
  readonly whyUnfit?: (() => string | undefined) | undefined;
  /** Told whenever `ready` may have changed. */
  readonly onChange?: (() => void) | undefined;
  readonly log?: Log;
  readonly now?: () => number;
}

/** For example 172 of `titles`. */
export interface ProblemCount {
  readonly kind: string;
  readonly count: number;
}

export interface Health {
  /** The service has started, every check passes, and it is not stopping. */
  readonly ready: boolean;
  /** When it last became ready, in milliseconds since the epoch. */
  readonly readyTime: number | undefined;
  /** Why it is not ready; when it is, why it is read-only and what the service itself wants known, if anything. */
  readonly reason: string | undefined;
  /** The same for operators, with addresses. */
  readonly reasonInFull: string | undefined;
  /** Why nothing can be stored now, although what is stored can be read; undefined while it can. */
  readonly readOnly: string | undefined;
  readonly startupStatus: StartupStatus;
  /** When the service began to load anew what it goes by, in milliseconds since the epoch; undefined when it does not. */
  readonly loadingSinceMs: number | undefined;
  /** Problems with the content of the service, counted by kind; empty when there are none. */
  readonly problems: readonly ProblemCount[];
  /** It has been ready at least once. */
  readonly started: boolean;
  readonly stopping: boolean;
  /** The checked dependencies, and whether each can be used now. */
  readonly dependencies: readonly { readonly name: string; readonly passing: boolean }[];
  /** The service's own part: `ready` true once it has started; `reason` a note, undefined to take it back. */
  set(part: {
    readonly ready?: boolean;
    readonly reason?: string | undefined;
    readonly startupStatus?: StartupStatus;
    readonly loadingSinceMs?: number | undefined;
    readonly problems?: readonly ProblemCount[];
  }): void;
  /** Readiness off for good: shutdown has begun. */
  stop(): void;
  /** Begins the checks at once and then periodically. */
  start(): void;
}

export function createHealth(options: HealthOptions = {}): Health {
  const now = options.now ?? Date.now;
  const stopped = new AbortController();
  const dependencies = Object.entries(options.checks ?? {}).map(([name, check]) =>
    createDependency({ ...options, name, place: options.places?.[name], check, onChange: () => settle() }),
  );
  let own: Parameters<Health['set']>[0] = { ready: false, startupStatus: 'NONE' };
  let readyTime: number | undefined;
  let wasReady = false;

  const isReady = (): boolean =>
    own.ready === true &&
    !stopped.signal.aborted &&
    options.whyUnfit?.() === undefined &&
    dependencies.every(({ passing }) => passing);

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
      own.ready || missing.length > 0 || own.reason !== undefined ? [] : ['the service is starting'];
    const unfit = options.whyUnfit?.();
    // Notes about the content of a started service do not explain why it is not ready.
    const isNote = own.ready === true && (missing.length > 0 || unfit !== undefined);
    const notes = [unfit, options.whyReadOnly?.(), isNote ? undefined : own.reason].filter(
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
  readonly place?: Place | undefined;
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
  readonly whyNot: WhyNot;
  /** Checks at once and then periodically until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

/** While it does not pass it is asked at least this often, so that recovery is seen soon. */
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
    // A dependency that was never reached is believed at its first success: start-up does not wait for a streak.
    if (passing || (everPassed && successes < successThreshold)) return;
    passing = true;
    everPassed = true;
    options.onChange();
  }

  function failed(error: unknown): void {
    lastError = error;
    if (failures === 0)
      options.log?.warn({ check: name, err: error }, whyNot(name, options.place, error).full);
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
      return whyNot(name, options.place, lastError);
    },
    async watch(stop) {
      while (!stop.aborted) {
        await bounded(check, timeoutMs).then(succeeded, failed);
        const delayMs = passing ? intervalMs : Math.min(intervalMs, IMPATIENT_INTERVAL_MS);
        // Neither keeps the process alive nor outlasts the service.
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
