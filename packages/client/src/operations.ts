// Creates one function for each operation of an OpenAPI document.
import type { OpenApiDocument } from '@holdfast/api-types';
import {
  type CallableOperation,
  JSON_MEDIA_TYPE,
  listCallableOperations,
  type RequestInput,
  toAcceptHeader,
} from './callable.ts';
import type { BytesResponse, OperationCalls } from './operation-types.ts';
import { repeatIfSafe } from './repeat-if-safe.ts';
import { buildRequest } from './request.ts';
import { parseResponseJson, readErrorBody, readResponseText } from './response.ts';
import { type OutgoingRequest, sendRequest } from './send-request.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions, ServiceConnection } from './settings.ts';

/**
 * Creates the functions. Each rejects with ServiceError, with the signal's abort reason, or with the error that
 * occurred when its request body was read.
 */
export function createOperations<Operations>(
  contract: OpenApiDocument,
  service: ServiceConnection,
): OperationCalls<Operations> {
  const calls = [...listCallableOperations(contract)].map(([id, callable]) => [
    id,
    (input: RequestInput = {}, options: CallOptions = {}) => callOperation(service, callable, input, options),
  ]);
  return Object.fromEntries(calls) as OperationCalls<Operations>;
}

async function callOperation(
  service: ServiceConnection,
  callable: CallableOperation,
  input: RequestInput,
  options: CallOptions,
): Promise<unknown> {
  const { answerType } = callable;
  const { longestWaitMs } = service;
  const { repeats = service.repeats, onAnswer } = options;
  const outgoing = buildOutgoingRequest(service, callable, input, options);
  const { operation, method, signal } = outgoing;
  const given = await repeatIfSafe(
    { isReading: method === 'GET', repeats, longestWaitMs, signal },
    async () => {
      const answer = await sendRequest(service, outgoing);
      const { statusCode: status = 0, headers } = answer;
      onAnswer?.({ status, headers });
      const isSuccess = status >= 200 && status < 300;
      const isBytes = answerType !== undefined && answerType !== JSON_MEDIA_TYPE;
      if (isBytes && (isSuccess || status === 304))
        return { status, headers, body: answer } satisfies BytesResponse;
      if (isSuccess) return readResponseText(answer, operation);
      const body = await readErrorBody(answer);
      signal?.throwIfAborted();
      throw new ServiceError(operation, { status, headers, body });
    },
  );
  if (typeof given !== 'string') return given;
  return answerType === JSON_MEDIA_TYPE ? parseResponseJson(given, operation) : undefined;
}

function buildOutgoingRequest(
  service: ServiceConnection,
  callable: CallableOperation,
  input: RequestInput,
  options: CallOptions,
): OutgoingRequest {
  const { method, path, answerType } = callable;
  const { silenceMs = service.silenceMs, accept = toAcceptHeader(answerType) } = options;
  const { headers, ...request } = buildRequest(callable, input);
  const signals = [service.signal, options.signal].filter((signal) => signal !== undefined);
  const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
  return {
    ...request,
    operation: `${method} ${path}`,
    method,
    headers: { ...headers, accept },
    signal,
    silenceMs,
  };
}
