// What a service writes for each operation: a handler, and what it is given. Types only.
import type { User } from '@holdfast/accounts';
import type { Log } from '@holdfast/service-kit';
import type { Request, Response } from 'express';
import type { BodyOf, ParamsOf, QueryOf } from '../contract/contract.ts';

/**
 * What a handler gets. `params`, `query` and `body` are validated and coerced from the contract; a
 * parameter the contract does not name is not there. `body` is the parsed JSON value, the object of an
 * urlencoded form, the text of a text body, and undefined for multipart and binary bodies, whose bytes wait
 * unread in `raw`. Give the type of the operation (as generated in api-types) to have them typed.
 */
export interface ShellRequest<Operation = unknown> {
  readonly operationId: string;
  readonly params: ParamsOf<Operation>;
  readonly query: QueryOf<Operation>;
  readonly body: BodyOf<Operation>;
  /** Undefined only on operations the contract leaves open. */
  readonly user: User | undefined;
  /** Request id, as echoed in X-Request-Id. */
  readonly id: string;
  /** Writes lines that carry the request id. */
  readonly log: Log;
  /** Aborts when the client goes away before it has the whole answer, and when shutdown runs out of patience. */
  readonly signal: AbortSignal;
  /**
   * Whether the login of this request would be let in now, too, and with the role that the operation needs. Answers that go on
   * for long ask again and again.
   */
  isStillAllowed(): Promise<boolean>;
  /** The request itself: headers, and the unread body of multipart and binary operations. */
  readonly raw: Request;
}

/** Answers one operation on `response`, or throws (an ApiError, or what `errorFor` knows). */
export type Handler<Operation = unknown> = (
  request: ShellRequest<Operation>,
  response: Response,
) => void | Promise<void>;

/** A handler of whatever operation type: what it is given cannot be known here. */
export type AnyHandler = (request: never, response: Response) => void | Promise<void>;

/** Handlers typed by the generated `operations`: every key is an operation, every request has its types. */
export type HandlersOf<Operations> = { readonly [Id in keyof Operations]?: Handler<Operations[Id]> };

/** Request and response, for code behind the routes that must not know which framework they are of. */
export type HttpRequest = Request;
export type HttpResponse = Response;
