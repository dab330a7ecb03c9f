// Validates a document as OpenAPI 3.1, with the linter that openapi-typescript uses.
import { createConfig, lintFromString } from '@redocly/openapi-core';

const rules = [
  'struct',
  'no-unresolved-refs',
  'spec-components-invalid-map-name',
  'no-identical-paths',
  'no-path-trailing-slash',
  'path-not-include-query',
  'path-declaration-must-exist',
  'path-params-defined',
  'operation-operationId',
  'operation-operationId-unique',
  'operation-operationId-url-safe',
  'operation-parameters-unique',
  'operation-summary',
  'operation-description',
  'operation-singular-tag',
  'operation-tag-defined',
  'operation-2xx-response',
  'operation-4xx-response',
  'parameter-description',
  'tag-description',
  'security-defined',
  'array-parameter-serialization',
  'no-enum-type-mismatch',
  'no-schema-type-mismatch',
  'no-required-schema-properties-undefined',
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
  'no-empty-servers',
];

/** Returns the errors in the document, one line each: rule, location, message. */
export async function findContractFaults(document: object): Promise<string[]> {
  const config = await createConfig({ rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])) });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}
