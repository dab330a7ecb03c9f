// Assembles the HTTP application: the routes of all features in the common shell.
import { configurationContract } from '@holdfast/api-types/configuration';
import { createShell, ignoreUnknownParameters, type ShellBase, type ShellOptions } from '@holdfast/http-kit';
import type { Express } from 'express';
import { serviceName } from './domain/service-name.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { auHistoryRoutes } from './features/au-history/au-history.routes.ts';
import { type AuRecordsDeps, auRecordsRoutes } from './features/au-records/au-records.routes.ts';
import { auStatusRoutes } from './features/au-status/au-status.routes.ts';
import type { AuStatusDeps } from './features/au-status/au-status.ts';
import { pluginsRoutes } from './features/auids/auids.routes.ts';
import { ausRoutes } from './features/aus/aus.routes.ts';
import type { AusDeps } from './features/aus/aus.ts';
import { errorFor, refusedWhenFull } from './features/errors.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { groupsRoutes } from './features/groups/groups.routes.ts';
import { metadataSwitchRoutes } from './features/metadata-switch/metadata-switch.routes.ts';
import type { MetadataSwitchDeps } from './features/metadata-switch/metadata-switch.ts';
import { parametersRoutes } from './features/parameters/parameters.routes.ts';
import { platformRoutes } from './features/platform/platform.routes.ts';
import type { PlatformDeps } from './features/platform/platform.ts';
import { pluginParametersRoutes } from './features/plugin-parameters/plugin-parameters.routes.ts';
import { pluginRegistriesRoutes } from './features/plugin-registries/plugin-registries.routes.ts';
import { type QueriesDeps, queriesRoutes } from './features/queries/queries.routes.ts';
import { sourcesRoutes } from './features/sources/sources.routes.ts';
import type { OpenSourceDeps } from './features/sources/sources.ts';
import { withOpenDocuments } from './features/states/open-documents.ts';
import { statesRoutes } from './features/states/states.routes.ts';
import type { StatesDeps } from './features/states/states.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { substanceRoutes } from './features/substance/substance.routes.ts';
import {
  type TitleFindingsDeps,
  titleFindingsRoutes,
} from './features/title-findings/title-findings.routes.ts';

export interface AppDeps
  extends ShellBase,
    Omit<AuRecordsDeps, 'contract'>,
    AuStatusDeps,
    AusDeps,
    MetadataSwitchDeps,
    QueriesDeps,
    StatesDeps,
    TitleFindingsDeps {
  readonly admits: (address: string) => boolean;
  readonly configuration: OpenSourceDeps;
  readonly platform: PlatformDeps;
  /** Maximum body of the group operations, in bytes. */
  readonly auBodyLimitBytes: number;
  /**
   * URL of the repository service for the console, which reaches it through this service. Undefined if the console does
   * not use it.
   */
  readonly repositoryUrl?: string | undefined;
}

export function createApp(deps: AppDeps): Express {
  const contract = deps.laaws
    ? ignoreUnknownParameters(withOpenDocuments(configurationContract))
    : configurationContract;
  return createShell({
    ...deps,
    service: serviceName,
    contract,
    needsRole: true,
    ...consoleOf(deps),
    handlers: {
      ...statusRoutes(deps),
      ...ausRoutes(deps),
      ...metadataSwitchRoutes(deps),
      ...groupsRoutes(deps),
      ...auHistoryRoutes(deps),
      ...auRecordsRoutes({ ...deps, contract }),
      ...pluginsRoutes(deps),
      ...statesRoutes(deps),
      ...auStatusRoutes(deps),
      ...substanceRoutes(deps),
      ...pluginParametersRoutes(deps),
      ...pluginRegistriesRoutes(deps),
      ...queriesRoutes(deps),
      ...titleFindingsRoutes(deps),
      ...filesRoutes(deps.configuration),
      ...sourcesRoutes(deps.configuration),
      ...parametersRoutes(deps.configuration),
      ...platformRoutes(deps.platform),
      ...accountsRoutes(deps),
    },
    bodyLimitsBytes: bodyLimits(deps),
    refusedWhenFull,
    errorFor,
  });
}

const REPOSITORY_PREFIX = 'console/repository/';

/**
 * The console is served by this service only. Its requests to the repository service are proxied, with the login of the
 * user.
 */
function consoleOf({ repositoryUrl: url }: AppDeps): Pick<ShellOptions, 'reached' | 'passedOn'> {
  const own = { name: 'configuration', path: '' } as const;
  if (url === undefined) return { reached: [own] };
  return {
    reached: [own, { name: 'repository', path: REPOSITORY_PREFIX }],
    passedOn: { prefix: `/${REPOSITORY_PREFIX}`, url, title: 'repository service' },
  };
}

/** Configurations have a few hundred bytes. Lists of AUs may be long, and agreements of one AU even longer. */
function bodyLimits({ auBodyLimitBytes, stateBodyLimitBytes }: AppDeps): Record<string, number> {
  const groups = ['addAus', 'deleteAus', 'deactivateAus', 'reactivateAus'];
  const states = ['patchAuState', 'patchAuAgreements', 'putAuSuspectUrlVersions', 'putNoAuPeers'];
  return {
    putAuConfiguration: 64 * 1024,
    ...Object.fromEntries(groups.map((operationId) => [operationId, auBodyLimitBytes])),
    ...Object.fromEntries(states.map((operationId) => [operationId, stateBodyLimitBytes])),
  };
}
