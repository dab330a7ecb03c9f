// GET /aus, GET /aus/{auid}/artifacts, GET /aus/{auid}/size and POST /aus/{auid}/bulk.
import { type repository, repositoryContract } from '@holdfast/api-types';
import { type HandlersOf, type ShellRequest, sendJson, validateField } from '@holdfast/http-kit';
import type { Response } from 'express';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { refuseBoth } from '../artifacts/artifact-page.ts';
import { badParameter, orUnavailable } from '../errors.ts';
import { formField } from '../shared/form-fields.ts';
import { requestLink } from '../shared/request-link.ts';
import { artifactsOfAu, auidsOfNamespace, finishBulk, sizeOfAu, startBulk } from './aus.ts';

type HandleBulkAuOp = repository.operations['handleBulkAuOp'];

const bulkOperations = { start: startBulk, finish: finishBulk };

export function ausRoutes(deps: ListingDeps & { defaultNamespace: string }) {
  return {
    getAus: async ({ query, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      response.json(await auidsOfNamespace(deps, namespace, query, requestLink(raw)));
    },

    getArtifacts: async ({ params, query, raw }, response) => {
      const { namespace = deps.defaultNamespace, url, urlPrefix, version = 'latest' } = query;
      const { includeUncommitted = false } = query;
      refuseBoth(url, urlPrefix);
      if (typeof version === 'number' && url === undefined) {
        throw badParameter('A version number can only be asked for together with `url`.');
      }
      const listing = { namespace, auid: params.auid, url, urlPrefix, version, includeUncommitted };
      sendJson(response, await artifactsOfAu(deps, listing, query, requestLink(raw)));
    },

    getArtifactsSize: async ({ params, query }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      response.json(await sizeOfAu(deps, { namespace, auid: params.auid }));
    },

    handleBulkAuOp: async (request, response) => {
      const op = await wantedOperation(request, response);
      const { namespace = deps.defaultNamespace } = request.query;
      await orUnavailable(bulkOperations[op](deps, { namespace, auid: request.params.auid }));
      response.status(200).end();
    },
  } satisfies HandlersOf<repository.operations>;
}

async function wantedOperation(
  { body, raw }: ShellRequest<HandleBulkAuOp>,
  response: Response,
): Promise<'start' | 'finish'> {
  const part = await formField(raw, response, 'op');
  const op = part === undefined ? body?.op : validateField(repositoryContract, 'handleBulkAuOp', 'op', part);
  if (op === undefined) throw badParameter('Field "op" is required.');
  return op as 'start' | 'finish';
}
