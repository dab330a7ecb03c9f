// All that the configuration service says of one AU.
import type {
  AuAgreements,
  AuState,
  AuStatus,
  AuSuspectUrlVersions,
  configuration as contract,
  NoAuPeers,
} from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';
import { configuration } from '../../service/clients.ts';
import { quoted } from '../aus/query/condition.ts';
import { pluginIdOf } from './form/au-fields.ts';

export type Plugin = contract.components['schemas']['PluginParameters'];

export interface WholeAu {
  readonly auid: string;
  readonly status: AuStatus;
  readonly state: AuState;
  readonly agreements: AuAgreements;
  readonly suspects: AuSuspectUrlVersions;
  readonly noAuPeers: NoAuPeers;
  /** Undefined: it is known from the title database alone. */
  readonly configured: Configured | undefined;
  /** Undefined: it is not loaded. */
  readonly plugin: Plugin | undefined;
}

export interface Configured {
  readonly auConfig: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly lastConfiguredMs: number | undefined;
}

/** Rejects with ServiceError: 404 where there is no such AU. */
export async function loadAu(auid: string, signal: AbortSignal): Promise<WholeAu> {
  const options = { signal };
  const [status, state, agreements, suspects, noAuPeers, configured, plugin] = await Promise.all([
    configuration.getAuStatus({ auid }, options),
    configuration.getAuState({ auid }, options),
    configuration.getAuAgreements({ auid }, options),
    configuration.getAuSuspectUrlVersions({ auid }, options),
    configuration.getNoAuPeers({ auid }, options),
    configuredAu(auid, signal),
    configuration.getPluginParameters({ pluginId: pluginIdOf(auid) }, options).catch(unlessMissing),
  ]);
  return { auid, status, state, agreements, suspects, noAuPeers, configured, plugin };
}

async function configuredAu(auid: string, signal: AbortSignal): Promise<Configured | undefined> {
  const auQuery = `select active, lastConfigured where auId = ${quoted(auid)}`;
  const [stored, found] = await Promise.all([
    configuration.getAuConfiguration({ auid }, { signal }).catch(unlessMissing),
    configuration.queryAus({ auQuery }, { signal }),
  ]);
  if (stored === undefined) return undefined;
  const { active = true, lastConfigured } = found[0] ?? {};
  return { auConfig: stored.auConfig, isActive: active, lastConfiguredMs: lastConfigured };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined;
  throw error;
}
