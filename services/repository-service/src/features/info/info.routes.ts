// GET /status, /namespaces, /repoinfo, /repoinfo/storage, /checksumalgorithms and /replay/link.
import type { RepositoryInfo, repository, StorageInfo } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import { makeApiStatus, type OperationHandlers } from '@holdfast/http-kit';
import type { Health } from '@holdfast/service-kit';
import { serviceIdentity } from '../../domain/service-identity.ts';
import { listNamespaces } from '../../index/aus/aus.db.ts';
import { convertUnavailableErrors } from '../errors.ts';
import { listChecksumAlgorithms, measureStore, readRepositoryInfo, type StorageDeps } from './info.ts';

export interface InfoRoutesDeps extends StorageDeps {
  /** URL template for opening a capture in the replay tool. */
  readonly replayLink: string | undefined;
  /** Whether to respond exactly as LOCKSS does (COMPATIBILITY=laaws). */
  readonly laaws: boolean;
}

export function createInfoRoutes(deps: InfoRoutesDeps) {
  // Computed once, because FIPS restrictions do not change while a process runs.
  const algorithms = listChecksumAlgorithms();
  return {
    getNamespaces: async (_request, response) => {
      response.json(await convertUnavailableErrors(listNamespaces(deps.db)));
    },

    getRepositoryInformation: async (_request, response) => {
      const info = await convertUnavailableErrors(readRepositoryInfo(deps));
      response.json(deps.laaws ? toRepositoryInfoInKb(info) : info);
    },

    getStorageInfo: async (_request, response) => {
      const info = await convertUnavailableErrors(measureStore(deps));
      response.json(deps.laaws ? toStorageInfoInKb(info) : info);
    },

    getSupportedChecksumAlgorithms: async (_request, response) => {
      response.json(algorithms);
    },

    getReplayLink: async (_request, response) => {
      response.json(deps.replayLink === undefined ? {} : { template: deps.replayLink });
    },
  } satisfies OperationHandlers<repository.operations>;
}

/**
 * LOCKSS clients expect storage sizes in units of 1,024 bytes, under LOCKSS's field names. They reject responses with
 * additional fields.
 */
const KB = 1024;

function toRepositoryInfoInKb({ storeInfo, indexInfo }: RepositoryInfo) {
  return {
    storeInfo: storeInfo && toStorageInfoInKb(storeInfo),
    indexInfo: indexInfo && toStorageInfoInKb(indexInfo),
  };
}

/** Omits unknown sizes. */
function toStorageInfoInKb({ type, name, size, used, avail, percentUsed, percentUsedString }: StorageInfo) {
  return {
    ...{ type, name, sizeKB: toKb(size), usedKB: toKb(used), availKB: toKb(avail) },
    ...{ percentUsed, percentUsedString },
  };
}

function toKb(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.floor(bytes / KB);
}

export function createStatusRoutes({ health }: { health: Health }) {
  return {
    getStatus: (_request, response) => {
      response.json(makeApiStatus(serviceIdentity, repositoryContract, health));
    },
  } satisfies OperationHandlers<repository.operations>;
}
