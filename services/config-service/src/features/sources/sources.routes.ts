// Handles GET /config/url, /config/lastupdatetime and /config/loadedurls, and PUT /config/reload.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { readLoadState, requestLoad } from '../../index/configuration/load-state.db.ts';
import { sendFileResponse } from '../files/file-response.ts';
import { listUsedFileUrls } from '../files/files.ts';
import { type OpenSourceDeps, openSource } from './sources.ts';

export function createSourcesRoutes(deps: OpenSourceDeps) {
  return {
    getUrlConfiguration: async (request, response) => {
      const asked = { url: request.query.url, host: request.raw.headers.host, signal: request.signal };
      await sendFileResponse(request, response, () => openSource(deps, asked));
    },

    getLastUpdateTime: async (_request, response) => {
      const { changedMs, done } = await readLoadState(deps.db);
      response.set('X-Loads-Done', String(done)).json(new Date(changedMs ?? 0).toISOString());
    },

    getLoadedUrls: async (_request, response) => {
      const { loadedUrls } = await readLoadState(deps.db);
      response.json([...loadedUrls, ...(await listUsedFileUrls(deps.db))]);
    },

    reloadConfiguration: async (_request, response) => {
      const { number } = await requestLoad(deps.db);
      response.status(200).set('X-Load-Number', String(number)).end();
    },
  } satisfies OperationHandlers<configuration.operations>;
}
