// Operations of the repository service for captured pages, which the interface document does not contain.
import { type PromisedOperation, readers } from './interface.ts';

export const pageOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /artifacts/{uuid}/page',
    id: 'getArtifactPage',
    promised: [],
    added: [200, 400, 401, 403, 404, 406, 500, 502, 503],
    query: 'namespace links',
    roles: readers,
  },
];
