// Reads, stores and deletes the configurations of single AUs.
import { parseAuid } from '@holdfast/auid';
import { runInTransaction } from '@holdfast/pg-kit';
import {
  type AuToCheck,
  findConfigurationFault,
  findFaultWithoutPlugin,
} from '../../domain/aus/check-configuration.ts';
import type { AuConfigurationMap } from '../../domain/aus/documents.ts';
import type { KnownAu } from '../../domain/aus/known-au.ts';
import { makeName } from '../../domain/aus/make-name.ts';
import { maskSecrets } from '../../domain/aus/secrets.ts';
import { decodeBuiltInConfiguration, isBuiltIn } from '../../domain/plugins/built-in-plugins.ts';
import {
  removeAus,
  type StoredAu,
  selectAus,
  selectAusAfter,
  setCreationTime,
  upsertAu,
} from '../../index/aus/au-configuration.db.ts';
import { notifyChanges } from '../../index/notify-changes.db.ts';
import { findPlugin } from '../../index/plugins/plugins.db.ts';
import { findSecretParameters } from '../../index/plugins/secret-parameters.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { findTitleEntries } from '../../index/titles/titles.db.ts';
import { makeBadAuConfigurationError, makeNoSuchAuError, makePluginNotFoundError } from '../errors.ts';

export interface AusDeps {
  readonly db: Db;
  /** Returns the Unix time in milliseconds. */
  readonly nowMs: () => number;
  /** True if AUs whose plugin is not loaded may be configured. */
  readonly allowUnknownPlugins: boolean;
  /** True if responses follow LOCKSS where it deviates from the interface description. */
  readonly laaws: boolean;
}

export interface AuConfiguration {
  readonly auId: string;
  readonly auConfig: AuConfigurationMap;
}

/** Permissions of the user who reads configurations. */
export interface ViewerRights {
  readonly seesSecrets: boolean;
}

const PAGE_ROWS = 500;

/** Returns a configured AU, or undefined if it is not configured. */
export async function findAu(db: Db, auid: string): Promise<StoredAu | undefined> {
  return (await selectAus(db, [auid])).get(auid);
}

/** Returns whether the AU is known: it is configured, in the title database, or an AU of a built-in plugin. */
export async function isKnownAu(db: Db, auid: string): Promise<boolean> {
  if (decodeBuiltInConfiguration(auid) !== undefined) return true;
  return (await findAu(db, auid)) !== undefined || (await findTitleEntries(db, [auid])).has(auid);
}

/** Returns all data of an AU. Throws 404 for an unknown AU. */
export async function requireKnownAu(db: Db, auid: string): Promise<KnownAu> {
  const pluginId = parseAuid(auid)?.pluginId;
  const [au, titles] = await Promise.all([findAu(db, auid), findTitleEntries(db, [auid])]);
  const title = titles.get(auid);
  const configuration = au?.configuration ?? title?.configuration ?? decodeBuiltInConfiguration(auid);
  if (pluginId === undefined || configuration === undefined) throw makeNoSuchAuError(auid);
  return { auid, pluginId, configuration, title, plugin: await findPlugin(db, pluginId) };
}

/**
 * Yields all configured AUs in the byte order of the AUIDs. Reads one page at a time, so that a slow client does not
 * occupy a connection. May miss concurrent changes.
 */
export async function* listAllAus(db: Db, { seesSecrets }: ViewerRights): AsyncGenerator<AuConfiguration[]> {
  const secrets = seesSecrets ? undefined : await findSecretParameters(db);
  for (let after = '', more = true; more; ) {
    const rows = await selectAusAfter(db, after, PAGE_ROWS);
    yield rows.map((row) => wireOf(row, secrets));
    more = rows.length === PAGE_ROWS;
    after = rows.at(-1)?.auid ?? after;
  }
}

/** Returns the configuration of an AU, or undefined if it is not configured. */
export async function findConfiguration(
  db: Db,
  auid: string,
  { seesSecrets }: ViewerRights,
): Promise<AuConfiguration | undefined> {
  const au = await findAu(db, auid);
  if (au === undefined) return undefined;
  return wireOf(au, seesSecrets ? undefined : await findSecretParameters(db, parseAuid(auid)?.pluginId));
}

/** Returns whether AUs of this plugin may be configured even if the plugin is not loaded. */
export function isPluginOptional(
  { allowUnknownPlugins }: Pick<AusDeps, 'allowUnknownPlugins'>,
  pluginId: string,
): boolean {
  return allowUnknownPlugins || isBuiltIn(pluginId);
}

/**
 * Stores or replaces a configuration. Throws 404 if the plugin is required but not loaded, and 400 if the configuration
 * is invalid for this AU.
 */
export async function storeAu(deps: AusDeps, au: AuToCheck): Promise<void> {
  const { pluginId } = parseAuid(au.auid)!;
  const plugin = await findPlugin(deps.db, pluginId);
  if (plugin === undefined && !isPluginOptional(deps, pluginId)) throw makePluginNotFoundError(pluginId);
  const fault = plugin === undefined ? findFaultWithoutPlugin(au) : findConfigurationFault(plugin, au);
  if (fault !== undefined) throw makeBadAuConfigurationError(fault);
  const stored = { ...au, pluginId, madeName: makeName(plugin, au.configuration) };
  await runInTransaction(deps.db, async (tx) => {
    const nowMs = deps.nowMs();
    if (await upsertAu(tx, stored, nowMs)) await setCreationTime(tx, [au.auid], nowMs);
    await notifyChanges(tx, [{ kind: 'AuConfigStored', auid: au.auid }]);
  });
}

/** Deletes the configuration of an AU together with its state documents. Returns the configuration. */
export async function deleteAu(db: Db, auid: string): Promise<AuConfiguration> {
  return runInTransaction(db, async (tx) => {
    const [removed] = await removeAus(tx, [auid]);
    if (removed === undefined) throw makeNoSuchAuError(auid);
    await notifyChanges(tx, [{ kind: 'AuConfigRemoved', auid }]);
    return wireOf(removed);
  });
}

/** Masks secret parameters. `secrets` contains their keys by plugin; if it is undefined, nothing is masked. */
function wireOf(
  { auid, configuration }: Pick<StoredAu, 'auid' | 'configuration'>,
  secrets?: ReadonlyMap<string, ReadonlySet<string>>,
): AuConfiguration {
  if (secrets === undefined) return { auId: auid, auConfig: configuration };
  const declared = secrets.get(parseAuid(auid)?.pluginId ?? '');
  return { auId: auid, auConfig: maskSecrets(configuration, declared) };
}
