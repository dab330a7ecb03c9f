// POST /aus/{auid}/bulk.
import { type repository, repositoryContract } from '@holdfast/api-types';
import { type HandlersOf, type ShellRequest, validateField } from '@holdfast/http-kit';
import type { Executor } from '@holdfast/pg-kit';
import type { Response } from 'express';
import type { IndexSchema } from '../../index/schema.ts';
import { badParameter, orUnavailable } from '../errors.ts';
import { formField } from '../shared/form-fields.ts';
import { finishBulk, startBulk } from './bulk.ts';

export interface BulkDeps {
  db: Executor<IndexSchema>;
  defaultNamespace: string;
}

type HandleBulkAuOp = repository.operations['handleBulkAuOp'];

const operations = { start: startBulk, finish: finishBulk };

export function bulkRoutes(deps: BulkDeps): HandlersOf<repository.operations> {
  return {
    handleBulkAuOp: async (request, response) => {
      const op = await wantedOperation(request, response);
      const { namespace = deps.defaultNamespace } = request.query;
      await orUnavailable(operations[op](deps, { namespace, auid: request.params.auid }));
      response.status(200).end();
    },
  };
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
