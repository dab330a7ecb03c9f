// Handles POST /aus/add, DELETE /aus/delete, PUT /aus/deactivate and PUT /aus/reactivate.
import type { configuration } from '@holdfast/api-types';
import {
  addAuditSubject,
  auditAuOutcome,
  type HttpResponse,
  MAX_JSON_VALUES,
  type OperationHandlers,
  type ShellRequest,
  sendJsonArray,
} from '@holdfast/http-kit';
import type { AusDeps } from '../aus/aus.ts';
import { makeAuidLineTooLongError, makeTooManyAuidsError } from '../errors.ts';
import { addGroup } from './add.ts';
import { deactivateGroup, deleteGroup, reactivateGroup } from './change-stored.ts';
import { type GroupOperation, type GroupResult, runGroup } from './group.ts';

const MAX_AUID_CHARACTERS = 8_192;

type GroupRequest = Pick<ShellRequest, 'log' | 'signal' | 'raw'> & { readonly body: string | string[] };

export function createGroupsRoutes(deps: AusDeps) {
  const handler =
    (operation: GroupOperation) =>
    async ({ body, log, signal, raw }: GroupRequest, response: HttpResponse): Promise<void> => {
      const auids = auidsOf(body);
      addAuditSubject(raw, { auids });
      const results = auditResults(raw, runGroup({ ...deps, log }, operation, auids, signal));
      await sendJsonArray(response, deps.laaws ? withIds(results) : results, signal);
    };
  return {
    addAus: handler(addGroup),
    deleteAus: handler(deleteGroup),
    deactivateAus: handler(deactivateGroup),
    reactivateAus: handler(reactivateGroup),
  } satisfies OperationHandlers<configuration.operations>;
}

/** Adds an entry to the audit log for each AU. */
async function* auditResults(
  raw: ShellRequest['raw'],
  results: AsyncIterable<GroupResult[]>,
): AsyncGenerator<GroupResult[]> {
  for await (const batch of results) {
    for (const { auId, isSuccess } of batch)
      auditAuOutcome(raw, { auid: auId, outcome: isSuccess ? 'ok' : 'error' });
    yield batch;
  }
}

/** Adds the AUID to each result as `id`, which LOCKSS clients expect. */
async function* withIds(results: AsyncIterable<readonly GroupResult[]>): AsyncGenerator<GroupResult[]> {
  for await (const batch of results) yield batch.map((result) => ({ id: result.auId, ...result }));
}

/** Returns the AUIDs in a request body: a validated JSON array, or text with one AUID per line. Ignores empty lines. */
function auidsOf(body: string | readonly string[]): readonly string[] {
  if (typeof body !== 'string') return body;
  const lines = body.split(/\r\n|\n|\r/, MAX_JSON_VALUES + 1);
  if (lines.length > MAX_JSON_VALUES) throw makeTooManyAuidsError(MAX_JSON_VALUES);
  const auids = lines.filter((line) => line !== '');
  const tooLong = auids.findIndex((auid) => auid.length > MAX_AUID_CHARACTERS);
  if (tooLong >= 0) throw makeAuidLineTooLongError(tooLong + 1, MAX_AUID_CHARACTERS);
  return auids;
}
