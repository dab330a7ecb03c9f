// The contracts are valid OpenAPI 3.1 documents. Summaries, descriptions and examples are complete.
import { describe, expect, it } from '@jest/globals';
import type { MediaType } from '../src/document.ts';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';
import { findContractFaults } from './lint.ts';
import { listContractOperations } from './operations.ts';
import { findMissingExamples, findUndescribedSchemas } from './schemas.ts';

const contracts = [
  { name: 'repository', contract: repositoryContract },
  { name: 'configuration', contract: configurationContract },
];

describe.each(contracts)('the $name document', ({ contract }) => {
  const operations = listContractOperations(contract);

  it('is OpenAPI 3.1, version 2.0.0 of the interface', async () => {
    expect(contract.openapi).toBe('3.1.0');
    expect(contract.info.version).toBe('2.0.0');
    expect(await findContractFaults(contract)).toEqual([]);
  });

  it('says in words what every pattern wants', () => {
    const silent: unknown[] = [];
    JSON.stringify(contract, (_name, value) => {
      const pattern = value?.pattern;
      // Skips the pattern that only rejects U+0000, which has a separate error message.
      const isSilent =
        typeof pattern === 'string' && !/^\^\[\^\\u0000\][*+]\$$/.test(pattern) && !value['x-wanted'];
      if (isSilent) silent.push(pattern);
      return value;
    });
    expect(silent).toEqual([]);
  });

  it.each(operations)('describes $operationId and every parameter of it', (operation) => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/\.\s*$/);
    for (const parameter of operation.parameters) {
      expect({ name: parameter.name, description: parameter.description }).toEqual({
        name: parameter.name,
        description: expect.stringMatching(/\.\s*$/),
      });
      // The page at /docs fills in parameters that have an example. With examples for optional parameters, it would
      // send queries that match nothing.
      const isFilled =
        parameter.required === true ||
        ['getCdxa q', 'getCdxb url'].includes(`${operation.operationId} ${parameter.name}`);
      expect({ name: parameter.name, isFilled: 'example' in parameter }).toEqual({
        name: parameter.name,
        isFilled,
      });
    }
  });

  it.each(operations)('describes every body and header of $operationId, with examples', (operation) => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const body of bodies.filter((one) => one !== undefined)) {
      expect(body.description).toMatch(/\.\s*$/);
      for (const media of Object.values(body.content ?? {})) expect(examplesOf(media)).not.toHaveLength(0);
    }
    const headers = Object.values(operation.responses).flatMap(({ headers }) => Object.values(headers ?? {}));
    for (const header of headers) {
      expect(header).toMatchObject({ description: expect.any(String), example: expect.anything() });
    }
  });

  it('gives every schema, and every property of one, a description and an example', () => {
    expect(findUndescribedSchemas(contract)).toEqual([]);
    expect(findMissingExamples(contract)).toEqual([]);
  });

  it.each(operations)('answers errors of $operationId in the one shape', ({ operationId, responses }) => {
    const ownBodies = /^4\d\d (application\/json|application\/xml|text\/plain)$|^50[03] application\/xml$/;
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    const kinds = errors.flatMap(([status, { content }]) =>
      Object.keys(content ?? {}).map((type) => `${status} ${type}`),
    );
    expect(errors).not.toHaveLength(0);
    for (const kind of kinds.filter((one) => !one.endsWith(' application/problem+json'))) {
      expect(kind).toMatch(ownBodies);
      expect(operationId).toMatch(/^(getCdxa|getCdxb|(en|dis)ableAuMetadataExtraction)$/);
    }
  });

  it.each(operations)('names a request id, and what goes with the status, in $operationId', (operation) => {
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(expectedHeaders(status)));
    }
  });
});

function expectedHeaders(status: string): string[] {
  const more: Record<string, string[]> = {
    '206': ['Content-Range', 'Content-Length', 'ETag'],
    '302': ['Location'],
    '304': ['ETag'],
    '401': ['WWW-Authenticate'],
    '416': ['Content-Range'],
    '503': ['Retry-After'],
  };
  return ['X-Request-Id', ...(more[status] ?? [])];
}

function examplesOf(media: MediaType): unknown[] {
  const several = Object.values(media.examples ?? {}).map(({ value }) => value);
  return 'example' in media ? [media.example, ...several] : several;
}

it('fails for a misplaced member, a wrong example or a dangling reference', async () => {
  const broken = structuredClone(configurationContract) as unknown as {
    paths: Record<string, { get: object }>;
  };
  const response = { content: { 'application/json': { schema: { type: 'integer' }, example: 'one' } } };
  Object.assign(broken.paths['/status']!.get, {
    parameter: [],
    security: [{ nothing: [] }],
    responses: { '200': response, '401': { $ref: '#/components/responses/Nothing' } },
  });
  const rules = (await findContractFaults(broken)).map((fault) => fault.split(' ')[0]);
  expect([...new Set(rules)].sort()).toEqual([
    'no-invalid-media-type-examples',
    'no-unresolved-refs',
    'security-defined',
    'struct',
  ]);
});
