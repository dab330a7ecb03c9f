// Runs one load: the configuration sources, which contain the plugin registries, then the plugins, then the titles. If
// a step fails, the next steps still run. Stores the problems of all steps.
import { basename } from 'node:path';
import { type Incident, openNoticeDatabase, updateIncidents } from '@holdfast/notify';
import type { Log } from '@holdfast/service-kit';
import { deleteUnreferencedContents } from '../index/configuration/content.db.ts';
import {
  changeLoadState,
  markParametersChanged,
  recordLoadStart,
} from '../index/configuration/load-state.db.ts';
import { readParameters } from '../index/configuration/merged.db.ts';
import { notifyChanges } from '../index/notify-changes.db.ts';
import type { Db } from '../index/schema/schema.ts';
import type { ProblemLogger } from './log-problems.ts';
import type { LoadStepOutcome, LoadSteps, TitleInput } from './steps.ts';

export interface ConfigurationLoadDeps {
  readonly db: Db;
  readonly log: Log;
  readonly tell: ProblemLogger;
  readonly nowMs: () => number;
  readonly steps: LoadSteps;
  readonly sources: (startedMs: number, signal: AbortSignal) => Promise<LoadStepOutcome>;
  readonly titleInputs: () => Promise<readonly TitleInput[]>;
  /** Removes local paths from a message, for /status. */
  readonly shown: (sentence: string) => string;
  readonly observe?: LoadObserver;
}

/** Called after every step. */
export type LoadObserver = (
  step: string,
  outcome: 'changed' | 'unchanged' | 'failed',
  durationMs: number,
) => void;

// Minimum age at which unreferenced content is removed. An upload or a reader may still use younger content.
const SWEEP_AGE_MS = 3_600_000;
/** Maximum number of problems per step that are stored for /status. The log contains all of them. */
const MAX_KEPT = 100;

/** Carries out all pending load requests. Must not run in several replicas at the same time. */
export async function runConfigurationLoad(deps: ConfigurationLoadDeps, signal: AbortSignal): Promise<void> {
  const { db, steps, nowMs } = deps;
  const startedMs = nowMs();
  const stage = (startupStatus: string): Promise<void> => changeLoadState(db, { startupStatus });
  const requested = await recordLoadStart(db, startedMs);
  await deleteUnreferencedContents(db, startedMs - SWEEP_AGE_MS);

  const sources = await loadSources(deps, startedMs, signal);
  const plugins = await runStep(deps, 'plugins', signal, () =>
    steps.plugins(signal, async () => {
      await stage('PLUGINS_COLLECTED');
      await stage('PLUGINS_LOADING');
    }),
  );
  await stage('PLUGINS_LOADED');
  await stage('AUS_STARTING');
  const titles = await runStep(deps, 'titles', signal, async () =>
    steps.titles(await deps.titleInputs(), signal),
  );

  // If the sources changed, their loading step has already recorded the change of parameters.
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
  await updateIncidents(openNoticeDatabase(db, 'configuration'), LOAD_CONDITION_KINDS, [
    ...toCondition('source.failed', sources, deps.shown),
    ...toCondition('plugin.failed', plugins, deps.shown),
  ]);
}

const LOAD_CONDITION_KINDS = ['source.failed', 'plugin.failed'] as const satisfies Incident['kind'][];
/** Maximum number of characters of a problem in a notice. */
const MAX_REASON = 1_000;

/** Returns the incident to report if the step has problems. */
function toCondition(
  kind: (typeof LOAD_CONDITION_KINDS)[number],
  { problems }: LoadStepOutcome,
  shown: (sentence: string) => string,
): Incident[] {
  const [first] = problems;
  if (first === undefined) return [];
  return [{ kind, key: kind, detail: { count: problems.length, reason: shown(first).slice(0, MAX_REASON) } }];
}

/**
 * Runs the step a second time if the parameters changed: sources may set the node's groups, and conditions in sources
 * depend on the groups. Does not run the step a third time, because each run may change the parameters again.
 */
async function loadSources(
  deps: ConfigurationLoadDeps,
  startedMs: number,
  signal: AbortSignal,
): Promise<LoadStepOutcome> {
  const load = () => runStep(deps, 'sources', signal, () => deps.sources(startedMs, signal));
  const parameters = JSON.stringify(await readParameters(deps.db));
  const first = await load();
  if (JSON.stringify(await readParameters(deps.db)) === parameters) return first;
  const second = await load();
  return { ...second, changed: first.changed || second.changed };
}

function ofEach<Value>(
  outcomes: Readonly<Record<string, LoadStepOutcome>>,
  value: (outcome: LoadStepOutcome) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(outcomes).map(([step, outcome]) => [step, value(outcome)]));
}

/** Runs a step and converts errors to problems. Only an abort ends the load. */
async function runStep(
  { log, observe, tell }: ConfigurationLoadDeps,
  step: string,
  signal: AbortSignal,
  work: () => Promise<LoadStepOutcome>,
): Promise<LoadStepOutcome> {
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
 * Returns a function that makes the absolute paths of local files in messages relative to their source. `paths`
 * contains all folders and files in the settings.
 */
export function makePathRedactor(paths: readonly string[]): (sentence: string) => string {
  // Replaces the longest paths first, because one source may be inside another.
  const roots = [...new Set(paths)]
    .sort((a, b) => b.length - a.length)
    .map((path) => ({
      name: basename(path),
      pattern: new RegExp(`(?<![\\w./-])${literal(path)}(?![\\w-])`, 'g'),
    }));
  return (sentence) => {
    // Messages contain configuration sources as URLs, even if they are local files.
    let seen = sentence.replace(/file:\/\/\/(?:[^\s"/]*\/)*/g, '');
    for (const { name, pattern } of roots) seen = seen.replace(pattern, () => name);
    return seen;
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
