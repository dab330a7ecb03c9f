// Loads all data of one AU from the configuration service. The configuration service may have no data about an AU that
// has content.
import type {
  AuAgreements,
  AuState,
  AuStatus,
  AuSuspectUrlVersions,
  configuration as contract,
  NoAuPeers,
} from '@holdfast/api-types';
import { type AuConfiguration, loadConfiguredAu } from '../../parts/au/configured-au.ts';
import { parsePluginId } from '../../parts/au/form/au-fields.ts';
import { configuration } from '../../service/clients.ts';
import { quoteText } from '../../service/quote-text.ts';

export type AuPlugin = contract.components['schemas']['PluginParameters'];

/** Documents about the AU in the configuration service. */
export interface AuDocuments {
  readonly status: AuStatus;
  readonly state: AuState;
  readonly agreements: AuAgreements;
  readonly suspects: AuSuspectUrlVersions;
  readonly noAuPeers: NoAuPeers;
}

export interface LoadedAu {
  readonly auid: string;
  /** Undefined if the AU is neither configured nor in the title database. Such an AU may still have content. */
  readonly documents: AuDocuments | undefined;
  /** Stored configuration. Undefined if the AU is not configured. */
  readonly configured: AuConfiguration | undefined;
  /** Undefined if the plugin is not loaded. */
  readonly plugin: AuPlugin | undefined;
}

/** Loads the AU. Does not request documents that do not exist, because browsers log each 404 as an error. */
export async function loadAu(auid: string, signal: AbortSignal): Promise<LoadedAu> {
  const [configured, isInTitles, plugin] = await Promise.all([
    loadConfiguredAu(auid, signal),
    isInTitleDatabase(auid, signal),
    loadPlugin(parsePluginId(auid), signal),
  ]);
  const isKnown = configured !== undefined || isInTitles;
  return { auid, documents: isKnown ? await loadDocuments(auid, signal) : undefined, configured, plugin };
}

async function loadDocuments(auid: string, signal: AbortSignal): Promise<AuDocuments> {
  const options = { signal };
  const [status, state, agreements, suspects, noAuPeers] = await Promise.all([
    configuration.getAuStatus({ auid }, options),
    configuration.getAuState({ auid }, options),
    configuration.getAuAgreements({ auid }, options),
    configuration.getAuSuspectUrlVersions({ auid }, options),
    configuration.getNoAuPeers({ auid }, options),
  ]);
  return { status, state, agreements, suspects, noAuPeers };
}

async function isInTitleDatabase(auid: string, signal: AbortSignal): Promise<boolean> {
  const tdbAuQuery = `select auId where auId = ${quoteText(auid)}`;
  return (await configuration.queryTdbAus({ tdbAuQuery }, { signal })).length > 0;
}

async function loadPlugin(pluginId: string, signal: AbortSignal): Promise<AuPlugin | undefined> {
  const pluginQuery = `select pluginId where pluginId = ${quoteText(pluginId)}`;
  const [found] = await configuration.queryPlugins({ pluginQuery }, { signal });
  return found && configuration.getPluginParameters({ pluginId }, { signal });
}
