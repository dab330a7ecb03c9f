// Test helper: requests for the operations on deletions.
import { makeReferenceUuid } from '@holdfast/testkit';
import { askFor, type OperationRequest, sendJson } from './request.ts';

/** Returns the requests. None of them deletes anything, because the artifact and the request do not exist. */
export function listDeletionOperations(): OperationRequest[] {
  const decide = (operationId: string, word: string) => ({
    operationId,
    method: 'POST',
    path: `/deletions/9007199254740991/${word}`,
    sent: {},
  });
  return [
    askFor('getDeletions', '/deletions'),
    sendJson('requestDeletion', 'POST', '/deletions', { uuids: [makeReferenceUuid('not deleted')] }),
    askFor('getDeletion', '/deletions/9007199254740991'),
    decide('approveDeletion', 'approve'),
    decide('withdrawDeletion', 'withdraw'),
    decide('undoDeletion', 'undo'),
    sendJson('rejectDeletion', 'POST', '/deletions/9007199254740991/reject', { reason: 'a test' }),
    sendJson('changeHold', 'PATCH', `/holds/${makeReferenceUuid('no hold')}`, { reason: 'a test' }),
  ];
}
