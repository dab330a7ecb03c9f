// Formats validation errors as messages for users. A message contains the expected value and the received value. The
// received value is shortened, and omitted if it is a secret.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ContractSchema } from '../contract/operations.ts';

/** Describes the most relevant error of ajv. The message begins with `subject`, such as `Query parameter "limit"`. */
export function explainValidationError(
  subject: string,
  errors: readonly ErrorObject[] | null | undefined,
): string {
  // If no alternative matches, ajv lists the errors of each alternative first. The error of the schema comes last.
  const error = errors?.findLast(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf') ?? errors?.[0];
  if (error === undefined) return `${subject} is not valid.`;
  const place = formatMemberName(error.instancePath);
  const whose = place === '' ? subject : `${subject}: member ${place}`;
  return `${whose} ${formatRequirement(error)}${formatReceived(error)}.`;
}

/** Custom keyword with a description of a schema's regular expression. The value completes "must be …". */
const WANTED = 'x-wanted';
const OF_FORM = new Set(['type', 'enum', 'pattern', 'not', 'anyOf', 'oneOf']);

function formatRequirement(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as ContractSchema;
  const { params } = error;
  if (OF_FORM.has(error.keyword) && typeof schema[WANTED] === 'string') return `must be ${schema[WANTED]}`;
  switch (error.keyword) {
    case 'type':
    case 'anyOf':
    case 'oneOf':
      return `must be ${describeExpected(schema)}`;
    case 'enum':
    case 'const':
      return `must be ${describeExpected(schema)}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must be at least ${params.limit} characters long`;
    case 'maxLength':
      return `must be at most ${params.limit} characters long`;
    case 'pattern':
      return 'must have the format in its description';
    case 'format':
      return `must be a valid ${params.format}`;
    case 'required':
      return `needs the member "${params.missingProperty}"`;
    case 'additionalProperties':
      return `must not have the member ${quoteValue(params.additionalProperty)}`;
    case 'dependentRequired':
      return `needs the member "${params.missingProperty}" with the member "${params.property}"`;
    case 'unevaluatedProperties':
      return `must not have the member ${quoteValue(params.unevaluatedProperty)}`;
    case 'minProperties':
      return 'must not be empty';
    case 'minItems':
      return `must have at least ${params.limit} entries`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    default:
      return error.message ?? 'is not valid';
  }
}

const NOUNS: { readonly [type: string]: string } = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function describeExpected(schema: ContractSchema): string {
  const alternatives = (schema.anyOf ?? schema.oneOf) as ContractSchema[] | undefined;
  if (alternatives !== undefined) return [...new Set(alternatives.map(describeExpected))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) {
    return `${schema.enum.length > 1 ? 'one of ' : ''}${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`;
  }
  const types = [schema.type ?? []].flat() as string[];
  const noun = types.map((type) => NOUNS[type] ?? type).join(' or ') || 'something else';
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    return `${noun} from ${schema.minimum} to ${schema.maximum}`;
  }
  return schema.minimum === undefined ? noun : `${noun} of at least ${schema.minimum}`;
}

/** Quotes the received value. Returns an empty string for objects and arrays, and for secrets. */
function formatReceived({ data, keyword, parentSchema }: ErrorObject): string {
  const schema = (parentSchema ?? {}) as ContractSchema;
  const secret = schema.format === 'password' || schema.writeOnly === true;
  if (secret || keyword.toLowerCase().endsWith('required') || keyword.endsWith('Properties') || data === '')
    return '';
  return typeof data === 'object' && data !== null ? '' : `, not ${quoteValue(data)}`;
}

/** Quotes text with JSON escapes, so that control characters and quotation marks cannot garble the message. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}

/** Converts `/auConfig/base_url` to `"auConfig.base_url"`. Shortens the result, because clients choose the names. */
function formatMemberName(instancePath: string): string {
  if (instancePath === '') return '';
  const names = instancePath.slice(1).split('/');
  return quoteValue(names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.'));
}
