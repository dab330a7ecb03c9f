// Path and query parameters of a request: validated and coerced as the contract says.

import type { Contract } from '../contract/contract.ts';
import { type Operation, type Parameter, resolved } from '../contract/operations.ts';
import { BadEncodingError, parsePairs } from './pairs.ts';
import { type Judged, judge } from './values.ts';

export interface Parameters {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/** `pathValues` are percent-decoded already; `url` is the request target as it came. */
export function readParameters(
  contract: Contract,
  operation: Operation,
  pathValues: Readonly<Record<string, unknown>>,
  url: string,
): Parameters {
  const pairs = parsePairs(queryOf(url));
  const found = { path: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
  const faults: string[] = [];
  for (const parameter of operation.parameters) {
    // Most of them are absent from most requests.
    if (parameter.place === 'query' && !parameter.required && !pairs.isGiven(parameter.name)) {
      const usual = resolved(contract, parameter.schema).default;
      if (usual !== undefined) found.query[parameter.name] = usual;
      continue;
    }
    const textsOf = (): readonly string[] =>
      parameter.place === 'query' ? pairs.all(parameter.name) : [String(pathValues[parameter.name])];
    const judged = judgeParameter(contract, parameter, textsOf);
    if ('fault' in judged) faults.push(judged.fault);
    else if (judged.value !== undefined) found[parameter.place][parameter.name] = judged.value;
  }
  for (const [name, instead] of operation.refused) {
    if (pairs.asksFor(name)) faults.push(`Query parameter "${name}" is not taken here: ${instead}.`);
  }
  return { params: found.path, query: found.query, faults };
}

function judgeParameter(contract: Contract, parameter: Parameter, textsOf: () => readonly string[]): Judged {
  const subject = `${parameter.place === 'path' ? 'Path' : 'Query'} parameter "${parameter.name}"`;
  try {
    return judge(contract, { ...parameter, subject }, textsOf());
  } catch (error) {
    if (error instanceof BadEncodingError) return { fault: `${subject} must be percent-encoded UTF-8.` };
    throw error;
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return url.slice(start + 1, end === -1 ? undefined : end);
}
