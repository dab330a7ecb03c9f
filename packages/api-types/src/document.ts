// Types for the subset of OpenAPI 3.1 that the two contracts use. Does not validate documents.

/** JSON Schema 2020-12, or a `$ref` with additional annotations. */
export type JsonSchema = { readonly [keyword: string]: unknown };
export type Reference = { readonly $ref: string; readonly summary?: string; readonly description?: string };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** True if an empty value counts as a missing parameter. */
  readonly allowEmptyValue?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /**
   * Source of an example value on a running service. `value` is the path of the value in the JSON response to a GET
   * request. `before` and `behind` are added to the value.
   */
  readonly 'x-example-from'?: {
    readonly path: string;
    readonly value: readonly (string | number)[];
    readonly before?: string;
    readonly behind?: string;
  };
  /**
   * True if the value is the rest of the request target, including the query string. The value may be percent-encoded
   * or not.
   */
  readonly 'x-rest-of-target'?: boolean;
  /**
   * Set if the value may be an unescaped URL. Such a URL extends to the end of the query string, or to a parameter in
   * `followedBy`. If `holding` is set, only a value that contains this text counts as an unescaped URL.
   */
  readonly 'x-rest-of-query'?: { readonly followedBy: readonly string[]; readonly holding?: string };
  readonly style?: string;
  readonly explode?: boolean;
};
export type Header = {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};
export type Example = { readonly summary?: string; readonly value: unknown };
export type Encoding = {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
};
export type MediaType = {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
  readonly encoding?: Readonly<Record<string, Encoding>>;
  /** Schema of one line, if the media type is JSON lines. */
  readonly 'x-line-schema'?: JsonSchema;
};
export type RequestBody = {
  /** Further accepted media types, with the same schema as the declared one. */
  readonly 'x-other-media-types'?: readonly string[];
  readonly required: boolean;
  readonly description: string;
  readonly content: Readonly<Record<string, MediaType>>;
};
export type ApiResponse = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
};
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /**
   * Audit logging. `none`: the operation is never logged. `secret`: every response is logged as the read of a secret.
   * `routine`: the operation is a frequent write.
   */
  readonly 'x-audit'?: string;
  /** `refused`: the operation requires a user's own login instead of an API token. */
  readonly 'x-tokens'?: string;
  /** True if the path is also accepted with a trailing slash. */
  readonly 'x-trailing-slash'?: boolean;
  /** Other methods of the same operation, in upper case. */
  readonly 'x-other-methods'?: readonly string[];
  /** Query parameters that are rejected unless they are empty, each with a hint for the client. */
  readonly 'x-refused-parameters'?: Readonly<Record<string, string>>;
  /** `ignored`: unknown query parameters are ignored instead of rejected (400). */
  readonly 'x-unknown-parameters'?: 'ignored';
  /** Roles that may call the operation. `any` means every role. Absent if the operation requires no login. */
  readonly 'x-roles'?: readonly string[];
  /** Security requirements. Empty if the operation requires no credentials. */
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
};
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
export type PathItem = {
  readonly parameters?: readonly (Parameter | Reference)[];
  /** Other paths of the same operation, with the same parameters. */
  readonly 'x-other-names'?: readonly string[];
} & {
  readonly [M in Method]?: Operation;
};

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
    readonly license?: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly requestBodies?: Readonly<Record<string, RequestBody>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
};
