// Types of operation handlers and their requests.
import type { User } from '@holdfast/accounts';
import type { Log } from '@holdfast/service-kit';
import type { Request, Response } from 'express';
import type { OperationBody, OperationParams, OperationQuery } from '../contract/contract.ts';

/**
 * Request of a handler. `params`, `query` and `body` are validated and coerced by the contract; other parameters are
 * omitted. `body` is the parsed JSON value, the object of an urlencoded form, or the text of a text body. It is
 * undefined for multipart and binary bodies, which wait unread in `raw`. The type parameter is the generated operation
 * type of api-types.
 */
export interface ShellRequest<Operation = unknown> {
  readonly operationId: string;
  readonly params: OperationParams<Operation>;
  readonly query: OperationQuery<Operation>;
  readonly body: OperationBody<Operation>;
  /** Undefined only for operations that need no login. */
  readonly user: User | undefined;
  /** Request id, as echoed in X-Request-Id. */
  readonly id: string;
  /** Log that adds the request id to each line. */
  readonly log: Log;
  /** Aborts when the client disconnects before it has received the whole response, and when shutdown times out. */
  readonly signal: AbortSignal;
  /**
   * Returns true if the login of this request would still be accepted and still has a role that permits the operation.
   * Handlers of long-running responses call this repeatedly.
   */
  isStillAllowed(): Promise<boolean>;
  /** The request itself: headers, and the unread body of multipart and binary operations. */
  readonly raw: Request;
}

/** Handles one operation and responds on `response`, or throws an ApiError or an error that `errorFor` knows. */
export type OperationHandler<Operation = unknown> = (
  request: ShellRequest<Operation>,
  response: Response,
) => void | Promise<void>;

/** Handler of any operation type. */
export type AnyOperationHandler = (request: never, response: Response) => void | Promise<void>;

/** Handlers typed by the generated `operations`, keyed by operationId. */
export type OperationHandlers<Operations> = {
  readonly [Id in keyof Operations]?: OperationHandler<Operations[Id]>;
};

/** Request and response types for code that must not depend on the web framework. */
export type HttpRequest = Request;
export type HttpResponse = Response;
