// Requirements for the repository service's operations on captured pages. These operations are not in the interface
// document.
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
