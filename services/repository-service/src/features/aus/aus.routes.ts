// GET /aus, POST /aus/summaries, GET /aus/{auid}/artifacts, GET /aus/{auid}/size, POST and PUT /aus/{auid}/bulk.
import type { repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import {
  type OperationHandlers,
  type ShellRequest,
  sendJsonText,
  validateFormField,
} from '@holdfast/http-kit';
import type { Response } from 'express';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { writeArtifactPage } from '../artifacts/artifact-page.ts';
import { convertUnavailableErrors, makeBadParameterError, makeNoSuchAuError } from '../errors.ts';
import { chooseSubmittedValue, readFormField } from '../shared/form-fields.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import {
  finishBulkTransfer,
  listNamespaceAuids,
  readAuSize,
  readSummaries,
  startBulkTransfer,
} from './aus.ts';

type HandleBulkAuOp = repository.operations['handleBulkAuOp'];

const bulkOperations = { start: startBulkTransfer, finish: finishBulkTransfer };

/** Size that LOCKSS clients expect for an unknown AU. */
const NO_SIZE = { totalAllVersions: 0, totalLatestVersions: 0, totalWarcSize: 0 };

export interface AusRoutesDeps extends ListingDeps {
  readonly defaultNamespace: string;
  /** Whether to respond exactly as LOCKSS does (COMPATIBILITY=laaws). */
  readonly laaws: boolean;
}

export function createAusRoutes(deps: AusRoutesDeps) {
  return {
    getAus: async ({ query, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      response.json(await listNamespaceAuids(deps, namespace, query, makeRequestLink(raw)));
    },

    summarizeAus: async ({ query, body }, response) => {
      const { namespace, allNamespaces = false } = query;
      if (namespace !== undefined && allNamespaces)
        throw makeBadParameterError('`namespace` and `allNamespaces` cannot be given together.');
      const asked = allNamespaces ? undefined : (namespace ?? deps.defaultNamespace);
      response.json(await readSummaries(deps, asked, body));
    },

    getArtifacts: async ({ params, query, raw }, response) => {
      const { namespace = deps.defaultNamespace, url, urlPrefix, version = 'latest' } = query;
      const { includeUncommitted = false } = query;
      if (typeof version === 'number' && url === undefined) {
        throw makeBadParameterError('A version number can only be asked for together with `url`.');
      }
      const listing = { namespace, auid: params.auid, url, urlPrefix, version, includeUncommitted };
      const { bytes, release } = await writeArtifactPage(deps, listing, query, makeRequestLink(raw));
      sendJsonText(response, bytes, release);
    },

    getArtifactsSize: async ({ params, query }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      const size = await readAuSize(deps, { namespace, auid: params.auid });
      if (size === undefined && !deps.laaws) throw makeNoSuchAuError(params.auid, namespace);
      response.json(size ?? NO_SIZE);
    },

    handleBulkAuOp: async (request, response) => {
      const op = await readRequestedOperation(request, response);
      const { namespace = deps.defaultNamespace } = request.query;
      await convertUnavailableErrors(bulkOperations[op](deps, { namespace, auid: request.params.auid }));
      response.status(200).end();
    },
  } satisfies OperationHandlers<repository.operations>;
}

/** Reads the requested operation from the form or the query string. */
async function readRequestedOperation(
  { body, query, raw }: ShellRequest<HandleBulkAuOp>,
  response: Response,
): Promise<'start' | 'finish'> {
  const part = await readFormField(raw, response, 'op');
  const value =
    part === undefined ? undefined : validateFormField(repositoryContract, 'handleBulkAuOp', 'op', part);
  return chooseSubmittedValue('op', (value as typeof query.op) ?? body?.op, query.op);
}
