// A contract as a service gives it, with values as examples that reach something: so that generated requests get beyond
// "not found". What is valid stays valid, what is not stays so, and nothing that is said of answers is touched.

export type Node = { [name: string]: unknown };

/** The contract as a client gets it, without credentials. */
export async function contractOf(url: string): Promise<Node> {
  const response = await fetch(`${url}/openapi.json`);
  if (!response.ok) throw new Error(`${url}/openapi.json: ${response.status}`);
  return (await response.json()) as Node;
}

/** The schemas among the components of a contract. */
export function schemasOf(contract: Node): Record<string, Node> {
  return (contract.components as { schemas: Record<string, Node> }).schemas;
}

/** Every parameter, wherever it is written: by name, values of its own, instead of its example. */
export function offerToParameters(contract: Node, values: Readonly<Record<string, readonly string[]>>): void {
  for (const parameter of parametersOf(contract)) {
    const offered = values[parameter.name as string];
    if (offered === undefined) continue;
    parameter.schema = orOneOf(parameter.schema as Node, offered);
    if (parameter.example !== undefined) parameter.example = offered[0];
  }
}

/** Given always, as examples are, these would exclude each other or go with one answer only. */
export function dropExamples(contract: Node, names: readonly string[]): void {
  for (const parameter of parametersOf(contract)) {
    if (names.includes(parameter.name as string)) delete parameter.example;
  }
}

export function orOneOf(schema: Node, values: readonly unknown[]): Node {
  return { anyOf: [{ enum: [...values] }, schema] };
}

/** What stands as example of a whole body. */
export function bodiesOf({ paths }: Node): Node[] {
  return Object.values(paths as Record<string, Node>)
    .flatMap((item) => Object.values(item) as { requestBody?: { content?: Record<string, Node> } }[])
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
}

function parametersOf({ components, paths }: Node): Node[] {
  const named = Object.values((components as { parameters: Record<string, Node> }).parameters);
  const inline = Object.values(paths as Record<string, Node>)
    .flatMap((item) => [item, ...Object.values(item)])
    .flatMap((holder) => ((holder as Node).parameters as Node[] | undefined) ?? [])
    .filter((parameter) => parameter.$ref === undefined);
  return [...named, ...inline];
}
