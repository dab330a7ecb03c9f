// Validates parameters and form fields, and converts their text to values.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract } from '../contract/contract.ts';
import { type ContractSchema, resolveReference } from '../contract/operations.ts';
import type { ApiError } from '../errors/api-error.ts';
import { makeBadRequestError } from '../errors/catalogue.ts';
import { JSON_TOO_DEEP, MAX_JSON_DEPTH, parseLimitedJson } from './json.ts';
import { explainValidationError } from './sentences.ts';

export type ValidationResult = { readonly value: unknown } | { readonly fault: string };

export interface NamedSchema {
  /** Display name, such as `Query parameter "limit"`. */
  readonly subject: string;
  readonly schema: ContractSchema;
  readonly required: boolean;
  readonly explode?: boolean;
  readonly emptyIsAbsent?: boolean;
}

/**
 * Validates a value sent as text. `texts` contains all values sent under its name. A missing value is replaced with the
 * default of its schema, if any.
 */
export function validateText(
  contract: Contract,
  named: NamedSchema,
  texts: readonly string[],
): ValidationResult {
  const { subject, schema } = named;
  const given = named.emptyIsAbsent === true ? texts.filter((text) => text !== '') : texts;
  if (given.length === 0) {
    return named.required
      ? { fault: `${subject} is required.` }
      : { value: resolveReference(contract, schema).default };
  }
  if (collectTypes(contract, schema).has('array')) return validateList(contract, named, given);
  if (given.length > 1) return { fault: `${subject} must be given only once.` };
  return validateSingleText(contract, subject, schema, given[0]!);
}

/** Validates parsed JSON against a schema of the contract. Returns an error message about `subject`, if any. */
export function validateValue(
  contract: Contract,
  subject: string,
  schema: ContractSchema,
  value: unknown,
): string | undefined {
  const judged = checkValue(contract, subject, schema, value);
  return 'fault' in judged ? judged.fault : undefined;
}

/** Validates a value that is already parsed. */
export function checkValue(
  contract: Contract,
  subject: string,
  schema: ContractSchema,
  value: unknown,
): ValidationResult {
  const unsafe = explainUnsafeValue(value);
  if (unsafe !== undefined) return { fault: `${subject} ${unsafe}.` };
  const validate = compileValidator(contract, schema);
  if (validate(value)) return { value };
  return { fault: explainValidationError(subject, narrowErrors(contract, validate.errors)) };
}

function validateSingleText(
  contract: Contract,
  subject: string,
  schema: ContractSchema,
  text: string,
): ValidationResult {
  const candidates = listInterpretations(contract, schema, text);
  const validate = compileValidator(contract, schema);
  for (const candidate of candidates) {
    const unsafe = explainUnsafeValue(candidate);
    if (unsafe !== undefined) return { fault: `${subject} ${unsafe}.` };
  }
  for (const candidate of candidates) if (validate(candidate)) return { value: candidate };
  // Reports the error of the most specific interpretation, which explains the problem best.
  validate(candidates[0]);
  return { fault: explainValidationError(subject, validate.errors) };
}

function validateList(contract: Contract, named: NamedSchema, texts: readonly string[]): ValidationResult {
  const items = (resolveReference(contract, named.schema).items as ContractSchema | undefined) ?? {};
  const pieces = named.explode === false ? texts.flatMap((text) => text.split(',')) : texts;
  const judged = pieces.map((piece) => validateSingleText(contract, named.subject, items, piece));
  const faulty = judged.find((one) => 'fault' in one);
  if (faulty !== undefined) return faulty;
  const list = judged.map((one) => (one as { value: unknown }).value);
  return checkValue(contract, named.subject, named.schema, list);
}

/** Combines all errors into one ApiError 400. */
export function makeValidationError(faults: readonly string[]): ApiError {
  return makeBadRequestError(faults.join(' '), faults);
}

/**
 * Lists the possible interpretations of a parameter's text, most specific first; the first valid one is used. If the
 * schema allows an integer or a word, the text `3` may be the number 3 or the text "3". With `x-any-case`, the
 * lower-case text comes last.
 */
function listInterpretations(contract: Contract, schema: ContractSchema, text: string): unknown[] {
  const types = collectTypes(contract, schema);
  const found: unknown[] = [];
  if (types.has('integer') && /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) {
    found.push(Number(text));
  }
  if (types.has('number') && /^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?$/.test(text))
    found.push(Number(text));
  if (types.has('boolean') && /^(true|false)$/i.test(text)) found.push(text.toLowerCase() === 'true');
  if (types.has('object') || types.has('array')) found.push(...parseJsonValues(text));
  if (types.has('null') && text === '') found.push(null);
  if (types.size === 0 || types.has('string') || found.length === 0) found.push(text);
  if (resolveReference(contract, schema)['x-any-case'] === true) found.push(text.toLowerCase());
  return found;
}

const known = new WeakMap<ContractSchema, ReadonlySet<string>>();

