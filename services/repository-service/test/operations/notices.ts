// Test helper: requests for the operations on notices, targets and deliveries.
import { askFor, type OperationRequest, sendJson } from './request.ts';

const UUID = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64';

export function listNoticeOperations(): OperationRequest[] {
  const target = `/notices/targets/${UUID}`;
  return [
    askFor('getNotices', '/notices'),
    askFor('getNoticeTargets', '/notices/targets'),
    sendJson('postNoticeTarget', 'POST', '/notices/targets', {
      type: 'mail',
      address: 'librarian@example.org',
      kinds: ['damage.found'],
    }),
    sendJson('patchNoticeTarget', 'PATCH', target, { weekly: true }),
    { operationId: 'deleteNoticeTarget', method: 'DELETE', path: target, sent: {} },
    { operationId: 'testNoticeTarget', method: 'POST', path: `${target}/test`, sent: {} },
    askFor('getNoticeDeliveries', '/notices/deliveries'),
    {
      operationId: 'resendNoticeDelivery',
      method: 'POST',
      path: `/notices/deliveries/${UUID}/resend`,
      sent: {},
    },
  ];
}
