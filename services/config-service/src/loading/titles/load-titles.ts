// One load of the title database: what there is to read, whether it changed, and if so a new generation of it, which
// replaces the one that is served when it is whole.
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Log } from '@holdfast/http-kit';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { allPlugins } from '../../index/plugins/plugins.db.ts';
import {
  beginGeneration,
  removeGeneration,
  removeUnserved,
  type Served,
  servedGeneration,
  serveGeneration,
} from '../../index/titles/generation.db.ts';
import { type LoadOutcome, noticesOf, type TitleInput } from '../steps.ts';
import { type Loaded, loadGeneration, readable, TitleInputError } from './load-generation.ts';
import { type OwnSources, ownInputs } from './own-inputs.ts';
import { noProblems, noticesAmong, type Problems, sentencesOf, together } from './problems.ts';

export interface LoadTitlesDeps extends OwnSources {
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** To be called by one replica at a time. `inputs` are those of the configuration sources; TDB_SOURCES come after. */
export async function loadTitles(
  deps: LoadTitlesDeps,
  inputs: readonly TitleInput[],
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const { db } = deps;
  const unavailable = noProblems();
  const own = await ownInputs(deps, unavailable, signal);
  const plugins = await allPlugins(db);
  const fingerprint = fingerprintOf([...inputs, ...own.inputs], plugins);
  await removeUnserved(db, signal);
  const served = await servedGeneration(db);
  if (served.fingerprint === fingerprint) {
    return { ...outcome(false, unavailable, served.problems), ...noticesOf(served.duplicates, []) };
  }
  const lost = own.missing.find((place) => wasReadFrom(served, place));
  if (lost !== undefined) return outcome(false, unavailable, [`${lost}: is needed; ${UNCHANGED}`]);
  const job = { plugins, needed: new Set(served.sources), problems: noProblems(), signal };
  try {
    const all = [...inputs, ...(await readable(job, own.inputs))];
    await replaceGeneration(deps, { ...job, fingerprint }, all);
  } catch (error) {
    if (!(error instanceof TitleInputError)) throw error;
    return outcome(false, unavailable, [`${error.message}; ${UNCHANGED}`]);
  }
  return { ...outcome(true, unavailable, sentencesOf(job.problems)), ...noticesAmong(job.problems) };
}

const UNCHANGED = 'the title database stays as it was';

interface Job {
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly needed: ReadonlySet<string>;
  readonly problems: Problems;
  readonly fingerprint: string;
  readonly signal: AbortSignal;
}

async function replaceGeneration(
  deps: LoadTitlesDeps,
  job: Job,
  inputs: readonly TitleInput[],
): Promise<void> {
  const { db, log, nowMs } = deps;
  const { fingerprint, problems } = job;
  const startedMs = nowMs();
  const generation = await beginGeneration(db, startedMs);
  try {
    const loaded = await loadGeneration({ ...job, db, generation }, inputs);
    const { sources } = loaded;
    const { noticeCount: duplicates } = problems;
    const said = { sources, fingerprint, problems: sentencesOf(problems), duplicates, loadedMs: nowMs() };
    await serveGeneration(db, generation, said);
    log.info({ ...figures(loaded, inputs), durationMs: nowMs() - startedMs }, 'title database loaded');
  } catch (error) {
    // Rows that cannot be removed now are removed before the next load.
    await removeGeneration(db, generation).catch(() => undefined);
    throw error;
  }
  await removeUnserved(db).catch((error) => log.warn({ err: error }, 'old titles are not removed yet'));
}

function figures({ auCount, titleCount, publisherCount, sources }: Loaded, inputs: readonly TitleInput[]) {
  const sizeBytes = inputs.reduce((sum, input) => sum + input.sizeBytes, 0);
  return { auCount, titleCount, publisherCount, sourceCount: sources.length, sizeBytes };
}

/** `place`: a source, or a folder that sources lie in. */
function wasReadFrom({ sources }: Served, place: string): boolean {
  return sources.some((source) => source === place || source.startsWith(`${place}${sep}`));
}

function outcome(changed: boolean, unavailable: Problems, sentences: readonly string[]): LoadOutcome {
  return { changed, problems: together(sentencesOf(unavailable), sentences) };
}

/** Covers all that the titles follow from: what is read, by which reader, and what plugins say of parameters. */
function fingerprintOf(inputs: readonly TitleInput[], plugins: ReadonlyMap<string, Plugin>): string {
  const hash = createHash('sha256').update(READER_VERSION);
  for (const { source, format, sha256, platform } of inputs) {
    hash.update(JSON.stringify([source, format, sha256, platform]));
  }
  for (const pluginId of [...plugins.keys()].sort()) {
    const parameters = plugins
      .get(pluginId)!
      .parameters.map((one) => [one.key, one.definitional, one.defaultOnly]);
    hash.update(JSON.stringify([pluginId, parameters]));
  }
  return hash.digest('hex');
}

/** Another one makes every node read its titles again. */
const READER_VERSION = '1';
