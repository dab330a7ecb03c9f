// Contract schemas as ajv functions (JSON Schema 2020-12, the dialect of OpenAPI 3.1), compiled once each.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract } from '../contract/contract.ts';
import type { Schema } from '../contract/operations.ts';

const ROOT = 'contract:document';

interface Compiler {
  readonly ajv: Ajv2020;
  readonly compiled: WeakMap<Schema, ValidateFunction>;
}

const compilers = new WeakMap<Contract, Compiler>();

/** The validator of a schema that is part of `contract`; references into its components work. */
export function validatorOf(contract: Contract, schema: Schema): ValidateFunction {
  const { ajv, compiled } = compilerOf(contract);
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(rooted(schema) as Schema);
  compiled.set(schema, validate);
  return validate;
}

function compilerOf(contract: Contract): Compiler {
  const known = compilers.get(contract);
  if (known !== undefined) return known;
  // `strict` off: OpenAPI documents carry keywords (example, xml, x-…) that JSON Schema does not know.
  const ajv = new Ajv2020({ strict: false, verbose: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: ROOT, components: contract.components ?? {} });
  const compiler = { ajv, compiled: new WeakMap<Schema, ValidateFunction>() };
  compilers.set(contract, compiler);
  return compiler;
}

/** A copy whose references to `#/components/…` lead to the document added above. */
function rooted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rooted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#/')
        ? [key, `${ROOT}${inner}`]
        : [key, rooted(inner)],
    ),
  );
}
