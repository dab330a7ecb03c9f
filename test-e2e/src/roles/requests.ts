// Builds a valid request for each operation of a contract. Uses the contract's examples, and values that exist in the
// service.
import type { Contract, RoleOperation } from './matrix.ts';

export interface OperationRequest {
  readonly path: string;
  readonly init: RequestInit;
}

type ContractValue = Readonly<Record<string, unknown>>;

/** Values of parameters and body fields, by name. They take precedence over examples. Byte arrays are sent as files. */
export type RequestValues = Readonly<Record<string, unknown>>;

export function buildRequest(
  contract: Contract,
  operation: RoleOperation,
  values: RequestValues,
): OperationRequest {
  const parameters = [operation.item, operation.source]
    .flatMap(({ parameters }) => (parameters as ContractValue[] | undefined) ?? [])
    .map((parameter) => resolveContractReference(contract, parameter))
    .filter(({ required }) => required === true);
  const valueFor = ({ name, example }: ContractValue) => String(values[name as string] ?? example);
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(valueFor(parameter))),
      operation.path,
    );
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter): [string, string] => [String(parameter.name), valueFor(parameter)]),
  );
  const init = { method: operation.method, ...buildBody(contract, operation, values) };
  return { path: query.size === 0 ? path : `${path}?${query}`, init };
}

function buildBody(contract: Contract, { source }: RoleOperation, values: RequestValues): RequestInit {
  if (source.requestBody === undefined) return {};
  const { content } = resolveContractReference(contract, source.requestBody as ContractValue);
  const [mediaType, { example, examples }] = Object.entries(content as Record<string, ContractValue>)[0]!;
  const given = example ?? (Object.values(examples as object)[0] as { value: unknown }).value;
  if (Array.isArray(given) || typeof given !== 'object') {
    const list = Array.isArray(given) ? [replaceAuid(given[0], values)] : given;
    return { headers: { 'content-type': mediaType }, body: JSON.stringify(list) };
  }
  const members = Object.entries(given as ContractValue).map(
    ([name, value]) => [name, values[name] ?? value] as const,
  );
  if (mediaType === 'multipart/form-data') return { body: formOf(members) };
  const isJson = mediaType === 'application/json';
  const body = isJson
    ? JSON.stringify(Object.fromEntries(members))
    : new URLSearchParams(members.map(([name, value]): [string, string] => [name, textOf(value)])).toString();
  return { headers: { 'content-type': mediaType }, body };
}

/** Replaces a string in an example list with the AUID in `values`, if there is one. */
const replaceAuid = (example: unknown, values: RequestValues): unknown =>
  typeof example === 'string' ? (values.auid ?? example) : example;

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function formOf(members: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData();
  for (const [name, value] of members) {
    if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]), name);
    else if (name === 'payload' || name === 'configFile') form.append(name, new Blob([String(value)]), name);
    else form.append(name, textOf(value));
  }
  return form;
}

function resolveContractReference(contract: Contract, node: ContractValue): ContractValue {
  if (typeof node.$ref !== 'string') return node;
  const steps = node.$ref.replace('#/', '').split('/');
  return steps.reduce<ContractValue>(
    (at, step) => at[step] as ContractValue,
    contract as unknown as ContractValue,
  );
}
