// Requirements for operations that both services have and the interface documents do not contain: sessions, users,
// settings, notifications.

import { anyRole, openOperation, type PromisedOperation, userAdmins } from './interface.ts';
import { noticeOperations } from './notice-operations.ts';

export const sharedOperations: readonly PromisedOperation[] = [
  { operation: 'GET /session', id: 'getSession', promised: [], added: [200, 401], roles: openOperation },
  {
    operation: 'POST /session',
    id: 'createSession',
    promised: [],
    added: [200, 400, 401, 403, 413, 415, 429, 503],
    roles: openOperation,
  },
  {
    operation: 'DELETE /session',
    id: 'deleteSession',
    promised: [],
    added: [204, 403],
    roles: openOperation,
  },
  {
    operation: 'GET /logins',
    id: 'getLogins',
    promised: [],
    added: [200, 401, 403, 503],
    roles: userAdmins,
  },
  {
    operation: 'POST /logins',
    id: 'postLogin',
    promised: [],
    added: [201, 400, 401, 403, 409, 413, 415, 503],
    roles: userAdmins,
  },
  {
    operation: 'PATCH /logins/{name}',
    id: 'patchLogin',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 413, 415, 503],
    roles: userAdmins,
  },
  {
    operation: 'DELETE /logins/{name}',
    id: 'deleteLogin',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 503],
    roles: userAdmins,
  },
  {
    operation: 'PATCH /provider-users',
    id: 'patchProviderUser',
    promised: [],
    added: [200, 400, 401, 403, 404, 409, 413, 415, 503],
    roles: userAdmins,
  },
  {
    operation: 'PUT /password',
    id: 'putPassword',
    promised: [],
    added: [204, 400, 401, 403, 404, 409, 413, 415, 429, 503],
    roles: anyRole,
  },
  {
    operation: 'GET /doctor',
    id: 'getDoctor',
    promised: [],
    added: [200, 401, 403],
    roles: userAdmins,
  },
  {
    operation: 'GET /tokens',
    id: 'getTokens',
    promised: [],
    added: [200, 401, 403, 503],
    roles: anyRole,
  },
  {
    operation: 'POST /tokens',
    id: 'postToken',
    promised: [],
    added: [201, 400, 401, 403, 404, 409, 413, 415, 503],
    roles: anyRole,
  },
  {
    operation: 'DELETE /tokens/{id}',
    id: 'deleteToken',
    promised: [],
    added: [204, 400, 401, 403, 404, 409, 503],
    roles: anyRole,
  },
  {
    operation: 'GET /settings',
    id: 'getSettings',
    promised: [],
    added: [200, 401, 403, 503],
    roles: userAdmins,
  },
  ...noticeOperations,
];
