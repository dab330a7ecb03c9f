// Loads all data of one AU from the configuration service.
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

export interface LoadedAu {
  readonly auid: string;
  readonly status: AuStatus;
  readonly state: AuState;
  readonly agreements: AuAgreements;
  readonly suspects: AuSuspectUrlVersions;
  readonly noAuPeers: NoAuPeers;
  /** Stored configuration. Undefined if the AU is only in the title database. */
  readonly configured: AuConfiguration | undefined;
  /** Undefined if the plugin is not loaded. */
  readonly plugin: AuPlugin | undefined;
}

/**
 * Loads the AU. Rejects with ServiceError, with status 404 if the AU does not exist. Does not request documents that do
 * not exist, because browsers log each 404 as an error.
 */
export async function loadAu(auid: string, signal: AbortSignal): Promise<LoadedAu> {
  const options = { signal };
  const [status, state, agreements, suspects, noAuPeers, configured, plugin] = await Promise.all([
    configuration.getAuStatus({ auid }, options),
    configuration.getAuState({ auid }, options),
    configuration.getAuAgreements({ auid }, options),
    configuration.getAuSuspectUrlVersions({ auid }, options),
    configuration.getNoAuPeers({ auid }, options),
    loadConfiguredAu(auid, signal),
    loadedPlugin(parsePluginId(auid), signal),
  ]);
  return { auid, status, state, agreements, suspects, noAuPeers, configured, plugin };
}

async function loadedPlugin(pluginId: string, signal: AbortSignal): Promise<AuPlugin | undefined> {
  const pluginQuery = `select pluginId where pluginId = ${quoteText(pluginId)}`;
  const [found] = await configuration.queryPlugins({ pluginQuery }, { signal });
  return found && configuration.getPluginParameters({ pluginId }, { signal });
}
