// Starts the background work: loading sources, storing plugin registries as artifacts, and measuring AU sizes.

import { type Database, openDatabase } from '@holdfast/pg-kit';
import { type Health, type Log, Semaphore, type StorageSpace } from '@holdfast/service-kit';
import { collectOrigins, type OriginSet } from './domain/configuration/origins.ts';
import type { ServiceSettings } from './env.ts';
import { resolveNodeSettings, toPlatformFacts } from './features/platform/node-settings.ts';
import { readParameters } from './index/configuration/merged.db.ts';
import type { ConfigSchema, Db } from './index/schema/schema.ts';
import type { LiveParameters } from './loading/followed-parameters.ts';
import { type Loader, startLoader } from './loading/loader.ts';
import type { LoadObserver } from './loading/one-load.ts';
import { makePathRedactor } from './loading/one-load.ts';
import { type LoadPluginsDeps, loadPlugins } from './loading/plugins/load-plugins.ts';
import { startRegistryStorage } from './loading/registries/keep-registries.ts';
import { loadSources } from './loading/sources/load-sources.ts';
import { listTitleInputs } from './loading/sources/title-inputs.ts';
import { loadTitles } from './loading/titles/load-titles.ts';
import type { ArtifactStore } from './repository/artifact-store.ts';
import { startSizeUpdates } from './repository/keep-sizes.ts';
import type { Repository } from './repository/repository.ts';

// Size of the loader's connection pool. One connection listens, three hold locks, and the others run queries.
const LOADER_CONNECTIONS = 6;
const POLL_INTERVAL_MS = 30 * 60_000;

export interface LoadingDeps {
  readonly health: Health;
  readonly log: Log;
  readonly observe: LoadObserver;
  readonly room: StorageSpace;
  /** Undefined if AU sizes are not measured. */
  readonly repository: Repository | undefined;
  /** Undefined if plugin registries are not stored as artifacts. */
  readonly store: ArtifactStore | undefined;
  readonly parameters: LiveParameters;
}

/** Starts the background work. The tables must exist. The loader's connection pool is closed when the loader stops. */
export function startLoading(
  settings: ServiceSettings,
  { health, log, observe, room, repository, store, parameters }: LoadingDeps,
): Loader {
  const database = openDatabase<ConfigSchema>({
    url: settings.databaseUrl,
    poolSize: LOADER_CONNECTIONS,
    applicationName: 'holdfast config-service loader',
    onError: (error) => log.warn({ err: error }, 'a database connection of the loader broke'),
  });
  const registries = store && startRegistryStorage({ database, store, log, nowMs: Date.now });
  const loader = startLoader({
    ...loadDeps(settings, database, log, registries?.storeNow),
    database,
    health,
    observe,
    room,
    pollIntervalMs: async () =>
      settings.configPollIntervalMs ??
      (await readParameters(database.kysely)).reloadIntervalMs ??
      POLL_INTERVAL_MS,
    follow: parameters.follow,
    random: Math.random,
  });
  const { auSizeMaxAgeMs: maxAgeMs } = settings;
  const sizes = repository && startSizeUpdates({ database, repository, log, nowMs: Date.now, maxAgeMs });
  return {
    async stop() {
      await Promise.all([loader.stop(), sizes?.stop(), registries?.stop()]);
      await database.close();
    },
  };
}

function loadDeps(
  settings: ServiceSettings,
  { kysely: db }: Database<ConfigSchema>,
  log: Log,
  storeRegistries: LoadPluginsDeps['storeRegistries'],
) {
  const reading = {
    db,
    nowMs: Date.now,
    limits: sourceLimits(settings),
    operatorOrigins: operatorOrigins(settings),
  };
  const platform = async () => toPlatformFacts(resolveNodeSettings(settings, await readParameters(db)));
  const allowedOrigins = new Set(settings.configAllowedOrigins);
  const { pluginSources, pluginParentVersions, tdbSources, configSources: configured } = settings;
  const signatures = {
    keystore: settings.pluginKeystore,
    keystorePassword: settings.pluginKeystorePassword,
    acceptsExpired: settings.pluginAcceptExpired,
  };
  return {
    db,
    log,
    nowMs: Date.now,
    steps: {
      plugins: (signal: AbortSignal, collected: () => Promise<void>) =>
        loadPlugins(
          { ...reading, pluginSources, pluginParentVersions, allowedOrigins, signatures, storeRegistries },
          signal,
          collected,
        ),
      titles: async (inputs: Awaited<ReturnType<typeof listTitleInputs>>, signal: AbortSignal) =>
        loadTitles({ ...reading, platform: await platform(), log, tdbSources }, inputs, signal),
    },
    sources: async (startedMs: number, signal: AbortSignal) =>
      loadSources({ ...reading, platform: await platform(), configured, allowedOrigins }, startedMs, signal),
    titleInputs: async () => listTitleInputs(db, await platform()),
    shown: makeSentenceRedactor(settings),
  };
}

/** Returns a function that removes local paths from the messages of a load. */
export function makeSentenceRedactor({
  pluginSources,
  tdbSources,
}: ServiceSettings): (sentence: string) => string {
  return makePathRedactor(
    [...pluginSources, ...tdbSources].flatMap((source) => ('path' in source ? [source.path] : [])),
  );
}

/** Returns the dependencies of the routes for files and sources. */
export function makeFilesAndSourcesDeps(
  settings: ServiceSettings,
  db: Db,
  originsAtOnce: number,
  { now, follow }: LiveParameters,
) {
  return {
    db,
    nowMs: Date.now,
    platform: () => toPlatformFacts(resolveNodeSettings(settings, now())),
    follow,
    limits: sourceLimits(settings),
    operatorOrigins: operatorOrigins(settings),
    configured: settings.configSources,
    configFileBytes: settings.configFileBytes,
    spoolFolder: settings.spoolFolder,
    originTurns: new Semaphore(originsAtOnce),
  };
}

function sourceLimits({ configSourceTimeoutMs, configSourceBytes }: ServiceSettings) {
  return { timeoutMs: configSourceTimeoutMs, sizeBytes: configSourceBytes };
}

/** Returns the origins of all URLs in the operator's settings. */
function operatorOrigins({
  configSources,
  tdbSources,
  pluginSources,
  configAllowedOrigins,
}: ServiceSettings): OriginSet {
  const locations = [...tdbSources, ...pluginSources].flatMap((one) => (one.kind === 'url' ? [one.url] : []));
  return collectOrigins([...configSources.map(({ url }) => url), ...locations, ...configAllowedOrigins]);
}
