// Lists the operations of a contract, with all references resolved.
import type {
  ApiResponse,
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  RequestBody,
} from '../src/document.ts';

export type ContractOperation = {
  operationId: string;
  method: Method;
  /** Path template, such as `/artifacts/{uuid}`. */
  path: string;
  summary: string;
  description: string;
  tags: readonly string[];
  /** Roles that may call the operation. Empty if the operation needs no login. */
  roles: readonly string[];
  /** True if the operation needs no credentials. */
  open: boolean;
  /** Parameters of the path and the operation, with all references in their schemas resolved. */
  parameters: readonly Parameter[];
  requestBody: RequestBody | undefined;
  /** Responses by status code. */
  responses: Readonly<Record<string, ApiResponse>>;
};

const methods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch'];

/** Lists the operations in the order of the contract. Throws if a reference cannot be resolved. */
export function listContractOperations(contract: OpenApiDocument): ContractOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      return [flatten(contract, path, method, operation, item.parameters ?? [])];
    }),
  );
}

/**
 * Copies a part of a contract and replaces every `$ref` with its target. Fields next to a `$ref`, such as a
 * description, override the target's fields.
 */
export function dereference(contract: OpenApiDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => dereference(contract, item));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).filter(([name]) => name !== '$ref');
  const own = Object.fromEntries(members.map(([name, value]) => [name, dereference(contract, value)]));
  if (!('$ref' in node)) return own;
  const target = dereference(contract, lookUp(contract, String(node.$ref)));
  return { ...(target as object), ...own };
}

function flatten(
  contract: OpenApiDocument,
  path: string,
  method: Method,
  operation: Operation,
  shared: readonly unknown[],
): ContractOperation {
  return {
    operationId: operation.operationId,
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    tags: operation.tags,
    roles: operation['x-roles'] ?? [],
    open: operation.security.length === 0,
    parameters: withoutOverridden(
      dereference(contract, [...shared, ...(operation.parameters ?? [])]) as Parameter[],
    ),
    requestBody: dereference(contract, operation.requestBody) as RequestBody | undefined,
    responses: dereference(contract, operation.responses) as Record<string, ApiResponse>,
  };
}

function lookUp(contract: OpenApiDocument, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  let node: unknown = contract;
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined;
  }
  if (node === undefined) throw new Error(`The contract has nothing at ${reference}`);
  return node;
}

/** Parameters of an operation override parameters of its path with the same name. */
function withoutOverridden(parameters: Parameter[]): Parameter[] {
  return [...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values()];
}
