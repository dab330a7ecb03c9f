// Every example in the contracts is valid against its schema.
import { describe, expect, it } from '@jest/globals';
import type { ApiResponse, Header, JsonSchema, MediaType } from '../src/document.ts';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';
import { type ContractOperation, listContractOperations } from './operations.ts';
import { collectSchemas } from './schemas.ts';
import { findFaults } from './validator.ts';

type Example = { where: string; schema: JsonSchema; value: unknown };

const contracts = [
  { name: 'repository', contract: repositoryContract, atLeast: 250 },
  { name: 'configuration', contract: configurationContract, atLeast: 350 },
];

describe.each(contracts)('the $name contract', ({ contract, atLeast }) => {
  const operations = listContractOperations(contract);

  it.each(operations)('has valid examples for $operationId', (operation) => {
    const examples = [...parameterExamples(operation), ...bodyExamples(operation)];
    expect(examples).not.toHaveLength(0);
    expect(examples.flatMap(faultsOf)).toEqual([]);
  });

  it('has valid examples in its schemas', () => {
    const examples = collectSchemas(contract).flatMap(({ name, schema }) =>
      ((schema.examples ?? []) as unknown[]).map((value) => ({ where: name, schema, value })),
    );
    expect(examples.length).toBeGreaterThan(atLeast / 4);
    expect(examples.flatMap(faultsOf)).toEqual([]);
  });

  it('has examples enough', () => {
    const count = operations.flatMap((one) => [...parameterExamples(one), ...bodyExamples(one)]).length;
    expect(count).toBeGreaterThan(atLeast);
  });
});

function faultsOf({ where, schema, value }: Example): string[] {
  return findFaults(schema, value).map((fault) => `${where}: ${fault}`);
}

function parameterExamples({ operationId, parameters }: ContractOperation): Example[] {
  const shown = parameters.filter((parameter) => 'example' in parameter);
  return shown.map(({ name, schema, example }) => ({
    where: `${operationId} ${name}`,
    schema,
    value: example,
  }));
}

function bodyExamples({ operationId, requestBody, responses }: ContractOperation): Example[] {
  const bodies = [['request', requestBody] as const, ...Object.entries(responses)];
  return bodies.flatMap(([name, body]) => {
    const media = Object.entries(body?.content ?? {});
    const inBody = media.flatMap(([type, one]) => mediaExamples(`${operationId} ${name} ${type}`, one));
    const headers = Object.entries((body as ApiResponse | undefined)?.headers ?? {}) as [string, Header][];
    const inHeaders = headers.map(([header, { schema, example }]) => ({
      where: `${operationId} ${name} ${header}`,
      schema,
      value: example,
    }));
    return [...inBody, ...inHeaders];
  });
}

/** Collects the examples of a media type. Splits JSON lines and form fields with JSON into separate examples. */
function mediaExamples(where: string, media: MediaType): Example[] {
  const several = Object.values(media.examples ?? {}).map(({ value }) => value);
  const values = 'example' in media ? [media.example, ...several] : several;
  return values.flatMap((value) => [
    { where, schema: media.schema, value },
    ...lines(media, value).map((line) => ({ where, schema: media['x-line-schema']!, value: line })),
    ...fieldsWithJson(where, media.schema, value),
  ]);
}

function lines(media: MediaType, text: unknown): unknown[] {
  if (media['x-line-schema'] === undefined) return [];
  return String(text)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function fieldsWithJson(where: string, form: JsonSchema, value: unknown): Example[] {
  const fields = Object.entries((form.properties ?? {}) as Record<string, JsonSchema>);
  return fields.flatMap(([name, field]) => {
    const text = (value as Record<string, unknown>)[name];
    if (field.contentSchema === undefined || typeof text !== 'string') return [];
    return [
      { where: `${where} ${name}`, schema: field.contentSchema as JsonSchema, value: JSON.parse(text) },
    ];
  });
}
