// Handles PUT /aus/{auid}/mdenable and /aus/{auid}/mddisable. Responses contain the same result object with every
// status, because clients expect it.
import type { configuration } from '@holdfast/api-types';
import type { HttpResponse, OperationHandlers } from '@holdfast/http-kit';
import { type MetadataSwitchDeps, switchMetadata } from './metadata-switch.ts';

export function createMetadataSwitchRoutes(deps: MetadataSwitchDeps) {
  const answer = async (auid: string, enabled: boolean, response: HttpResponse): Promise<void> => {
    const outcome = await switchMetadata(deps, { auid, enabled });
    if ('done' in outcome) response.json({ id: auid, success: true });
    else response.status(outcome.status).json({ id: auid, success: false, errorMessage: outcome.why });
  };
  return {
    enableAuMetadataExtraction: ({ params }, response) => answer(params.auid, true, response),
    disableAuMetadataExtraction: ({ params }, response) => answer(params.auid, false, response),
  } satisfies OperationHandlers<configuration.operations>;
}
