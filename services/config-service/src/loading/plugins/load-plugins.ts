// Loads all plugins: reads every source, resolves the definitions, and replaces the plugins in use.

import { digestNameRule, makeName } from '../../domain/aus/make-name.ts';
import { collectOrigins, type OriginSet } from '../../domain/configuration/origins.ts';
import type { SourceLocation } from '../../domain/configuration/source-locations.ts';
import type { ParentVersions } from '../../domain/plugin-definitions/lineage.ts';
import { resolvePlugins } from '../../domain/plugin-definitions/resolve.ts';
import { selectOutdatedNames, setGeneratedNames } from '../../index/aus/made-names.db.ts';
import { removeOtherDownloads } from '../../index/plugins/downloads.db.ts';
import { selectAllPlugins } from '../../index/plugins/plugins.db.ts';
import { replaceRegistryFiles } from '../../index/plugins/registry-files.db.ts';
import { replacePlugins } from '../../index/plugins/replace-plugins.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type LoadStepOutcome, makeLoadNotices } from '../steps.ts';
import { addIncompleteProblem, addProblem, createFindings, type PluginFindings } from './findings.ts';
import { readPluginFolder } from './folder.ts';
import { listConfiguredRegistries } from './registries.ts';
import { makeSignatureRule, type SignatureSettings } from './signature-rule.ts';
import { readUrlSource } from './url-source.ts';

export interface LoadPluginsDeps {
  readonly db: Db;
  readonly pluginSources: readonly SourceLocation[];
  readonly pluginParentVersions: ParentVersions;
  readonly signatures: SignatureSettings;
  /** Allowed origins of registries in remote sources, in addition to the origin of the source itself. */
  readonly allowedOrigins: OriginSet;
  /**
   * Origins in the operator's settings. Addresses inside the operator's network are requested only at these origins.
   */
  readonly operatorOrigins: OriginSet;
  /** Waits for a limited time until the registries are stored in the repository. Undefined if they are not stored. */
  readonly storeRegistries?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Returns the Unix time in milliseconds. */
  readonly nowMs?: () => number;
}

/** Time limit for a source URL and all files that it links to. A registry may have hundreds of files. */
const SOURCE_TIMEOUT_MS = 10 * 60_000;

/**
 * Reads all sources and replaces the plugins in use in one transaction. Then stores the registries and calls
 * `collected`. Removes no plugins if a source is unreadable. Rejects if the database fails or `signal` aborts. Calls
 * must not overlap.
 */
export async function loadPlugins(
  deps: LoadPluginsDeps,
  signal: AbortSignal,
  collected: () => Promise<void> = async () => undefined,
): Promise<LoadStepOutcome> {
  const findings = createFindings();
  const asked = new Set<string>();
  await readSources(deps, findings, asked, signal);
  signal.throwIfAborted();
  const { plugins, problems } = resolvePlugins(findings.candidates, deps.pluginParentVersions);
  const changed = await replacePlugins(deps.db, { plugins, removeOthers: findings.complete });
  await updateAuNames(deps.db, signal);
  await replaceRegistryFiles(deps.db, findings.files, findings.complete);
  // Stores the registries first, because LOCKSS services look for the JARs as soon as the collected state is reported.
  await deps.storeRegistries?.(signal);
  await collected();
  if (findings.complete) await removeOtherDownloads(deps.db, [...asked]);
  return {
    changed: changed > 0,
    problems: [...findings.problems, ...problems],
    ...makeLoadNotices(findings.notices.length, findings.notices),
  };
}

/** Reads all sources in order. Skips URLs if the keystore for verifying their signatures is not available. */
async function readSources(
  deps: LoadPluginsDeps,
  findings: PluginFindings,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { db, pluginSources, allowedOrigins, operatorOrigins, signatures, nowMs = Date.now } = deps;
  const within = () => ({ db, nowMs, deadline: AbortSignal.timeout(SOURCE_TIMEOUT_MS) });
  const judging = { ...within(), allowedOrigins, operatorOrigins };
  const rule = await makeSignatureRule(judging, signatures, asked, signal);
  if ('problem' in rule) addIncompleteProblem(findings, rule.problem);
  // Registries in configuration files may be at any allowed origin. Addresses inside the operator's network are
  // requested only at origins in the operator's settings.
  const { registries, problems } = await listConfiguredRegistries(db, allowedOrigins);
  const names = new Map(registries.map(({ url, name }) => [url, name]));
  const read = async (url: string, origins: OriginSet): Promise<void> => {
    if (asked.has(url) || 'problem' in rule) return;
    const reading = { ...within(), operatorOrigins: origins, trust: rule.trust };
    await readUrlSource(reading, findings, { url, name: names.get(url) ?? url }, asked, signal);
    if (reading.deadline.aborted)
      addProblem(findings, `${url}: not everything was fetched within ten minutes`);
  };
  for (const source of pluginSources) {
    if (source.kind === 'folder') await readPluginFolder(findings, source.path, signal);
    else await read(source.url, collectOrigins([source.url]));
  }
  for (const why of problems) addProblem(findings, why);
  for (const { url } of registries) await read(url, operatorOrigins);
}

/**
 * Updates the stored names of configured AUs whose plugin was added, changed or removed. Returns the number of AUs that
 * were examined. Rejects with the abort reason of `signal`.
 */
async function updateAuNames(db: Db, signal: AbortSignal): Promise<number> {
  const plugins = await selectAllPlugins(db);
  const rules = [...plugins].map(([pluginId, plugin]) => ({ pluginId, rule: digestNameRule(plugin) }));
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const aus = await selectOutdatedNames(db, rules);
    if (aus.length === 0) return count;
    const named = aus.map(({ auid, pluginId, configuration }) => ({
      auid,
      ...makeName(plugins.get(pluginId), configuration),
    }));
    await setGeneratedNames(db, named);
    count += aus.length;
  }
}
