// Inserts existing values into a contract as examples, so that generated requests find something. The set of valid
// requests and responses stays the same.

export type ContractNode = { [name: string]: unknown };

/** Fetches the contract as an unauthenticated client does. */
export async function fetchContract(url: string): Promise<ContractNode> {
  const response = await fetch(`${url}/openapi.json`);
  if (!response.ok) throw new Error(`${url}/openapi.json: ${response.status}`);
  return (await response.json()) as ContractNode;
}

/** Returns the schemas in the components of a contract. */
export function getSchemas(contract: ContractNode): Record<string, ContractNode> {
  return (contract.components as { schemas: Record<string, ContractNode> }).schemas;
}

/** Allows existing values for every parameter with one of these names, and replaces the parameter's example. */
export function offerToParameters(
  contract: ContractNode,
  values: Readonly<Record<string, readonly string[]>>,
): void {
  for (const parameter of parametersOf(contract)) {
    const offered = values[parameter.name as string];
    if (offered === undefined) continue;
    parameter.schema = allowValues(parameter.schema as ContractNode, offered);
    if (parameter.example !== undefined) parameter.example = offered[0];
  }
}

/**
 * Removes the examples of these parameters. Schemathesis sends all examples together, but these parameters exclude each
 * other, or are valid for only one kind of response.
 */
export function dropExamples(contract: ContractNode, names: readonly string[]): void {
  for (const parameter of parametersOf(contract)) {
    if (names.includes(parameter.name as string)) delete parameter.example;
  }
}

export function allowValues(schema: ContractNode, values: readonly unknown[]): ContractNode {
  return { anyOf: [{ enum: [...values] }, schema] };
}

/** Returns the method and path of each operation, such as `GET /aus`. */
export function listOperationNames({ paths }: ContractNode): string[] {
  return Object.entries(paths as Record<string, Record<string, ContractNode>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
}

/** Returns all request bodies of a contract; some have an example. */
export function listBodies({ paths }: ContractNode): ContractNode[] {
  return Object.values(paths as Record<string, ContractNode>)
    .flatMap((item) => Object.values(item) as { requestBody?: { content?: Record<string, ContractNode> } }[])
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
}

function parametersOf({ components, paths }: ContractNode): ContractNode[] {
  const named = Object.values((components as { parameters: Record<string, ContractNode> }).parameters);
  const inline = Object.values(paths as Record<string, ContractNode>)
    .flatMap((item) => [item, ...Object.values(item)])
    .flatMap((holder) => ((holder as ContractNode).parameters as ContractNode[] | undefined) ?? [])
    .filter((parameter) => parameter.$ref === undefined);
  return [...named, ...inline];
}
