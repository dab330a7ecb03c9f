// For tests: the schemas of a contract as ajv sees them, in its strict mode, so that a keyword that is misspelt or
// stands where it has no effect is an error.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../src/document.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: true, allErrors: true });
addFormats.default(ajv);
// What a schema wants, in words: an annotation.
ajv.addKeyword({ keyword: 'x-wanted', schemaType: 'string' });
// Words may come in capital letters: an annotation, too.
ajv.addKeyword({ keyword: 'x-any-case', schemaType: 'boolean' });

/** What is wrong with the value; empty when nothing is. The schema must hold no references. */
export function faults(schema: JsonSchema, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`.trim());
}
