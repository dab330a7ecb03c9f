// Derives the types of a client's functions from the generated types of a contract.
import type { IncomingMessage } from 'node:http';
import type { repository } from '@holdfast/api-types';
import type { FormValue } from './form.ts';
import type { CallOptions, ResponseHead } from './settings.ts';

/** A response other than JSON. Its body is not decoded. The caller must read or destroy the body. */
export interface BytesResponse extends ResponseHead {
  readonly body: IncomingMessage;
}

/**
 * Functions of a client, one per operation. `Operations` is the generated `operations` type of a contract, `Options`
 * the type of call options, and `Bytes` the type of responses other than JSON.
 */
export type OperationCalls<Operations, Options = CallOptions, Bytes = BytesResponse> = {
  readonly [Id in keyof Operations]: Call<
    OperationInput<Operations[Id]>,
    OperationOutput<Operations[Id], Bytes>,
    Options
  >;
};

type Call<Input, Output, Options> =
  Record<never, never> extends Input
    ? (input?: Input, options?: Options) => Promise<Output>
    : (input: Input, options?: Options) => Promise<Output>;

export type RepositoryOperations = OperationCalls<repository.operations>;

/** Input of an operation: path, query and header parameters by name, and the body as `body`. */
export type OperationInput<Operation> = Flat<
  InputParameters<Operation, 'path'> &
    InputParameters<Operation, 'query'> &
    InputParameters<Operation, 'header'> &
    BodyInput<Operation>
>;

type InputParameters<Operation, Where extends string> = Operation extends { parameters: infer Parameters }
  ? Where extends keyof Parameters
    ? [NonNullable<Parameters[Where]>] extends [never]
      ? unknown
      : NonNullable<Parameters[Where]>
    : unknown
  : unknown;

type BodyInput<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: BodyValue<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: BodyValue<Content> }
    : unknown;

type BodyValue<Content> = Content extends { 'application/json': infer Json }
  ? Json
  : Content extends { 'application/x-www-form-urlencoded': infer Fields }
    ? Fields
    : Content extends { 'multipart/form-data': infer Fields }
      ? { [Name in keyof Fields]: FormValue }
      : Content extends { 'application/x-ndjson': unknown }
        ? AsyncIterable<Uint8Array>
        : never;

/** Result of an operation: the JSON type, `Bytes` for a response other than JSON, or undefined without a body. */
export type OperationOutput<Operation, Bytes = BytesResponse> = Operation extends {
  responses: infer Responses;
}
  ? Content<Responses[keyof Responses & (200 | 201)], Bytes>
  : never;

type Content<Response, Bytes> = Response extends { content: infer Media }
  ? [keyof Media] extends ['application/json']
    ? Media['application/json' & keyof Media]
    : Bytes
  : undefined;

/** Flattens an intersection into one object type. Optional properties may also be explicitly undefined. */
type Flat<T> = {
  [Name in keyof T]: Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};
