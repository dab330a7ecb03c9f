// Types of an API contract, and of the identity of a service that implements it.

/** OpenAPI 3.1 document as a JSON object, such as the documents in @holdfast/api-types. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: object };
  readonly components?: object;
}

/** Identity of a service. It appears in /status, the log, the documentation page and the authentication realm. */
export interface ServiceIdentity {
  /** Short machine name, for example `repository-service`. */
  readonly name: string;
  /** Display name, for example `Holdfast repository service`. */
  readonly title: string;
  /** Version of this software. */
  readonly version: string;
  /** Version of the whole system, if it differs from the version of this software. */
  readonly systemVersion?: string;
}

type UntypedParameters = Record<string, unknown>;
type OperationParameters<Operation, Place extends string> = Operation extends {
  parameters: { [Key in Place]?: infer Found };
}
  ? [Found] extends [undefined]
    ? Record<never, never>
    : Exclude<Found, undefined>
  : UntypedParameters;

export type OperationParams<Operation> = unknown extends Operation
  ? UntypedParameters
  : OperationParameters<Operation, 'path'>;
export type OperationQuery<Operation> = unknown extends Operation
  ? UntypedParameters
  : OperationParameters<Operation, 'query'>;
export type OperationBody<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: infer Content }
    ? Content[keyof Content]
    : undefined
  : unknown;
