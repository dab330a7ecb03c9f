// Test helper: a request for each operation on captured pages.
import { askFor, type OperationRequest, type Subject } from './request.ts';

export function listPageOperations({ uuid }: Subject): OperationRequest[] {
  return [askFor('getArtifactPage', `/artifacts/${uuid}/page`)];
}