/** Returns all types that a value of the schema may have. Follows references and alternatives. */
function collectTypes(contract: Contract, schema: ContractSchema): ReadonlySet<string> {
  const remembered = known.get(schema);
  if (remembered !== undefined) return remembered;
  const { type, anyOf, oneOf, allOf } = resolveReference(contract, schema);
  const own = (type === undefined ? [] : [type].flat()) as string[];
  const alternatives = [anyOf, oneOf, allOf].flatMap((list) => (list as ContractSchema[] | undefined) ?? []);
  const types = new Set([
    ...own,
    ...alternatives.flatMap((alternative) => [...collectTypes(contract, alternative)]),
  ]);
  known.set(schema, types);
  return types;
}

function parseJsonValues(text: string): unknown[] {
  try {
    return [parseLimitedJson(text)];
  } catch {
    return [];
  }
}

/** ID of the contract's document in ajv. The dialect is JSON Schema 2020-12, as in OpenAPI 3.1. */
const ROOT = 'contract:document';

interface Compiler {
  readonly ajv: Ajv2020;
  readonly compiled: WeakMap<ContractSchema, ValidateFunction>;
}

const compilers = new WeakMap<Contract, Compiler>();

/** Returns the validator of a schema, compiled once. The schema may refer to components of the contract. */
function compileValidator(contract: Contract, schema: ContractSchema): ValidateFunction {
  const { ajv, compiled } = prepareCompiler(contract);
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(rootReferences(schema) as ContractSchema);
  compiled.set(schema, validate);
  return validate;
}

function prepareCompiler(contract: Contract): Compiler {
  const known = compilers.get(contract);
  if (known !== undefined) return known;
  // `strict` is off because OpenAPI documents contain keywords (example, xml, x-…) that JSON Schema does not define.
  const ajv = new Ajv2020({ strict: false, verbose: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: ROOT, components: contract.components ?? {} });
  const compiler = { ajv, compiled: new WeakMap<ContractSchema, ValidateFunction>() };
  compilers.set(contract, compiler);
  return compiler;
}

/**
 * Narrows the errors of a schema with alternatives (`oneOf`) that differ in a constant member, such as `type`. Returns
 * the errors of the alternative that the value of this member selects. If the value selects no alternative, returns an
 * error about the member.
 */
function narrowErrors(contract: Contract, errors: ErrorObject[] | null | undefined) {
  const last = errors?.findLast(({ keyword }) => keyword === 'oneOf');
  if (last === undefined || typeof last.data !== 'object' || last.data === null) return errors;
  const alternatives = last.schema as ContractSchema[];
  const members = alternatives.map((one) => {
    const $ref = (one.$ref as string | undefined)?.replace(ROOT, '');
    const found = resolveReference(contract, $ref === undefined ? one : { $ref });
    return (found.properties ?? {}) as Readonly<Record<string, ContractSchema>>;
  });
  const tag = Object.keys(members[0]!).find((name) => members.every((one) => 'const' in (one[name] ?? {})));
  if (tag === undefined) return errors;
  const sent = (last.data as Readonly<Record<string, unknown>>)[tag];
  if (sent === undefined) return [{ ...last, keyword: 'required', params: { missingProperty: tag } }];
  const constants = members.map((one) => one[tag]!.const);
  const index = constants.indexOf(sent);
  if (index === -1) {
    const place = `${last.instancePath}/${tag}`;
    return [{ ...last, keyword: 'enum', instancePath: place, data: sent, parentSchema: { enum: constants } }];
  }
  const validate = compileValidator(contract, alternatives[index]!);
  validate(last.data);
  return validate.errors?.map((one) => ({ ...one, instancePath: last.instancePath + one.instancePath }));
}

/** Copies a schema and redirects its references to `#/components/…` to the contract's document in ajv. */
function rootReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rootReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#/')
        ? [key, `${ROOT}${inner}`]
        : [key, rootReferences(inner)],
    ),
  );
}

/**
 * Returns the reason why a value is invalid under any schema: it contains U+0000 or a lone surrogate, or is nested too
 * deeply. The reason completes "the body …". Returns undefined if the value is safe. Neither copies the value nor
 * recurses.
 */
export function explainUnsafeValue(value: unknown): string | undefined {
  if (typeof value === 'string') return findTextFault(value);
  const waiting: unknown[] = [value];
  const depths: number[] = [0];
  for (let depth = depths.pop(); depth !== undefined; depth = depths.pop()) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      const fault = findTextFault(one);
      if (fault !== undefined) return fault;
    } else if (typeof one === 'object' && one !== null) {
      const isArray = Array.isArray(one);
      const names = isArray ? [] : Object.keys(one);
      const fault = names.map(findTextFault).find((why) => why !== undefined);
      if (fault !== undefined) return fault;
      const inside: readonly unknown[] = isArray ? one : Object.values(one);
      if (inside.length > 0 && depth === MAX_JSON_DEPTH) return JSON_TOO_DEEP;
      for (const inner of inside) {
        if (typeof inner !== 'string' && typeof inner !== 'object') continue;
        waiting.push(inner);
        depths.push(depth + 1);
      }
    }
  }
  return undefined;
}

function findTextFault(text: string): string | undefined {
  // PostgreSQL's text type cannot store U+0000.
  if (text.includes('\0')) return 'must not contain the character U+0000';
  // JSON can express a lone surrogate, but neither UTF-8 nor PostgreSQL can store it.
  return text.isWellFormed() ? undefined : 'must not contain an unpaired surrogate';
}
