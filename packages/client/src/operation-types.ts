// From the types generated of a contract to the functions of a client: one for each operation, named by its id. Types only.
import type { IncomingMessage } from 'node:http';
import type { repository } from '@holdfast/api-types';
import type { FormValue } from './form.ts';
import type { AnswerHead, CallOptions } from './settings.ts';

/** An answer that is not JSON: its bytes as they came, nothing undone. To be read to its end, or destroyed. */
export interface BytesAnswer extends AnswerHead {
  readonly body: IncomingMessage;
}

/** `Operations` is `operations` of a generated contract; `Options` go with a call, `Bytes` is an answer without JSON. */
export type OperationCalls<Operations, Options = CallOptions, Bytes = BytesAnswer> = {
  readonly [Id in keyof Operations]: Call<InputOf<Operations[Id]>, OutputOf<Operations[Id], Bytes>, Options>;
};

type Call<Input, Output, Options> =
  Record<never, never> extends Input
    ? (input?: Input, options?: Options) => Promise<Output>
    : (input: Input, options?: Options) => Promise<Output>;

export type RepositoryOperations = OperationCalls<repository.operations>;

/** Path, query and header parameters by their names, and the body as `body`. */
export type InputOf<Operation> = Flat<
  Given<Operation, 'path'> & Given<Operation, 'query'> & Given<Operation, 'header'> & Body<Operation>
>;

type Given<Operation, Where extends string> = Operation extends { parameters: infer Parameters }
  ? Where extends keyof Parameters
    ? [NonNullable<Parameters[Where]>] extends [never]
      ? unknown
      : NonNullable<Parameters[Where]>
    : unknown
  : unknown;

type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: BodyOf<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: BodyOf<Content> }
    : unknown;

type BodyOf<Content> = Content extends { 'application/json': infer Json }
  ? Json
  : Content extends { 'application/x-www-form-urlencoded': infer Fields }
    ? Fields
    : Content extends { 'multipart/form-data': infer Fields }
      ? { [Name in keyof Fields]: FormValue }
      : Content extends { 'application/x-ndjson': unknown }
        ? AsyncIterable<Uint8Array>
        : never;

/** The JSON that the contract promises, the bytes of anything else, or nothing. */
export type OutputOf<Operation, Bytes = BytesAnswer> = Operation extends { responses: infer Responses }
  ? Content<Responses[keyof Responses & (200 | 201)], Bytes>
  : never;

type Content<Response, Bytes> = Response extends { content: infer Media }
  ? [keyof Media] extends ['application/json']
    ? Media['application/json' & keyof Media]
    : Bytes
  : undefined;

/** One object to look at; what may be left out may also be undefined. */
type Flat<T> = {
  [Name in keyof T]: Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};
