// Loading step for configuration sources: reads all sources, then applies their properties in one transaction.
import { createHash } from 'node:crypto';
import { runInTransaction } from '@holdfast/pg-kit';
import {
  type ConfigSection,
  configSections,
  getSectionPrecedence,
} from '../../domain/configuration/sections.ts';
import type { SourceUrl } from '../../domain/configuration/source-url.ts';
import { readContent } from '../../index/configuration/content.db.ts';
import { findFiles, lockFile, type StoredFile } from '../../index/configuration/files.db.ts';
import {
  changeLoadState,
  markParametersChanged,
  readLoadState,
} from '../../index/configuration/load-state.db.ts';
import { replaceProperties } from '../../index/configuration/properties.db.ts';
import {
  type LoadedSource,
  replaceSources,
  selectConfigSources,
} from '../../index/configuration/sources.db.ts';
import { notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import type { LoadStepOutcome } from '../steps.ts';
import { readLayer, type SourceLayer } from './read-layer.ts';
import { LoadError, type WalkDeps, walkSources } from './walk-sources.ts';

export interface LoadSourcesDeps extends Omit<WalkDeps, 'signal'> {
  readonly configured: readonly SourceUrl[];
}

/**
 * Loads all sources. `startedMs`: start of the load. If a required source is not available, keeps the current
 * configuration and reports a problem.
 */
export async function loadSources(
  deps: LoadSourcesDeps,
  startedMs: number,
  signal: AbortSignal,
): Promise<LoadStepOutcome> {
  try {
    const known = new Map((await selectConfigSources(deps.db)).map((source) => [source.url, source]));
    const { sources, problems } = await walkSources({ ...deps, signal }, deps.configured, known);
    const layers = await readSectionLayers(deps, signal);
    const changed = await runInTransaction(deps.db, (transaction) =>
      applyLayers(transaction, { sources, layers, startedMs, platform: deps.platform }),
    );
    return { changed, problems };
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return { changed: false, problems: [`${error.message} The configuration stays as it was.`] };
  }
}

interface SectionLayer {
  readonly section: ConfigSection;
  readonly file: StoredFile;
  readonly properties: SourceLayer['properties'];
}

interface LoadedLayers {
  readonly sources: readonly LoadedSource[];
  readonly layers: readonly SectionLayer[];
  readonly startedMs: number;
  readonly platform: WalkDeps['platform'];
}

/** Evaluates the conditions in stored files again, because the facts about the node may have changed. */
async function readSectionLayers(deps: LoadSourcesDeps, signal: AbortSignal): Promise<SectionLayer[]> {
  const layers: SectionLayer[] = [];
  for (const file of await findFiles(deps.db)) {
    const section = configSections.find(({ name, use }) => name === file.section && use === 'settings');
    if (section === undefined) continue;
    // Accepts any property name: names are checked when a file is stored, but files from earlier versions may be
    // unchecked.
    const { properties } = await readLayer(readContent(deps.db, file, signal), {
      format: file.format,
      platform: deps.platform,
      titlesOnly: false,
      names: 'any',
      signal,
    });
    layers.push({ section, file, properties });
  }
  return layers;
}

async function applyLayers(db: Db, { sources, layers, startedMs, platform }: LoadedLayers): Promise<boolean> {
  const fingerprint = computeLoadFingerprint(sources, platform);
  const before = await readLoadState(db);
  const changed = before.fingerprint !== fingerprint;
  await replaceSources(db, sources, { withProperties: changed });
  if (changed) {
    for (const layer of layers) await replaceLayer(db, layer);
    await markParametersChanged(db, startedMs);
    await notifyChanges(db, [{ kind: 'GlobalConfigChanged' }]);
  }
  await changeLoadState(db, { fingerprint, loadedUrls: sources.flatMap(loadedUrl) });
  return changed;
}

/**
 * Replaces the properties of a stored file. Does nothing if another version of the file has been stored meanwhile,
 * because its properties were stored with it.
 */
async function replaceLayer(db: Db, { section, file, properties }: SectionLayer): Promise<void> {
  const now = await lockFile(db, section.name);
  if (now?.version === file.version) await replaceProperties(db, getSectionPrecedence(section), properties);
}

function computeLoadFingerprint(sources: readonly LoadedSource[], platform: WalkDeps['platform']): string {
  const parts = sources.map(({ url, kind, copy }) => [url, kind, copy?.sha256 ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([parts, platform]))
    .digest('hex');
}

function loadedUrl({ url, copy, copyUsed }: LoadedSource): string[] {
  if (copy === undefined) return [];
  return [copyUsed ? `failover:${url}` : url];
}
