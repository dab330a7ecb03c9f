// One form field, judged by the contract: for parts of a multipart body as they arrive, and for whole
// urlencoded forms.

import type { Contract } from '../contract/contract.ts';
import { type Operation, operationsOf, resolved, type Schema } from '../contract/operations.ts';
import { JsonFaultError, parseJson } from './json.ts';
import { faultsError, type Judged, judge, judgeValue } from './values.ts';

/**
 * The validated value of a form field: text is coerced as the contract says, and a field that carries JSON
 * (an object schema, or `contentMediaType: application/json` with a `contentSchema`) is parsed and checked.
 * Undefined for a field the contract does not name. Throws ApiError 400 with a sentence that names the field.
 */
export function validateField(
  contract: Contract,
  operationId: string,
  fieldName: string,
  value: string,
): unknown {
  const operation = operationsOf(contract).find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const schema = formSchemas(contract, operation)
    .map((form) => propertiesOf(form)[fieldName])
    .find((property) => property !== undefined);
  if (schema === undefined) return undefined;
  const judged = judgeField(contract, { name: fieldName, schema, required: true }, [value]);
  if ('fault' in judged) throw faultsError([judged.fault]);
  return judged.value;
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The fields of a form's schema. */
export function fieldsOf(contract: Contract, form: Schema): Field[] {
  const schema = resolved(contract, form);
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
}

export function judgeField(contract: Contract, field: Field, texts: readonly string[]): Judged {
  const subject = `Field "${field.name}"`;
  const schema = resolved(contract, field.schema);
  const judged = judge(contract, { ...field, subject }, texts);
  if ('fault' in judged || schema.contentSchema === undefined || typeof judged.value !== 'string')
    return judged;
  try {
    return judgeValue(contract, subject, schema.contentSchema as Schema, parseJson(judged.value));
  } catch (error) {
    if (error instanceof JsonFaultError) return { fault: `${subject} ${error.message}.` };
    throw error;
  }
}

function formSchemas(contract: Contract, operation: Operation): Schema[] {
  const bodies = [...(operation.body?.schemas ?? [])];
  return bodies
    .filter(([type]) => type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded')
    .map(([, schema]) => resolved(contract, schema));
}

function propertiesOf(
  schema: Schema,
): { readonly [name: string]: Schema | undefined } & Record<string, Schema> {
  const properties = (schema.properties as Record<string, Schema> | undefined) ?? {};
  // Field names come from clients: what is looked up must be the contract's own.
  return Object.assign(Object.create(null), properties);
}
