// HTTP API of the service: the routes of its features.
import { repositoryContract } from '@holdfast/api-types/repository';
import { createShell, ignoreUnknownParameters, type ShellBase } from '@holdfast/http-kit';
import type { Health } from '@holdfast/service-kit';
import type { Express } from 'express';
import { serviceName } from './domain/service-name.ts';
import { type ArchiveRoutesDeps, archivesRoutes } from './features/archives/archives.routes.ts';
import { importTurns } from './features/archives/import-request.ts';
import { type ImportsDeps, importsRoutes } from './features/archives/imports.routes.ts';
import { migrationRoutes } from './features/archives/migration.routes.ts';
import { type ArtifactRoutesDeps, artifactsRoutes } from './features/artifacts/artifacts.routes.ts';
import { type CreateRoutesDeps, createRoutes } from './features/artifacts/create/create.routes.ts';
import { type AusRoutesDeps, ausRoutes } from './features/aus/aus.routes.ts';
import { errorFor, refusedWhenFull } from './features/errors.ts';
import { type ExportRoutesDeps, exportsRoutes } from './features/exports/exports.routes.ts';
import { type HoldRoutesDeps, holdsRoutes } from './features/holds/holds.routes.ts';
import { type InfoRoutesDeps, infoRoutes, statusRoutes } from './features/info/info.routes.ts';
import { type KeepingDeps, keepingRoutes } from './features/keeping/keeping.routes.ts';
import { type OverviewDeps, overviewRoutes } from './features/overview/overview.routes.ts';
import { recordsRoutes } from './features/records/records.routes.ts';
import { cdxaErrorBody } from './features/replay/answer/cdxa-document.ts';
import { mementoRoutes } from './features/replay/memento/memento.routes.ts';
import { type ReplayDeps, replayRoutes } from './features/replay/replay.routes.ts';
import { urlTreeRoutes } from './features/tree/url-tree.routes.ts';

export interface AppDeps extends ShellBase {
  readonly features: ArchiveRoutesDeps &
    ArtifactRoutesDeps &
    AusRoutesDeps &
    InfoRoutesDeps &
    CreateRoutesDeps &
    ReplayDeps &
    InfoRoutesDeps &
    ExportRoutesDeps &
    HoldRoutesDeps &
    ImportsDeps &
    Omit<KeepingDeps, 'auditStore'> &
    OverviewDeps;
}

export function createApp({ features, ...shell }: AppDeps): Express {
  const { health, auditStore } = shell;
  const built = handlers({ ...features, health, auditStore });
  return createShell({
    ...shell,
    service: serviceName,
    contract: features.laaws ? ignoreUnknownParameters(repositoryContract) : repositoryContract,
    handlers: built,
    reached: [{ name: 'repository', path: '' }],
    refusedWhenFull,
    errorFor,
    errorBodies: { getCdxa: cdxaErrorBody },
    crossOrigin:
      features.allowOrigin === undefined
        ? undefined
        : {
            operations: [
              ...Object.keys(replayRoutes(features)),
              ...Object.keys(mementoRoutes(features)),
              'exportArtifacts',
            ],
            origin: features.allowOrigin,
          },
  });
}

export function handlers(
  features: AppDeps['features'] & Pick<KeepingDeps, 'auditStore'> & { health: Health },
) {
  const inTurn = importTurns(features);
  return {
    ...archivesRoutes(features, inTurn),
    ...migrationRoutes(features, inTurn),
    ...artifactsRoutes(features),
    ...ausRoutes(features),
    ...createRoutes(features),
    ...exportsRoutes(features),
    ...holdsRoutes(features),
    ...importsRoutes(features),
    ...infoRoutes(features),
    ...keepingRoutes(features),
    ...mementoRoutes(features),
    ...overviewRoutes(features),
    ...recordsRoutes(features),
    ...replayRoutes(features),
    ...statusRoutes(features),
    ...urlTreeRoutes(features),
  };
}
