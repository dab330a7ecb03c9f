// GET /namespaces, /repoinfo, /repoinfo/storage, /checksumalgorithms and /replay/link.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import { listNamespaces } from '../../index/aus/aus.db.ts';
import { orUnavailable } from '../errors.ts';
import { checksumAlgorithms, repositoryInfo, type StorageDeps, storeStorage } from './info.ts';
import { repositoryInfoInKb, storageInfoInKb } from './info-in-kb.ts';

export interface InfoRoutesDeps extends StorageDeps {
  /** Where a capture is replayed; a template. */
  readonly replayLink: string | undefined;
  /** Whether clients are answered as the field's own node software answers them. */
  readonly laaws: boolean;
}

export function infoRoutes(deps: InfoRoutesDeps) {
  // A library is restricted, or is not, for as long as a process lasts.
  const algorithms = checksumAlgorithms();
  return {
    getNamespaces: async (_request, response) => {
      response.json(await orUnavailable(listNamespaces(deps.db)));
    },

    getRepositoryInformation: async (_request, response) => {
      const info = await orUnavailable(repositoryInfo(deps));
      response.json(deps.laaws ? repositoryInfoInKb(info) : info);
    },

    getStorageInfo: async (_request, response) => {
      const info = await orUnavailable(storeStorage(deps));
      response.json(deps.laaws ? storageInfoInKb(info) : info);
    },

    getSupportedChecksumAlgorithms: async (_request, response) => {
      response.json(algorithms);
    },

    getReplayLink: async (_request, response) => {
      response.json(deps.replayLink === undefined ? {} : { template: deps.replayLink });
    },
  } satisfies HandlersOf<repository.operations>;
}
