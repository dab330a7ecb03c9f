// GET /namespaces, /repoinfo, /repoinfo/storage and /checksumalgorithms.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import { listNamespaces } from '../../index/aus.db.ts';
import { orUnavailable } from '../errors.ts';
import { checksumAlgorithms, repositoryInfo, type StorageDeps, storeStorage } from './info.ts';

export function infoRoutes(deps: StorageDeps) {
  return {
    getNamespaces: async (_request, response) => {
      response.json(await orUnavailable(listNamespaces(deps.db)));
    },

    getRepositoryInformation: async (_request, response) => {
      response.json(await orUnavailable(repositoryInfo(deps)));
    },

    getStorageInfo: async (_request, response) => {
      response.json(await orUnavailable(storeStorage(deps)));
    },

    getSupportedChecksumAlgorithms: async (_request, response) => {
      response.json(checksumAlgorithms());
    },
  } satisfies HandlersOf<repository.operations>;
}
