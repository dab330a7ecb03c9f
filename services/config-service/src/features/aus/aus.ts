// Single AUs: what is configured, storing and removing it.
import { parseAuid } from '@holdfast/auid';
import { inTransaction } from '@holdfast/pg-kit';
import { type AuToCheck, faultOf, faultWithoutPlugin } from '../../domain/aus/check-configuration.ts';
import type { AuConfigurationMap } from '../../domain/aus/documents.ts';
import type { KnownAu } from '../../domain/aus/known-au.ts';
import { madeName } from '../../domain/aus/made-name.ts';
import { withoutSecrets } from '../../domain/aus/secrets.ts';
import { builtInConfiguration, isBuiltIn } from '../../domain/plugins/built-in-plugins.ts';
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
import { badAuConfiguration, noSuchAu, pluginNotFound } from '../errors.ts';

export interface AusDeps {
  readonly db: Db;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Whether an AU may be configured whose plugin is not loaded. */
  readonly allowUnknownPlugins: boolean;
  /** Whether clients are answered as the field's own node software answers them. */
  readonly laaws: boolean;
}

export interface AuConfiguration {
  readonly auId: string;
  readonly auConfig: AuConfigurationMap;
}

/** Whoever reads configurations. */
export interface Viewer {
  readonly seesSecrets: boolean;
}

const PAGE_ROWS = 500;

/** The configured AU; undefined when it is not configured. */
export async function findAu(db: Db, auid: string): Promise<StoredAu | undefined> {
  return (await selectAus(db, [auid])).get(auid);
}

/** Whether the AU is configured, in the title database, or of a built-in plugin. */
export async function isKnown(db: Db, auid: string): Promise<boolean> {
  if (builtInConfiguration(auid) !== undefined) return true;
  return (await findAu(db, auid)) !== undefined || (await findTitleEntries(db, [auid])).has(auid);
}

/** Throws 404 for an AU that is not known. */
export async function knownAu(db: Db, auid: string): Promise<KnownAu> {
  const pluginId = parseAuid(auid)?.pluginId;
  const [au, titles] = await Promise.all([findAu(db, auid), findTitleEntries(db, [auid])]);
  const title = titles.get(auid);
  const configuration = au?.configuration ?? title?.configuration ?? builtInConfiguration(auid);
  if (pluginId === undefined || configuration === undefined) throw noSuchAu(auid);
  return { auid, pluginId, configuration, title, plugin: await findPlugin(db, pluginId) };
}

/**
 * All configured AUs in AUID byte order. They come page by page, each beginning where the last ended: no connection is
 * held while a client takes its time, and what is stored or removed meanwhile may or may not be seen.
 */
export async function* allAus(db: Db, { seesSecrets }: Viewer): AsyncGenerator<AuConfiguration[]> {
  const secrets = seesSecrets ? undefined : await findSecretParameters(db);
  for (let after = '', more = true; more; ) {
    const rows = await selectAusAfter(db, after, PAGE_ROWS);
    yield rows.map((row) => wireOf(row, secrets));
    more = rows.length === PAGE_ROWS;
    after = rows.at(-1)?.auid ?? after;
  }
}

/** Undefined when the AU is not configured. */
export async function findConfiguration(
  db: Db,
  auid: string,
  { seesSecrets }: Viewer,
): Promise<AuConfiguration | undefined> {
  const au = await findAu(db, auid);
  if (au === undefined) return undefined;
  return wireOf(au, seesSecrets ? undefined : await findSecretParameters(db, parseAuid(auid)?.pluginId));
}

/** Whether an AU of this plugin may be configured although nothing is known of the plugin. */
export function mayLackPlugin(
  { allowUnknownPlugins }: Pick<AusDeps, 'allowUnknownPlugins'>,
  pluginId: string,
): boolean {
  return allowUnknownPlugins || isBuiltIn(pluginId);
}

/** Replaces what there was. Throws 404 when the plugin is not loaded, 400 when the configuration is not this AU's. */
export async function putAu(deps: AusDeps, au: AuToCheck): Promise<void> {
  const { pluginId } = parseAuid(au.auid)!;
  const plugin = await findPlugin(deps.db, pluginId);
  if (plugin === undefined && !mayLackPlugin(deps, pluginId)) throw pluginNotFound(pluginId);
  const fault = plugin === undefined ? faultWithoutPlugin(au) : faultOf(plugin, au);
  if (fault !== undefined) throw badAuConfiguration(fault);
  const stored = { ...au, pluginId, madeName: madeName(plugin, au.configuration) };
  await inTransaction(deps.db, async (tx) => {
    const nowMs = deps.nowMs();
    if (await upsertAu(tx, stored, nowMs)) await setCreationTime(tx, [au.auid], nowMs);
    await notifyChanges(tx, [{ kind: 'AuConfigStored', auid: au.auid }]);
  });
}

/** Removes configuration and state documents together; gives the configuration that was. */
export async function deleteAu(db: Db, auid: string): Promise<AuConfiguration> {
  return inTransaction(db, async (tx) => {
    const [removed] = await removeAus(tx, [auid]);
    if (removed === undefined) throw noSuchAu(auid);
    await notifyChanges(tx, [{ kind: 'AuConfigRemoved', auid }]);
    return wireOf(removed);
  });
}

/** `secrets`: those of each plugin, which are masked; none of them when it is undefined. */
function wireOf(
  { auid, configuration }: Pick<StoredAu, 'auid' | 'configuration'>,
  secrets?: ReadonlyMap<string, ReadonlySet<string>>,
): AuConfiguration {
  if (secrets === undefined) return { auId: auid, auConfig: configuration };
  const declared = secrets.get(parseAuid(auid)?.pluginId ?? '');
  return { auId: auid, auConfig: withoutSecrets(configuration, declared) };
}
