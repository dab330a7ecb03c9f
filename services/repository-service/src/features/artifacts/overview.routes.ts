// GET /artifacts/{uuid}/overview.
import { isAllowedByRoles } from '@holdfast/accounts';
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { convertUnavailableErrors } from '../errors.ts';
import { type ArtifactOverviewDeps, readArtifactOverview } from './artifact-overview.ts';
import { type ArtifactsDeps, requireArtifact } from './artifacts.ts';

/** Roles that may see the object stores, as for GET /copies. */
const SEES_STORES = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];

export function createArtifactOverviewRoutes(
  deps: ArtifactOverviewDeps & Pick<ArtifactsDeps, 'pool' | 'defaultNamespace'>,
) {
  return {
    getArtifactOverview: async ({ params, query, user }, response) => {
      const artifact = await convertUnavailableErrors(requireArtifact(deps, params.uuid, query.namespace));
      const showsStores = user !== undefined && isAllowedByRoles(user.roles, SEES_STORES);
      response.json(await convertUnavailableErrors(readArtifactOverview(deps, artifact, showsStores)));
    },
  } satisfies OperationHandlers<repository.operations>;
}
