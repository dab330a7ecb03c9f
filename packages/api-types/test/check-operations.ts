// Requirements for the repository service's operations on requested fixity checks. These operations are not in the
// interface document.
import { contentAdmins, type PromisedOperation } from './interface.ts';

export const checkOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /checks',
    id: 'getChecks',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'namespace auid state limit continuationToken',
    roles: contentAdmins,
  },
  {
    operation: 'POST /checks',
    id: 'requestCheck',
    promised: [],
    added: [201, 400, 401, 403, 404, 409, 413, 415, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'GET /checks/{check}',
    id: 'getCheck',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    query: 'limit continuationToken',
    roles: contentAdmins,
  },
  {
    operation: 'DELETE /checks/{check}',
    id: 'cancelCheck',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'GET /checks/{check}/certificate',
    id: 'getCertificate',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    query: 'format',
    roles: contentAdmins,
  },
  {
    operation: 'GET /check-schedules',
    id: 'getCheckSchedules',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'POST /check-schedules',
    id: 'addCheckSchedule',
    promised: [],
    added: [201, 400, 401, 403, 404, 409, 413, 415, 500, 503],
    roles: contentAdmins,
  },
  {
    operation: 'DELETE /check-schedules/{schedule}',
    id: 'deleteCheckSchedule',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    roles: contentAdmins,
  },
];
