// Validates path and query parameters, and converts them to the types in the contract.
import { findNearestName } from '@holdfast/service-kit';
import type { Contract } from '../contract/contract.ts';
import { type ContractOperation, type ContractParameter, resolveReference } from '../contract/operations.ts';
import { quoteValue } from './sentences.ts';
import { type ValidationResult, validateText } from './values.ts';

interface ValidatedParameters {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/** Validates and converts the parameters of a request. `pathValues` are percent-decoded, `url` is as received. */
export function readParameters(
  contract: Contract,
  operation: ContractOperation,
  pathValues: Readonly<Record<string, unknown>>,
  url: string,
): ValidatedParameters {
  const given: ReceivedParameters = { path: pathValues, query: parseQueryPairs(extractQuery(url)) };
  const found = { path: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
  const faults: string[] = [];
  for (const parameter of planParameters(contract, operation)) {
    const { name, place, usual } = parameter;
    // Skips missing parameters without validation, because most requests contain only a few parameters.
    if (place === 'query' && !parameter.required && !given.query.isGiven(name)) {
      if (usual !== undefined) found.query[name] = usual;
      continue;
    }
    const judged = validateParameter(contract, parameter, given);
    if ('fault' in judged) faults.push(judged.fault);
    else if (judged.value !== undefined) found[place][name] = judged.value;
  }
  for (const [name, instead] of operation.refused) {
    if (given.query.asksFor(name)) faults.push(`Query parameter "${name}" is not taken here: ${instead}.`);
  }
  if (!operation.ignoresUnknownParameters) faults.push(...findUnknownParameters(operation, given.query));
  return { params: found.path, query: found.query, faults };
}

/** Maximum number of unknown parameters that an error response lists. */
const MAX_UNKNOWN_NAMED = 5;

/** Returns an error message for each unknown query parameter, with the most similar declared name. */
function findUnknownParameters({ parameters, refused }: ContractOperation, query: QueryPairs): string[] {
  const isKnown = (name: string): boolean =>
    refused.has(name) || parameters.some((one) => one.place === 'query' && one.name === name);
  const unknown: string[] = [];
  for (const name of query.names) if (!isKnown(name) && unknown.push(name) === MAX_UNKNOWN_NAMED) break;
  if (unknown.length === 0 && !query.hasBadName) return [];
  const names = parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
  const faults = unknown.map(
    (name) => `There is no query parameter ${quoteValue(name)} here${suggestName(name, names)}`,
  );
  if (query.hasBadName) faults.push('Names of query parameters must be percent-encoded UTF-8.');
  return faults;
}

/** Suggests the most similar declared parameter, or lists all parameters if no parameter is similar. */
function suggestName(name: string, names: readonly string[]): string {
  if (names.length === 0) return '; this operation takes none.';
  const nearest =
    names.find((known) => known.toLowerCase() === name.toLowerCase()) ??
    (name === '' ? undefined : findNearestName(name, names));
  if (nearest !== undefined) return `; did you mean "${nearest}"?`;
  return `; it takes ${names.join(', ')}.`;
}

/** Parameters as received. */
interface ReceivedParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: QueryPairs;
}

interface ParameterPlan extends ContractParameter {
  /** Display name for error messages. */
  readonly subject: string;
  readonly usual: unknown;
}

const plans = new WeakMap<ContractOperation, readonly ParameterPlan[]>();

/** Returns the parameters in the order of the contract. Errors are reported in the same order. */
function planParameters(contract: Contract, operation: ContractOperation): readonly ParameterPlan[] {
  const known = plans.get(operation);
  if (known !== undefined) return known;
  const plan = operation.parameters.map((parameter) => {
    const subject = `${parameter.place === 'path' ? 'Path' : 'Query'} parameter "${parameter.name}"`;
    return { ...parameter, subject, usual: resolveReference(contract, parameter.schema).default };
  });
  plans.set(operation, plan);
  return plan;
}

/** Validates a parameter. A query value may be rejected because it cannot be decoded. */
function validateParameter(
  contract: Contract,
  parameter: ParameterPlan,
  given: ReceivedParameters,
): ValidationResult {
  const { name, subject, place } = parameter;
  try {
    const texts = place === 'query' ? given.query.all(name) : [String(given.path[name])];
    return validateText(contract, parameter, texts);
  } catch (error) {
    if (error instanceof BadEncodingError) return { fault: `${subject} must be percent-encoded UTF-8.` };
    throw error;
  }
}

function extractQuery(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return url.slice(start + 1, end === -1 ? undefined : end);
}

interface QueryPairs {
  /** Decoded names of the parameters. */
  readonly names: Iterable<string>;
  /** True if a name was omitted because it is not percent-encoded UTF-8. */
  readonly hasBadName: boolean;
  /** Returns all values of a parameter, in order. Empty if the parameter is missing. */
  all(name: string): readonly string[];
  isGiven(name: string): boolean;
  /** Returns whether any value of the parameter is neither empty nor `0` nor `false`. */
  asksFor(name: string): boolean;
}

const NO = new Set(['', '0', 'false']);

/** Thrown if a value cannot be decoded. */
export class BadEncodingError extends Error {
  override readonly name = 'BadEncodingError';
}

/**
 * Splits a query string or an urlencoded form into names and values. Brackets in names have no special meaning. Rejects
 * invalid UTF-8 instead of replacing it. Decodes values only on use, because unused parameters may have invalid values.
 */
export function parseQueryPairs(text: string): QueryPairs {
  const values = new Map<string, string[]>();
  let hasBadName = false;
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const cut = piece.indexOf('=');
    const name = decodeName(cut === -1 ? piece : piece.slice(0, cut));
    if (name === undefined) {
      hasBadName = true;
      continue;
    }
    const value = cut === -1 ? '' : piece.slice(cut + 1);
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  }
  return new EncodedPairs(values, hasBadName);
}

class EncodedPairs implements QueryPairs {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly hasBadName: boolean;

  constructor(values: ReadonlyMap<string, readonly string[]>, hasBadName: boolean) {
    this.#values = values;
    this.hasBadName = hasBadName;
  }

  get names(): Iterable<string> {
    return this.#values.keys();
  }

  all(name: string): readonly string[] {
    return this.#values.get(name)?.map(decode) ?? NONE;
  }

  isGiven(name: string): boolean {
    return this.#values.has(name);
  }

  asksFor(name: string): boolean {
    return this.#values.get(name)?.some((value) => !NO.has(value.toLowerCase())) ?? false;
  }
}

const NONE: readonly string[] = [];

function decodeName(encoded: string): string | undefined {
  try {
    return decode(encoded);
  } catch {
    return undefined;
  }
}

function decode(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  return spaced.includes('%') ? unescapePercent(spaced) : spaced;
}

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeLeniently(text);
  }
}

/** Decodes text. Keeps a `%` that does not begin an escape sequence, as the form decoding of the URL standard does. */
function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    throw new BadEncodingError('not UTF-8');
  }
}
