// Requirements for the repository service's AU operations. These operations are not in the interface document.
import { type PromisedOperation, readers } from './interface.ts';

export const auOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /aus/{auid}/report',
    id: 'getAuReport',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    query: 'namespace format',
    roles: readers,
  },
  {
    operation: 'GET /aus/{auid}/condition',
    id: 'getAuCondition',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    query: 'namespace',
    roles: readers,
  },
  {
    operation: 'GET /aus/{auid}/events',
    id: 'getAuEvents',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    query: 'namespace limit continuationToken',
    roles: readers,
  },
];
