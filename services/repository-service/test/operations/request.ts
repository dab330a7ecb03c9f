// Test helper: a request for one operation of the contract.
import type { Sent } from '../send.ts';

export interface OperationRequest {
  operationId: string;
  method: string;
  path: string;
  sent: Sent;
}

export interface Subject {
  uuid: string;
  auid: string;
  url: string;
}

/** Returns a GET request of the operation. */
export const askFor = (operationId: string, path: string, query: Sent['query'] = {}): OperationRequest => ({
  operationId,
  method: 'GET',
  path,
  sent: { query },
});

/** Returns a request with a JSON body. */
export const sendJson = (
  operationId: string,
  method: string,
  path: string,
  body: unknown,
): OperationRequest => ({
  operationId,
  method,
  path,
  sent: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
});
