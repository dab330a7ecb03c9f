// Builds a valid request for each operation from the examples in the contract.
import { configurationContract } from '@holdfast/api-types/configuration';

export interface OperationRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

type Node = { readonly [name: string]: unknown };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example: string;
}

/** Returns one request per operation. `auid` replaces the example AUID in paths. */
export function everyOperation({ auid }: { auid?: string } = {}): OperationRequest[] {
  const { paths } = configurationContract as unknown as { paths: Record<string, Record<string, Node>> };
  const asked = Object.entries(paths).filter(([path]) => path !== '/session');
  return asked.flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => {
        const parameters = [item, operation].flatMap(parametersOf);
        return {
          operationId: operation.operationId as string,
          method: method.toUpperCase(),
          path: filled(path, parameters, auid),
          ...bodyOf(operation),
        };
      }),
  );
}

function filled(path: string, parameters: readonly Parameter[], auid: string | undefined): string {
  const valueFor = ({ name, example }: Parameter) => (name === 'auid' && auid !== undefined ? auid : example);
  const where = (place: string) =>
    parameters.filter((parameter) => parameter.in === place && parameter.required);
  const full = where('path').reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(valueFor(parameter))),
    path,
  );
  const query = new URLSearchParams();
  for (const parameter of where('query')) query.append(parameter.name, valueFor(parameter));
  return query.size === 0 ? full : `${full}?${query}`;
}

/** Returns the parameters of an operation, or the parameters that all operations of a path share. */
function parametersOf(holder: unknown): Parameter[] {
  const { parameters } = holder as { parameters?: readonly Node[] };
  return (parameters ?? []).map((parameter) => resolved(parameter) as unknown as Parameter);
}

function bodyOf({ requestBody }: Node): Pick<OperationRequest, 'headers' | 'body'> {
  if (requestBody === undefined) return { headers: {} };
  const { content } = resolved(requestBody as Node) as { content: Record<string, Node> };
  const [mediaType, { example, examples }] = Object.entries(content)[0]!;
  const value = example ?? (Object.values(examples as object)[0] as { value: unknown }).value;
  if (mediaType === 'multipart/form-data') return { headers: {}, body: formOf(value as object) };
  if (mediaType === 'application/x-ndjson')
    return { headers: { 'content-type': mediaType }, body: String(value) };
  const body =
    mediaType === 'application/json'
      ? JSON.stringify(value)
      : new URLSearchParams(value as Record<string, string>).toString();
  return { headers: { 'content-type': mediaType }, body };
}

function formOf(parts: object): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(parts)) form.append(name, new Blob([text]), 'file.txt');
  return form;
}

function resolved(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const steps = node.$ref.replace('#/', '').split('/');
  return steps.reduce<Node>((at, step) => at[step] as Node, configurationContract as unknown as Node);
}
