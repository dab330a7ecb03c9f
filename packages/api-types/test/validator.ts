// Compiles the schemas of a contract with ajv in strict mode, so that a misspelt or ineffective keyword is an error.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../src/document.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: true, allErrors: true });
addFormats.default(ajv);
// Annotation: a phrase that describes a valid value.
ajv.addKeyword({ keyword: 'x-wanted', schemaType: 'string' });
// Annotation: upper case is also accepted.
ajv.addKeyword({ keyword: 'x-any-case', schemaType: 'boolean' });

/** Returns the faults of the value. The schema must contain no references. */
export function faults(schema: JsonSchema, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`.trim());
}
