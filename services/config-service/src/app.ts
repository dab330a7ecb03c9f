// Assembles the HTTP application: adds the routes of all features to the shared HTTP layer.
import { configurationContract } from '@holdfast/api-types/configuration';
import {
  createHttpApp,
  ignoreUnknownParameters,
  type ShellBase,
  type ShellOptions,
} from '@holdfast/http-kit';
import type { Express } from 'express';
import { serviceIdentity } from './domain/service-identity.ts';
import { createAccountsRoutes } from './features/accounts/accounts.routes.ts';
import { createAuHistoryRoutes } from './features/au-history/au-history.routes.ts';
import { type AuRecordsDeps, createAuRecordsRoutes } from './features/au-records/au-records.routes.ts';
import { createAuStatusRoutes } from './features/au-status/au-status.routes.ts';
import type { AuStatusDeps } from './features/au-status/au-status.ts';
import { createPluginsRoutes } from './features/auids/auids.routes.ts';
import { createAusRoutes } from './features/aus/aus.routes.ts';
import type { AusDeps } from './features/aus/aus.ts';
import { findFullDiskStatus, toApiError } from './features/errors.ts';
import { createFilesRoutes } from './features/files/files.routes.ts';
import { createGroupsRoutes } from './features/groups/groups.routes.ts';
import { createMetadataSwitchRoutes } from './features/metadata-switch/metadata-switch.routes.ts';
import type { MetadataSwitchDeps } from './features/metadata-switch/metadata-switch.ts';
import { createNoticesRoutes, type NoticesDeps } from './features/notices/notices.routes.ts';
import { createParametersRoutes } from './features/parameters/parameters.routes.ts';
import { createPlatformRoutes } from './features/platform/platform.routes.ts';
import type { PlatformDeps } from './features/platform/platform.ts';
import { createPluginParametersRoutes } from './features/plugin-parameters/plugin-parameters.routes.ts';
import { createPluginRegistriesRoutes } from './features/plugin-registries/plugin-registries.routes.ts';
import { createQueriesRoutes, type QueriesDeps } from './features/queries/queries.routes.ts';
import { createSourcesRoutes } from './features/sources/sources.routes.ts';
import type { OpenSourceDeps } from './features/sources/sources.ts';
import { allowExtraMembers } from './features/states/open-documents.ts';
import { createStatesRoutes } from './features/states/states.routes.ts';
import type { StatesDeps } from './features/states/states.ts';
import { createStatusRoutes } from './features/status/status.routes.ts';
import { createSubstanceRoutes } from './features/substance/substance.routes.ts';
import {
  createTitleFindingsRoutes,
  type TitleFindingsDeps,
} from './features/title-findings/title-findings.routes.ts';

export interface AppDeps
  extends ShellBase,
    Omit<AuRecordsDeps, 'contract'>,
    AuStatusDeps,
    AusDeps,
    MetadataSwitchDeps,
    NoticesDeps,
    QueriesDeps,
    StatesDeps,
    TitleFindingsDeps {
  readonly admits: (address: string) => boolean;
  readonly configuration: OpenSourceDeps;
  readonly platform: PlatformDeps;
  /** Maximum size of the request body of an operation on several AUs, in bytes. */
  readonly auBodyLimitBytes: number;
  /**
   * URL of the repository service, to which this service forwards requests of the console. If undefined, the console
   * works without a repository service.
   */
  readonly repositoryUrl?: string | undefined;
  readonly repositoryCertFile?: string | undefined;
}

export function createApp(deps: AppDeps): Express {
  const contract = deps.laaws
    ? ignoreUnknownParameters(allowExtraMembers(configurationContract))
    : configurationContract;
  return createHttpApp({
    ...deps,
    service: serviceIdentity,
    contract,
    needsRole: true,
    ...makeConsoleOptions(deps),
    handlers: {
      ...createStatusRoutes(deps),
      ...createAusRoutes(deps),
      ...createMetadataSwitchRoutes(deps),
      ...createGroupsRoutes(deps),
      ...createAuHistoryRoutes(deps),
      ...createAuRecordsRoutes({ ...deps, contract }),
      ...createPluginsRoutes(deps),
      ...createStatesRoutes(deps),
      ...createAuStatusRoutes(deps),
      ...createSubstanceRoutes(deps),
      ...createPluginParametersRoutes(deps),
      ...createPluginRegistriesRoutes(deps),
      ...createQueriesRoutes(deps),
      ...createTitleFindingsRoutes(deps),
      ...createFilesRoutes(deps.configuration),
      ...createSourcesRoutes(deps.configuration),
      ...createParametersRoutes(deps.configuration),
      ...createPlatformRoutes(deps.platform),
      ...createAccountsRoutes(deps),
      ...createNoticesRoutes(deps),
    },
    bodyLimitsBytes: bodyLimits(deps),
    refusedWhenFull: findFullDiskStatus,
    errorFor: toApiError,
  });
}

const REPOSITORY_PREFIX = 'console/repository/';

/**
 * Returns the options of the console. The console's requests to the repository service are forwarded with the user's
 * credentials.
 */
function makeConsoleOptions({
  repositoryUrl: url,
  repositoryCertFile: certFile,
}: AppDeps): Pick<ShellOptions, 'reached' | 'passedOn'> {
  const own = { name: 'configuration', path: '' } as const;
  if (url === undefined) return { reached: [own] };
  return {
    reached: [own, { name: 'repository', path: REPOSITORY_PREFIX }],
    passedOn: { prefix: `/${REPOSITORY_PREFIX}`, url, certFile, title: 'repository service' },
  };
}

/**
 * Returns the maximum size of the request body for each operation. One AU configuration has a few hundred bytes, but a
 * list of AUs or the agreements of an AU may be much longer.
 */
function bodyLimits({ auBodyLimitBytes, stateBodyLimitBytes }: AppDeps): Record<string, number> {
  const groups = ['addAus', 'deleteAus', 'deactivateAus', 'reactivateAus'];
  const states = ['patchAuState', 'patchAuAgreements', 'putAuSuspectUrlVersions', 'putNoAuPeers'];
  return {
    putAuConfiguration: 64 * 1024,
    ...Object.fromEntries(groups.map((operationId) => [operationId, auBodyLimitBytes])),
    ...Object.fromEntries(states.map((operationId) => [operationId, stateBodyLimitBytes])),
  };
}
