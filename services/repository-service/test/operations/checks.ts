// Test helper: requests for the operations on requested fixity checks.
import { makeReferenceUuid } from '@holdfast/testkit';
import { askFor, type OperationRequest, sendJson } from './request.ts';

const check = `/checks/${makeReferenceUuid('no check')}`;
const schedule = `/check-schedules/${makeReferenceUuid('no schedule')}`;

export function listCheckOperations(): OperationRequest[] {
  return [
    askFor('getChecks', '/checks'),
    sendJson('requestCheck', 'POST', '/checks', { scope: { kind: 'au', auid: 'not stored' } }),
    askFor('getCheck', check),
    { operationId: 'cancelCheck', method: 'DELETE', path: check, sent: {} },
    askFor('getCertificate', `${check}/certificate`),
    askFor('getCheckSchedules', '/check-schedules'),
    sendJson('addCheckSchedule', 'POST', '/check-schedules', {
      scope: { kind: 'au', auid: 'not stored' },
      periodDays: 90,
    }),
    { operationId: 'deleteCheckSchedule', method: 'DELETE', path: schedule, sent: {} },
  ];
}
