// Reads request bodies and checks their media type against the contract. Reads JSON, form and text bodies completely,
// within limits on size and time, then parses and validates them. Leaves multipart and binary bodies to the handler.
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import type { Contract } from '../contract/contract.ts';
import {
  type ContractOperation,
  type ContractSchema,
  listOperations,
  resolveReference,
} from '../contract/operations.ts';
import {
  makeBadRequestError,
  makeBodyTooLargeError,
  makeBodyTooSlowError,
  makeUnsupportedContentEncodingError,
  makeUnsupportedMediaTypeError,
} from '../errors/catalogue.ts';
import { JsonFaultError, parseLimitedJson, parseMeasuredJson, refuseOversizedJson } from './json.ts';
import { BadEncodingError, parseQueryPairs } from './parameters.ts';
import { checkValue, makeValidationError, type ValidationResult, validateText } from './values.ts';

export interface BodyLimits {
  readonly limitBytes: number;
  readonly timeoutMs: number;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads, parses and validates the body. Returns undefined if there is no body or the handler must read it. Throws
 * ApiError 400, 408, 413 or 415.
 */
export async function readRequestBody(
  contract: Contract,
  operation: ContractOperation,
  request: Request,
  response: Response,
  limits: BodyLimits,
): Promise<unknown> {
  const { body } = operation;
  if (body === undefined) return undefined;
  const wanted = [...body.schemas.keys()];
  const { type, charset } = parseMediaType(request);
  const present = hasBody(request);
  if (!present && body.required)
    throw makeBadRequestError(`The request needs a body of the type ${wanted.join(' or ')}.`);
  if (!present) return undefined;
  const schema =
    body.schemas.get(type) ?? body.schemas.get(`${type.split('/')[0]}/*`) ?? body.schemas.get('*/*');
  if (schema === undefined) throw makeMediaTypeError(operation, wanted);
  const kind = classifyMediaType(type);
  refuseContentEncoding(request, kind === undefined ? [] : DECODED);
  if (kind === undefined) return undefined;
  if (!['', 'utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw makeMediaTypeError(operation, [`${type}; charset=UTF-8`]);
  const bytes = await readBytes(request, response, limits);
  if (bytes.length === 0 && body.required) throw makeBadRequestError('The request body must not be empty.');
  if (kind === 'form') return parseForm(contract, schema, decodeText(bytes));
  const value = await (kind === 'json' ? parseJsonBody(bytes) : decodeText(bytes));
  await yieldIfLong(bytes);
  const judged = checkValue(contract, 'The body', schema, value);
  if ('fault' in judged) throw makeValidationError([judged.fault]);
  return judged.value;
}

/** Parses JSON in short steps, so that other requests are served between the steps. */
async function parseJsonBody(bytes: Buffer): Promise<unknown> {
  try {
    refuseOversizedJson(bytes);
    await yieldIfLong(bytes);
    const text = decodeText(bytes);
    await yieldIfLong(bytes);
    return parseMeasuredJson(text);
  } catch (error) {
    throw error instanceof JsonFaultError ? makeBadRequestError(`The body ${error.message}.`) : error;
  }
}

const LONG_BYTES = 256 * 1024;

async function yieldIfLong({ length }: Buffer): Promise<void> {
  if (length > LONG_BYTES) await nextTurn();
}

/** Content codings accepted for JSON, form and text bodies. */
const DECODED = ['gzip', 'deflate', 'br'];

/** Rejects a Content-Encoding that is not in `taken` with 415 (RFC 9110, 15.5.16). */
function refuseContentEncoding(request: Request, taken: readonly string[]): void {
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'identity' && !taken.includes(coding)) throw makeUnsupportedContentEncodingError(taken);
}

/** Returns a 415 error if the contract declares 415 for media types, otherwise a 400 error. */
function makeMediaTypeError(operation: ContractOperation, wanted: readonly string[]): Error {
  const error = makeUnsupportedMediaTypeError(wanted);
  return operation.refusesMediaTypes ? error : makeBadRequestError(error.detail);
}

function parseMediaType(request: Request): { type: string; charset: string } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '') ?? '' };
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0);
}

