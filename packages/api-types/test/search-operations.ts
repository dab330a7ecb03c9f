// Requirements for the search operations. These operations are not in the interface document.
import { type PromisedOperation, readers } from './interface.ts';

export const searchOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /search',
    id: 'searchContent',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'q! namespace limit',
    roles: readers,
  },
];
