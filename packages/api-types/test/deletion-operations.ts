// Requirements for the repository service's operations on deletions and their approval. These operations are not in the
// interface document.
import { contentAdmins, type PromisedOperation } from './interface.ts';

export const deletionOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /deletions',
    id: 'getDeletions',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'namespace auid uuid state limit continuationToken',
    roles: contentAdmins,
  },
  {
    operation: 'POST /deletions',
    id: 'requestDeletion',
    promised: [],
    added: [201, 400, 401, 403, 404, 409, 413, 415, 500, 503],
    query: 'namespace',
    roles: contentAdmins,
  },
  {
    operation: 'GET /deletions/{number}',
    id: 'getDeletion',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'POST /deletions/{number}/approve',
    id: 'approveDeletion',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'POST /deletions/{number}/reject',
    id: 'rejectDeletion',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 413, 415, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'POST /deletions/{number}/withdraw',
    id: 'withdrawDeletion',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'POST /deletions/{number}/undo',
    id: 'undoDeletion',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 500, 503],
    roles: contentAdmins,
  },
];
