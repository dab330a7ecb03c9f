// Test helper: requests for the operations on one AU that are not in the LOCKSS interface.
import { askFor, type OperationRequest, type Subject } from './request.ts';

export function listAuOperations({ auid }: Subject): OperationRequest[] {
  const au = `/aus/${encodeURIComponent(auid)}`;
  return [
    askFor('getAuReport', `${au}/report`),
    askFor('getAuCondition', `${au}/condition`),
    askFor('getAuEvents', `${au}/events`),
  ];
}
