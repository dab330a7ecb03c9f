// Lists the component schemas of a contract, and their properties.
import type { JsonSchema, OpenApiDocument } from '../src/document.ts';
import { dereference } from './operations.ts';

export type NamedSchema = { name: string; schema: JsonSchema };

/** Returns all component schemas and their properties (by dotted name), with references resolved. */
export function collectSchemas(contract: OpenApiDocument): NamedSchema[] {
  return Object.entries(contract.components.schemas).flatMap(([name, written]) => {
    const schema = dereference(contract, written) as JsonSchema;
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const inner = properties.map(([property, value]) => ({ name: `${name}.${property}`, schema: value }));
    return [{ name, schema }, ...inner];
  });
}

/** Returns the names of schemas and properties whose description is missing or not a sentence. */
export function findUndescribedSchemas(contract: OpenApiDocument): string[] {
  return collectSchemas(contract)
    .filter(({ schema }) => !/\.\s*$/.test(String(schema.description ?? '')))
    .map(({ name }) => name);
}

/** Returns the names of properties, and of schemas without properties, that have no example. */
export function findMissingExamples(contract: OpenApiDocument): string[] {
  return collectSchemas(contract)
    .filter(({ schema }) => schema.properties === undefined)
    .filter(({ schema }) => !Array.isArray(schema.examples) || schema.examples.length === 0)
    .map(({ name }) => name);
}
