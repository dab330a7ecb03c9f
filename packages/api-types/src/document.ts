// The shape of an OpenAPI 3.1 document, as far as the two contracts use it. No validator of documents.

/** JSON Schema 2020-12, or a reference with annotations beside it. */
export type JsonSchema = { readonly [keyword: string]: unknown };
export type Reference = { readonly $ref: string; readonly summary?: string; readonly description?: string };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** An empty value means that the parameter is absent. */
  readonly allowEmptyValue?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** Where the answer of a GET has an example, and what stands before and behind it; for what only the service knows. */
  readonly 'x-example-from'?: {
    readonly path: string;
    readonly value: readonly (string | number)[];
    readonly before?: string;
    readonly behind?: string;
  };
  /** All that follows in the request target, query included, is the value, whether or not it is percent-encoded. */
  readonly 'x-rest-of-target'?: boolean;
  /**
   * A URL that is not percent-encoded, and has `holding` in it, goes on to the end of the query, but for these parameters
   * behind it.
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
  /** The schema of one line, where the content is a sequence of JSON lines. */
  readonly 'x-line-schema'?: JsonSchema;
};
export type RequestBody = {
  /** Media types that are accepted with the schema of the one declared. */
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
  /** `none`: it leaves no line in the audit log, whatever its method; `secret`: each of its answers does; `routine`: of many. */
  readonly 'x-audit'?: string;
  /** A slash behind the path is taken as well. */
  readonly 'x-trailing-slash'?: boolean;
  /** Methods that mean the same. Upper case. */
  readonly 'x-other-methods'?: readonly string[];
  /** Query parameters that are refused when they ask for something, each with what to do instead. */
  readonly 'x-refused-parameters'?: Readonly<Record<string, string>>;
  /** `ignored`: query parameters that the operation does not have are ignored. Otherwise they are refused (400). */
  readonly 'x-unknown-parameters'?: 'ignored';
  /** Any one of these roles is enough, and `any` stands for all there are; absent where nobody needs to log in. */
  readonly 'x-roles'?: readonly string[];
  /** Empty: open to everybody, without credentials. */
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, ApiResponse | Reference>>;
};
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
export type PathItem = {
  readonly parameters?: readonly (Parameter | Reference)[];
  /** Other names of the path, with the same parameters. */
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
