// Compiles the schemas of a contract with ajv. Strict mode reports misspelt and ineffective keywords as errors.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../src/document.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: true, allErrors: true });
addFormats.default(ajv);
// Annotation keyword: phrase that describes a valid value.
ajv.addKeyword({ keyword: 'x-wanted', schemaType: 'string' });
// Annotation keyword: upper case is also accepted.
ajv.addKeyword({ keyword: 'x-any-case', schemaType: 'boolean' });

/**
 * Validators, keyed by the JSON text of their schema. The schema object cannot be the key, because resolving references
 * copies schemas.
 */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Returns the errors of the value. References in the schema must be resolved. */
export function findFaults(schema: JsonSchema, value: unknown): string[] {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`.trim());
}
