// Types of operation handlers and their requests.
import type { User } from '@holdfast/accounts';
import type { Log } from '@holdfast/service-kit';
import type { Request, Response } from 'express';
import type { OperationBody, OperationParams, OperationQuery } from '../contract/contract.ts';

/**
 * Request to an operation. `params`, `query` and `body` are validated and converted according to the contract, without
 * undeclared parameters. `body` is the parsed JSON value, the fields of an urlencoded form, or text. It is undefined
 * for multipart and binary bodies, which the handler reads from `raw`. The type parameter is the operation's generated
 * type in api-types.
 */
export interface ShellRequest<Operation = unknown> {
  readonly operationId: string;
  readonly params: OperationParams<Operation>;
  readonly query: OperationQuery<Operation>;
  readonly body: OperationBody<Operation>;
  /** User of the request. Undefined only if the operation requires no login. */
  readonly user: User | undefined;
  /** Request ID, as returned in X-Request-Id. */
  readonly id: string;
  /** Log that adds the request ID to each line. */
  readonly log: Log;
  /** Aborts if the client disconnects before it has received the whole response, and when shutdown times out. */
  readonly signal: AbortSignal;
  /**
   * Returns whether the login of this request is still valid and its roles still permit the operation. Handlers of
   * long-running responses call this repeatedly.
   */
  isStillAllowed(): Promise<boolean>;
  /** The Express request: headers, and the unread body of multipart and binary operations. */
  readonly raw: Request;
}

/** Handles one operation: sends a response, or throws an ApiError or an error that `errorFor` maps. */
export type OperationHandler<Operation = unknown> = (
  request: ShellRequest<Operation>,
  response: Response,
) => void | Promise<void>;

/** Handler of any operation. */
export type AnyOperationHandler = (request: never, response: Response) => void | Promise<void>;

/** Handlers by operationId, with the types of the generated `operations`. */
export type OperationHandlers<Operations> = {
  readonly [Id in keyof Operations]?: OperationHandler<Operations[Id]>;
};

/** Aliases of Express's types, for code that does not import Express. */
export type HttpRequest = Request;
export type HttpResponse = Response;
