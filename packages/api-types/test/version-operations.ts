// Requirements for the operations on versions of configuration files. These operations are not in the interface
// document.
import { type PromisedOperation, userAdmins } from './interface.ts';

export const versionOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /config/file/{sectionName}/versions',
    id: 'getSectionVersions',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'limit continuationToken',
    roles: userAdmins,
  },
  {
    operation: 'GET /config/file/{sectionName}/versions/{version}',
    id: 'getSectionVersion',
    promised: [],
    added: [200, 304, 400, 401, 403, 404, 406, 412, 500, 503],
    roles: userAdmins,
  },
];
