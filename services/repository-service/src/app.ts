// HTTP API of the service: the routes of its features.
import { repositoryContract } from '@holdfast/api-types/repository';
import { createHttpApp, ignoreUnknownParameters, type ShellBase } from '@holdfast/http-kit';
import type { Health } from '@holdfast/service-kit';
import type { Express } from 'express';
import { serviceIdentity } from './domain/service-identity.ts';
import { type ArchiveRoutesDeps, createArchivesRoutes } from './features/archives/archives.routes.ts';
import { createImportAdmission } from './features/archives/import-request.ts';
import { createImportsRoutes, type ImportsDeps } from './features/archives/imports.routes.ts';
import { createMigrationRoutes } from './features/archives/migration.routes.ts';
import { type ArtifactRoutesDeps, createArtifactsRoutes } from './features/artifacts/artifacts.routes.ts';
import { type CreateRoutesDeps, createCreationRoutes } from './features/artifacts/create/create.routes.ts';
import { createArtifactOverviewRoutes } from './features/artifacts/overview.routes.ts';
import { type AuPagesDeps, createAuReportRoutes } from './features/aus/au-pages.routes.ts';
import { type AusRoutesDeps, createAusRoutes } from './features/aus/aus.routes.ts';
import { type CheckRoutesDeps, createChecksRoutes } from './features/checks/checks.routes.ts';
import { createDeletionsRoutes, type DeletionRoutesDeps } from './features/deletions/deletions.routes.ts';
import { findFullDiskStatus, toApiError } from './features/errors.ts';
import { createExportsRoutes, type ExportRoutesDeps } from './features/exports/exports.routes.ts';
import { createHoldsRoutes, type HoldRoutesDeps } from './features/holds/holds.routes.ts';
import { createInfoRoutes, createStatusRoutes, type InfoRoutesDeps } from './features/info/info.routes.ts';
import { createKeepingRoutes, type KeepingDeps } from './features/keeping/keeping.routes.ts';
import { createNoticesRoutes, type NoticesDeps } from './features/notices/notices.routes.ts';
import { createOverviewRoutes, type OverviewDeps } from './features/overview/overview.routes.ts';
import { createPageRoutes, type PageRoutesDeps } from './features/page/page.routes.ts';
import { createRecordsRoutes } from './features/records/records.routes.ts';
import { createMementoRoutes } from './features/replay/memento/memento.routes.ts';
import { createReplayRoutes, type ReplayDeps } from './features/replay/replay.routes.ts';
import { makeCdxaErrorBody } from './features/replay/response/cdxa-document.ts';
import { createSearchRoutes, type SearchRoutesDeps } from './features/search/search.routes.ts';
import { createNamespaceFinder } from './features/shared/request-namespace.ts';
import { createUrlTreeRoutes } from './features/tree/url-tree.routes.ts';

export interface AppDeps extends ShellBase {
  readonly features: ArchiveRoutesDeps &
    ArtifactRoutesDeps &
    AuPagesDeps &
    AusRoutesDeps &
    CheckRoutesDeps &
    InfoRoutesDeps &
    CreateRoutesDeps &
    ReplayDeps &
    DeletionRoutesDeps &
    InfoRoutesDeps &
    ExportRoutesDeps &
    HoldRoutesDeps &
    ImportsDeps &
    KeepingDeps &
    NoticesDeps &
    OverviewDeps &
    PageRoutesDeps &
    SearchRoutesDeps;
}

export function createApp({ features, ...shell }: AppDeps): Express {
  const { health } = shell;
  const built = createHandlers({ ...features, health });
  return createHttpApp({
    ...shell,
    service: serviceIdentity,
    contract: features.laaws ? ignoreUnknownParameters(repositoryContract) : repositoryContract,
    handlers: built,
    reached: [{ name: 'repository', path: '' }],
    namespaceFor: createNamespaceFinder(features.defaultNamespace),
    refusedWhenFull: findFullDiskStatus,
    errorFor: toApiError,
    errorBodies: { getCdxa: makeCdxaErrorBody },
    crossOrigin:
      features.allowOrigin === undefined
        ? undefined
        : {
            operations: [
              ...Object.keys(createReplayRoutes(features)),
              ...Object.keys(createMementoRoutes(features)),
              'exportArtifacts',
            ],
            origin: features.allowOrigin,
          },
  });
}

export function createHandlers(features: AppDeps['features'] & { health: Health }) {
  const inTurn = createImportAdmission(features);
  return {
    ...createArchivesRoutes(features, inTurn),
    ...createMigrationRoutes(features, inTurn),
    ...createArtifactsRoutes(features),
    ...createArtifactOverviewRoutes(features),
    ...createAuReportRoutes(features),
    ...createAusRoutes(features),
    ...createChecksRoutes(features),
    ...createCreationRoutes(features),
    ...createDeletionsRoutes(features),
    ...createExportsRoutes(features),
    ...createImportsRoutes(features),
    ...createInfoRoutes(features),
    ...createHoldsRoutes(features),
    ...createKeepingRoutes(features),
    ...createMementoRoutes(features),
    ...createNoticesRoutes(features),
    ...createOverviewRoutes(features),
    ...createPageRoutes(features),
    ...createRecordsRoutes(features),
    ...createReplayRoutes(features),
    ...createSearchRoutes(features),
    ...createStatusRoutes(features),
    ...createUrlTreeRoutes(features),
  };
}
