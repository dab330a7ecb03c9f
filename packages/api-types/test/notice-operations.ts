// Requirements for both services' operations on notices, and on the targets and deliveries of notifications. These
// operations are not in the interface documents.
import { anyRole, type PromisedOperation, userAdmins } from './interface.ts';

export const noticeOperations: readonly PromisedOperation[] = [
  {
    operation: 'GET /notices',
    id: 'getNotices',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'since auid kind limit continuationToken',
    roles: anyRole,
  },
  {
    operation: 'GET /notices/targets',
    id: 'getNoticeTargets',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'POST /notices/targets',
    id: 'postNoticeTarget',
    promised: [],
    added: [201, 400, 401, 403, 409, 413, 415, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'PATCH /notices/targets/{target}',
    id: 'patchNoticeTarget',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 413, 415, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'DELETE /notices/targets/{target}',
    id: 'deleteNoticeTarget',
    promised: [],
    added: [204, 400, 401, 403, 404, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'POST /notices/targets/{target}/test',
    id: 'testNoticeTarget',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'GET /notices/deliveries',
    id: 'getNoticeDeliveries',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'state limit continuationToken',
    roles: userAdmins,
  },
  {
    operation: 'POST /notices/deliveries/{delivery}/resend',
    id: 'resendNoticeDelivery',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    roles: userAdmins,
  },
];
