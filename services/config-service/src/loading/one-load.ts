// Runs one load: first the configuration sources, which name plugin registries, then plugins, then titles. A step may
// fail without affecting the others. The problems of all steps are stored.
import { basename } from 'node:path';
import type { Log } from '@holdfast/service-kit';
import { sweepContents } from '../index/configuration/content.db.ts';
import { beginLoad, changeLoadState, markParametersChanged } from '../index/configuration/load-state.db.ts';
import { readParameters } from '../index/configuration/merged.db.ts';
import { notifyChanges } from '../index/notify-changes.db.ts';
import type { Db } from '../index/schema/schema.ts';
import type { ProblemLogger } from './log-problems.ts';
import type { LoadOutcome, LoadSteps, TitleInput } from './steps.ts';

export interface ConfigurationLoadDeps {
  readonly db: Db;
  readonly log: Log;
  readonly tell: ProblemLogger;
  readonly nowMs: () => number;
  readonly steps: LoadSteps;
  readonly sources: (startedMs: number, signal: AbortSignal) => Promise<LoadOutcome>;
  readonly titleInputs: () => Promise<readonly TitleInput[]>;
  /** Removes local paths from a sentence of the log, for /status. */
  readonly shown: (sentence: string) => string;
  readonly observe?: LoadObserver;
}

/** Called at the end of every step. */
export type LoadObserver = (
  step: string,
  outcome: 'changed' | 'unchanged' | 'failed',
  durationMs: number,
) => void;

// Minimum age of swept content. Younger unreferenced content may still be in use by an upload or a reader.
const SWEEP_AGE_MS = 3_600_000;
/** Maximum number of problems stored per step for /status. The log contains all of them. */
const MAX_KEPT = 100;

/** Carries out all load requests so far. Only one replica at a time may call this. */
export async function runConfigurationLoad(deps: ConfigurationLoadDeps, signal: AbortSignal): Promise<void> {
  const { db, steps, nowMs } = deps;
  const startedMs = nowMs();
  const stage = (startupStatus: string): Promise<void> => changeLoadState(db, { startupStatus });
  const requested = await beginLoad(db, startedMs);
  await sweepContents(db, startedMs - SWEEP_AGE_MS);

  const sources = await loadSources(deps, startedMs, signal);
  const plugins = await attempt(deps, 'plugins', signal, () =>
    steps.plugins(signal, async () => {
      await stage('PLUGINS_COLLECTED');
      await stage('PLUGINS_LOADING');
    }),
  );
  await stage('PLUGINS_LOADED');
  await stage('AUS_STARTING');
  const titles = await attempt(deps, 'titles', signal, async () =>
    steps.titles(await deps.titleInputs(), signal),
  );

  // If sources changed, the step for sources has already marked the parameters as changed.
  if (plugins.changed || titles.changed) {
    if (!sources.changed) await markParametersChanged(db, startedMs);
    await notifyChanges(db, [{ kind: 'GlobalConfigChanged' }]);
  }
  const outcomes = { plugins, sources, titles };
  await changeLoadState(db, {
    startupStatus: 'AUS_STARTED',
    endedMs: nowMs(),
    problems: ofEach(outcomes, ({ problems }) => problems.slice(0, MAX_KEPT).map(deps.shown)),
    problemCounts: ofEach(outcomes, ({ problems }) => problems.length),
    noticeCounts: ofEach(outcomes, ({ notices }) => notices?.count ?? 0),
    done: requested,
  });
}

/**
 * Repeats the step once if the parameters changed: conditions in sources depend on the node's groups, which sources may
 * set. The step does not run a third time, because sources could change with every run.
 */
async function loadSources(
  deps: ConfigurationLoadDeps,
  startedMs: number,
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const load = () => attempt(deps, 'sources', signal, () => deps.sources(startedMs, signal));
  const parameters = JSON.stringify(await readParameters(deps.db));
  const first = await load();
  if (JSON.stringify(await readParameters(deps.db)) === parameters) return first;
  const second = await load();
  return { ...second, changed: first.changed || second.changed };
}

function ofEach<Value>(
  outcomes: Readonly<Record<string, LoadOutcome>>,
  value: (outcome: LoadOutcome) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(outcomes).map(([step, outcome]) => [step, value(outcome)]));
}

/** Converts an error of a step into a problem. Only an abort ends the load. */
async function attempt(
  { log, observe, tell }: ConfigurationLoadDeps,
  step: string,
  signal: AbortSignal,
  work: () => Promise<LoadOutcome>,
): Promise<LoadOutcome> {
  signal.throwIfAborted();
  const begunMs = performance.now();
  try {
    const outcome = await work();
    observe?.(step, outcome.changed ? 'changed' : 'unchanged', performance.now() - begunMs);
    tell(step, outcome);
    return outcome;
  } catch (error) {
    if (signal.aborted) throw error;
    observe?.(step, 'failed', performance.now() - begunMs);
    log.error({ err: error, step }, 'a step of loading failed');
    return { changed: false, problems: [`The ${step} could not be loaded; the log says why.`] };
  }
}

/**
 * Replaces absolute paths of local files by paths relative to their source. `paths` are the absolute paths of all
 * configured folders and files.
 */
export function makePathRedactor(paths: readonly string[]): (sentence: string) => string {
  // Replaces the longest paths first, because one source may contain another.
  const roots = [...new Set(paths)]
    .sort((a, b) => b.length - a.length)
    .map((path) => ({
      name: basename(path),
      pattern: new RegExp(`(?<![\\w./-])${literal(path)}(?![\\w-])`, 'g'),
    }));
  return (sentence) => {
    // Messages name configuration sources by URL, even if they are local files.
    let seen = sentence.replace(/file:\/\/\/(?:[^\s"/]*\/)*/g, '');
    for (const { name, pattern } of roots) seen = seen.replace(pattern, () => name);
    return seen;
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