function classifyMediaType(type: string): 'json' | 'form' | 'text' | undefined {
  if (type === FORM) return 'form';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') ? 'text' : undefined;
}

function readBytes(request: Request, response: Response, limits: BodyLimits): Promise<Buffer> {
  const parse = express.raw({ limit: limits.limitBytes, type: () => true });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(makeBodyTooSlowError(limits.timeoutMs)), limits.timeoutMs);
    parse(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error !== undefined) reject(toBodyError(error, limits));
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });
}

function toBodyError(error: unknown, limits: BodyLimits): unknown {
  const type = (error as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large') return makeBodyTooLargeError(limits.limitBytes);
  return makeBadRequestError('The request body could not be read: it is cut short or badly encoded.');
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw makeBadRequestError('The request body must be UTF-8.');
  }
}

function parseForm(contract: Contract, schema: ContractSchema, text: string): Record<string, unknown> {
  const pairs = parseQueryPairs(text);
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const field of listFormFields(contract, schema)) {
    try {
      const judged = checkFormField(contract, field, pairs.all(field.name));
      if ('fault' in judged) faults.push(judged.fault);
      else if (judged.value !== undefined) values[field.name] = judged.value;
    } catch (error) {
      if (!(error instanceof BadEncodingError)) throw error;
      faults.push(`Field "${field.name}" must be percent-encoded UTF-8.`);
    }
  }
  if (faults.length > 0) throw makeValidationError(faults);
  return values;
}

/**
 * Validates a form field and returns its value. Converts text to the type in the contract. Parses the field as JSON if
 * its schema is an object or has a `contentSchema`. Returns undefined for an undeclared field. Throws ApiError 400 with
 * a message that contains the field name.
 */
export function validateFormField(
  contract: Contract,
  operationId: string,
  fieldName: string,
  value: string,
): unknown {
  const operation = listOperations(contract).find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const schema = listFormSchemas(contract, operation)
    .map((form) => readProperties(form)[fieldName])
    .find((property) => property !== undefined);
  if (schema === undefined) return undefined;
  const judged = checkFormField(contract, { name: fieldName, schema, required: true }, [value]);
  if ('fault' in judged) throw makeValidationError([judged.fault]);
  return judged.value;
}

export interface FormField {
  readonly name: string;
  readonly schema: ContractSchema;
  readonly required: boolean;
}

/** Returns the fields that a form's schema declares. */
export function listFormFields(contract: Contract, form: ContractSchema): FormField[] {
  const schema = resolveReference(contract, form);
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries(readProperties(schema)).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
}

export function checkFormField(
  contract: Contract,
  field: FormField,
  texts: readonly string[],
): ValidationResult {
  const subject = `Field "${field.name}"`;
  const schema = resolveReference(contract, field.schema);
  const judged = validateText(contract, { ...field, subject }, texts);
  if ('fault' in judged || schema.contentSchema === undefined || typeof judged.value !== 'string')
    return judged;
  try {
    return checkValue(
      contract,
      subject,
      schema.contentSchema as ContractSchema,
      parseLimitedJson(judged.value),
    );
  } catch (error) {
    if (error instanceof JsonFaultError) return { fault: `${subject} ${error.message}.` };
    throw error;
  }
}

function listFormSchemas(contract: Contract, operation: ContractOperation): ContractSchema[] {
  const bodies = [...(operation.body?.schemas ?? [])];
  return bodies
    .filter(([type]) => type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded')
    .map(([, schema]) => resolveReference(contract, schema));
}

function readProperties(
  schema: ContractSchema,
): { readonly [name: string]: ContractSchema | undefined } & Record<string, ContractSchema> {
  const properties = (schema.properties as Record<string, ContractSchema> | undefined) ?? {};
  // Creates an object without a prototype, so that field names from clients match only declared properties.
  return Object.assign(Object.create(null), properties);
}
