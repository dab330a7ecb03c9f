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
  const { always, optional, usual } = planOf(contract, operation);
  const pairs = parsePairs(queryOf(url));
  const found = { path: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
  const faults: string[] = [];
  const asked = [...always];
  for (const name of pairs.names()) {
    const planned = optional.get(name);
    if (planned !== undefined) asked.push(planned);
  }
  for (const parameter of asked.sort(byOrder)) {
    const textsOf = (): readonly string[] =>
      parameter.place === 'query' ? pairs.all(parameter.name) : [String(pathValues[parameter.name])];
    const judged = judgeParameter(contract, parameter, textsOf);
    if ('fault' in judged) faults.push(judged.fault);
    else if (judged.value !== undefined) found[parameter.place][parameter.name] = judged.value;
  }
  for (const [name, value] of usual) if (!pairs.isGiven(name)) found.query[name] = value;
  for (const [name, instead] of operation.refused) {
    if (pairs.asksFor(name)) faults.push(`Query parameter "${name}" is not taken here: ${instead}.`);
  }
  return { params: found.path, query: found.query, faults };
}

interface Planned extends Parameter {
  /** How people are told of it. */
  readonly subject: string;
  /** Where it stands in the contract: faults are told in that order. */
  readonly order: number;
}

/** Most parameters are absent from most requests: only those that came are looked at. */
interface Plan {
  /** Those of the path, and those that are required. */
  readonly always: readonly Planned[];
  readonly optional: ReadonlyMap<string, Planned>;
  /** Values of those that are absent. */
  readonly usual: readonly (readonly [name: string, value: unknown])[];
}

const plans = new WeakMap<Operation, Plan>();

function planOf(contract: Contract, operation: Operation): Plan {
  const known = plans.get(operation);
  if (known !== undefined) return known;
  const all = operation.parameters.map((parameter, order) => {
    const subject = `${parameter.place === 'path' ? 'Path' : 'Query'} parameter "${parameter.name}"`;
    return { ...parameter, subject, order };
  });
  const optional = all.filter(({ place, required }) => place === 'query' && !required);
  const plan = {
    always: all.filter((one) => !optional.includes(one)),
    optional: new Map(optional.map((one) => [one.name, one])),
    usual: optional
      .map(({ name, schema }) => [name, resolved(contract, schema).default] as const)
      .filter(([, value]) => value !== undefined),
  };
  plans.set(operation, plan);
  return plan;
}

const byOrder = (a: Planned, b: Planned): number => a.order - b.order;

function judgeParameter(contract: Contract, parameter: Planned, textsOf: () => readonly string[]): Judged {
  const { subject } = parameter;
  try {
    return judge(contract, parameter, textsOf());
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
