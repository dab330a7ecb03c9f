// A contract as the shell knows it, and the service that keeps it. Types only, nothing that runs.

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
  /** The name that people read, for example `Holdfast repository service`. */
  readonly title: string;
  /** Version of this software. */
  readonly version: string;
  /** Version of the overall system, when it is another. */
  readonly systemVersion?: string;
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
