// The shapes a service and the shell exchange: contract, handlers, request. Types only, nothing that runs.

import type { Request, Response } from 'express';
import type { Users } from './auth/users.ts';
import type { ApiError } from './errors/api-error.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Health } from './server/health.ts';
import type { Tracing } from './tracing/tracing.ts';

/** An OpenAPI 3.1 document as a JSON object, such as those of @holdfast/api-types. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: object };
  readonly components?: object;
}

/** Who the service is: shown in /status, the log, the documentation page and the authentication realm. */
export interface ServiceName {
  /** Short machine name, for example `repository-service`. */
  readonly name: string;
  /** What people read, for example `Holdfast repository service`. */
  readonly title: string;
  /** Version of this software. */
  readonly version: string;
  /** Version of the overall system, when it is another. */
  readonly systemVersion?: string;
}

/** Whose credentials a request carried. */
export interface User {
  readonly name: string;
  readonly roles: readonly string[];
}

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

/** Handlers keyed by operationId. */
export type Handlers = { readonly [operationId: string]: Handler };

/** Handlers typed by the generated `operations`: every key is an operation, every request has its types. */
export type HandlersOf<Operations> = { readonly [Id in keyof Operations]?: Handler<Operations[Id]> };

/** The body of an error answer, in the form that the clients of one operation read. */
export type ErrorBody = (error: ApiError) => { readonly contentType: string; readonly text: string };

export interface ShellOptions {
  readonly service: ServiceName;
  readonly contract: Contract;
  /** Keyed by operationId; their operation types are checked by HandlersOf where they are written. */
  readonly handlers: { readonly [operationId: string]: AnyHandler | undefined };
  readonly log: Log;
  readonly users: Users;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Undefined: off. */
  readonly tracing?: Tracing | undefined;
  /** Maps an error of the domain to what the client is told; undefined when it is not one of its own. */
  readonly errorFor?: (error: unknown) => ApiError | undefined;
  /** Keyed by operationId: how errors are written for clients that read them in another form than problem+json. */
  readonly errorBodies?: { readonly [operationId: string]: ErrorBody };
  /** Longest JSON, form or text body; default 1 MiB. Multipart and binary bodies are the feature's business. */
  readonly bodyLimitBytes?: number;
  /** Keyed by operationId: the longest such body of operations for which it is another. */
  readonly bodyLimitsBytes?: { readonly [operationId: string]: number };
  /** How long such a body may take to arrive; default 30,000. */
  readonly bodyTimeoutMs?: number;
}

type Json = Record<string, unknown>;
type Parameters<Operation, Place extends string> = Operation extends {
  parameters: { [Key in Place]?: infer Found };
}
  ? [Found] extends [undefined]
    ? Record<never, never>
    : Exclude<Found, undefined>
  : Json;

export type ParamsOf<Operation> = unknown extends Operation ? Json : Parameters<Operation, 'path'>;
export type QueryOf<Operation> = unknown extends Operation ? Json : Parameters<Operation, 'query'>;
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: infer Content }
    ? Content[keyof Content]
    : undefined
  : unknown;

/** Request and response, for code behind the routes that must not know which framework they are of. */
export type HttpRequest = Request;
export type HttpResponse = Response;
