// Test helper: requests for the search operations.
import { askFor, type OperationRequest, type Subject } from './request.ts';

export function listSearchOperations({ url }: Subject): OperationRequest[] {
  return [askFor('searchContent', '/search', { q: url })];
}
