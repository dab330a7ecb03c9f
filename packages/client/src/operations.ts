// A contract → one function for each of its operations. Everything about them is taken from the OpenAPI document; none is
// known here by name.
import type { OpenApiDocument } from '@holdfast/api-types';
import { errorBodyOf, jsonIn, textOf } from './answer.ts';
import { acceptOf, type Callable, callablesOf, type Input, JSON_TYPE } from './callable.ts';
import { exchange, type Outgoing } from './exchange.ts';
import type { BytesAnswer, OperationCalls } from './operation-types.ts';
import { repeating } from './repeat.ts';
import { requestOf } from './request.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions, Service } from './settings.ts';

/** Each function rejects with ServiceError, with the signal's reason, or with what a given body throws. */
export function operationsOf<Operations>(
  contract: OpenApiDocument,
  service: Service,
): OperationCalls<Operations> {
  const calls = [...callablesOf(contract)].map(([id, callable]) => [
    id,
    (input: Input = {}, options: CallOptions = {}) => call(service, callable, input, options),
  ]);
  return Object.fromEntries(calls) as OperationCalls<Operations>;
}

async function call(
  service: Service,
  callable: Callable,
  input: Input,
  options: CallOptions,
): Promise<unknown> {
  const { answerType } = callable;
  const { longestWaitMs } = service;
  const { repeats = service.repeats, onAnswer } = options;
  const outgoing = outgoingOf(service, callable, input, options);
  const { operation, method, signal } = outgoing;
  const given = await repeating({ isReading: method === 'GET', repeats, longestWaitMs, signal }, async () => {
    const answer = await exchange(service, outgoing);
    const { statusCode: status = 0, headers } = answer;
    onAnswer?.({ status, headers });
    const isSuccess = status >= 200 && status < 300;
    const isBytes = answerType !== undefined && answerType !== JSON_TYPE;
    if (isBytes && (isSuccess || status === 304))
      return { status, headers, body: answer } satisfies BytesAnswer;
    if (isSuccess) return textOf(answer, operation);
    const body = await errorBodyOf(answer);
    signal?.throwIfAborted();
    throw new ServiceError(operation, { status, headers, body });
  });
  if (typeof given !== 'string') return given;
  return answerType === JSON_TYPE ? jsonIn(given, operation) : undefined;
}

function outgoingOf(service: Service, callable: Callable, input: Input, options: CallOptions): Outgoing {
  const { method, path, answerType } = callable;
  const { silenceMs = service.silenceMs, accept = acceptOf(answerType) } = options;
  const { headers, ...request } = requestOf(callable, input);
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
