// Loads the title database: finds and reads changed files and replaces their rows. The rows of unchanged files stay.
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Log } from '@holdfast/service-kit';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { selectAllPlugins } from '../../index/plugins/plugins.db.ts';
import {
  insertPendingFiles,
  readServedTitles,
  removeFiles,
  removeUnservedFiles,
  type ServedFile,
  selectServedFiles,
} from '../../index/titles/files.db.ts';
import { analyzeTitles, selectFirstDuplicates, serveFiles } from '../../index/titles/serve.db.ts';
import { type LoadStepOutcome, makeLoadNotices, type TitleInput } from '../steps.ts';
import { loadFiles, selectReadableInputs, TitleInputError, type TitleReadingContext } from './load-files.ts';
import { findOwnTitleInputs, type OwnTitleSources } from './local-inputs.ts';
import { digestPluginRules } from './plugin-rules.ts';
import {
  addFileProblems,
  createTitleProblems,
  describeDuplicate,
  listTitleProblems,
  type TitleProblems,
} from './problems.ts';

export interface LoadTitlesDeps extends OwnTitleSources {
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Loads the titles. `inputs` come from the configuration sources and have precedence over TDB_SOURCES. Must not run in
 * several replicas at the same time.
 */
export async function loadTitles(
  deps: LoadTitlesDeps,
  inputs: readonly TitleInput[],
  signal: AbortSignal,
): Promise<LoadStepOutcome> {
  const { db } = deps;
  const unavailable = createTitleProblems();
  const own = await findOwnTitleInputs(deps, unavailable, signal);
  const plugins = await selectAllPlugins(db);
  const fingerprint = computeTitleFingerprint([...inputs, ...own.inputs], plugins);
  await removeUnservedFiles(db, signal);
  const served = await readServedTitles(db);
  if (served.fingerprint === fingerprint) {
    const sentences = [...listTitleProblems(unavailable), ...served.problems];
    return { changed: false, problems: sentences, ...(await selectNotices(deps, served.duplicates)) };
  }
  const unchanged = (why: string): LoadStepOutcome => ({
    changed: false,
    problems: [...listTitleProblems(unavailable), `${why}; the title database stays as it was`],
  });
  const files = await selectServedFiles(db);
  const sources = files.filter(({ auCount }) => auCount > 0).map(({ source }) => source);
  const lost = own.missing.find((place) => wasReadFrom(sources, place));
  if (lost !== undefined) return unchanged(`${lost}: is needed`);
  const reading = { plugins, needed: new Set(sources), signal };
  try {
    const { changed, problems, duplicates } = await replaceTitles(deps, reading, {
      fingerprint,
      files,
      inputs,
      own: own.inputs,
    });
    const sentences = [...listTitleProblems(unavailable), ...listTitleProblems(problems)];
    return { changed, problems: sentences, ...(await selectNotices(deps, duplicates)) };
  } catch (error) {
    if (!(error instanceof TitleInputError)) throw error;
    return unchanged(error.message);
  }
}

interface ReplacementRequest {
  readonly fingerprint: string;
  readonly files: readonly ServedFile[];
  readonly inputs: readonly TitleInput[];
  readonly own: readonly TitleInput[];
}

interface ReplacementResult {
  readonly changed: boolean;
  readonly problems: TitleProblems;
  readonly duplicates: number;
}

async function replaceTitles(
  deps: LoadTitlesDeps,
  reading: TitleReadingContext,
  to: ReplacementRequest,
): Promise<ReplacementResult> {
  const { db, log, nowMs } = deps;
  const startedMs = nowMs();
  const problems = createTitleProblems();
  const kept = findUnchangedFiles(to.files, reading.plugins);
  const isFresh = (input: TitleInput) => !kept.has(keyOf(input));
  const good = new Set([
    ...to.inputs,
    ...(await selectReadableInputs(reading, to.own.filter(isFresh), problems)),
    ...to.own.filter((input) => !isFresh(input)),
  ]);
  const all = [...to.inputs, ...to.own].filter((input) => good.has(input));
  const fresh = all.filter(isFresh);
  const identities = fresh.map((input) => ({ source: input.source, digest: computeInputDigest(input) }));
  const fileNos = await insertPendingFiles(db, identities, startedMs);
  try {
    const toRead = fresh.map((input, at) => ({ input, fileNo: fileNos[at]! }));
    const read = await loadFiles(db, reading, toRead);
    const readings = new Map(fresh.map((input, at) => [input, read[at]!]));
    const order = all.map((input) => readings.get(input) ?? kept.get(keyOf(input))!);
    for (const file of order) addFileProblems(problems, file);
    const auCount = read.reduce((sum, file) => sum + file.auCount, 0);
    if (auCount > MANY_AUS) await analyzeTitles(db);
    const { duplicates, changed } = await serveFiles(db, {
      fileNos: order.map(({ fileNo }) => fileNo),
      fingerprint: to.fingerprint,
      problems: listTitleProblems(problems),
      loadedMs: nowMs(),
    });
    if (auCount > MANY_AUS) await analyzeTitles(db);
    const figures = { fileCount: order.length, filesRead: read.length, ausRead: auCount };
    log.info({ ...figures, durationMs: nowMs() - startedMs }, 'title database loaded');
    await removeUnservedFiles(db).catch((error) =>
      log.warn({ err: error }, 'old titles are not removed yet'),
    );
    return { changed, problems, duplicates };
  } catch (error) {
    // If this fails, the next load removes the rows before it starts.
    await removeFiles(db, fileNos).catch(() => undefined);
    throw error;
  }
}

/**
 * Number of new rows after which table statistics are updated. Otherwise, PostgreSQL plans queries for the old table
 * sizes until autovacuum runs.
 */
const MANY_AUS = 1_000;

/** Returns the unchanged files, by digest and source. Their rows stay valid, so they need not be read again. */
function findUnchangedFiles(
  files: readonly ServedFile[],
  plugins: ReadonlyMap<string, Plugin>,
): Map<string, ServedFile> {
  const same = files.filter(
    ({ pluginIds, pluginRules }) => digestPluginRules(pluginIds, plugins) === pluginRules,
  );
  return new Map(same.map((file) => [`${file.digest} ${file.source}`, file]));
}

const keyOf = (input: TitleInput): string => `${computeInputDigest(input)} ${input.source}`;

/** Returns a digest of everything that determines the rows of a file, except its name and the plugins. */
function computeInputDigest({ format, sha256, platform }: TitleInput): string {
  const facts = format === 'xml' ? platform : null;
  return createHash('sha256')
    .update(JSON.stringify([READER_VERSION, format, sha256, facts]))
    .digest('hex');
}

/** Version of the title reader. Increase it to make all nodes read their titles again. */
const READER_VERSION = '2';

const MAX_EXAMPLES = 10;

async function selectNotices(
  { db }: LoadTitlesDeps,
  duplicates: number,
): Promise<Pick<LoadStepOutcome, 'notices'>> {
  const examples = duplicates === 0 ? [] : await selectFirstDuplicates(db, MAX_EXAMPLES);
  return makeLoadNotices(duplicates, examples.map(describeDuplicate));
}

/** Returns whether titles were read from `place`, which is a source or a folder with sources. */
function wasReadFrom(sources: readonly string[], place: string): boolean {
  return sources.some((source) => source === place || source.startsWith(`${place}${sep}`));
}

/**
 * Returns a digest of everything that determines the titles: the inputs, the reader, and the plugins' parameter rules.
 */
function computeTitleFingerprint(
  inputs: readonly TitleInput[],
  plugins: ReadonlyMap<string, Plugin>,
): string {
  const hash = createHash('sha256').update(READER_VERSION);
  for (const { source, format, sha256, platform } of inputs) {
    hash.update(JSON.stringify([source, format, sha256, platform]));
  }
  return hash.update(digestPluginRules(null, plugins)).digest('hex');
}
