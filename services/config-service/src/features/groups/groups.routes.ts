// POST /aus/add, DELETE /aus/delete, PUT /aus/deactivate and PUT /aus/reactivate.
import type { configuration } from '@holdfast/api-types';
import { type HandlersOf, type HttpResponse, type ShellRequest, sendJsonArray } from '@holdfast/http-kit';
import type { AusDeps } from '../aus/aus.ts';
import { addGroup } from './add.ts';
import { auidsOf } from './auids-of-body.ts';
import { deactivateGroup, deleteGroup, reactivateGroup } from './change-stored.ts';
import { type GroupOperation, runGroup } from './group.ts';

type GroupRequest = Pick<ShellRequest, 'log' | 'signal'> & { readonly body: string | string[] };

export function groupsRoutes(deps: AusDeps) {
  const handler =
    (operation: GroupOperation) =>
    async ({ body, log, signal }: GroupRequest, response: HttpResponse): Promise<void> => {
      const auids = auidsOf(body);
      await sendJsonArray(response, runGroup({ ...deps, log }, operation, auids, signal), signal);
    };
  return {
    addAus: handler(addGroup),
    deleteAus: handler(deleteGroup),
    deactivateAus: handler(deactivateGroup),
    reactivateAus: handler(reactivateGroup),
  } satisfies HandlersOf<configuration.operations>;
}
