// The contracts are suitable for client generators: every operation has a successful response, and only one media type
// where a generated client cannot choose. Each contract names a license.
import { describe, expect, it } from '@jest/globals';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';
import { listContractOperations } from './operations.ts';

const contracts = [
  { name: 'repository', contract: repositoryContract },
  { name: 'configuration', contract: configurationContract },
];

describe.each(contracts)('the $name contract for client generators', ({ contract }) => {
  const operations = listContractOperations(contract);

  it('names its license', () => {
    expect(contract.info.license).toEqual({ name: 'Apache 2.0', identifier: 'Apache-2.0' });
  });

  it.each(operations)('declares a successful response of $operationId', ({ responses }) => {
    expect(Object.keys(responses).filter((status) => /^2\d\d$/.test(status))).not.toHaveLength(0);
  });

  it('declares one media type for each form', () => {
    const forms = operations
      .map(({ operationId, requestBody }) => [operationId, Object.keys(requestBody?.content ?? {})] as const)
      .filter(([, types]) => types.some((type) => type.includes('form')));
    expect(forms.length).toBeGreaterThan(0);
    for (const [operationId, types] of forms)
      expect({ operationId, types }).toEqual({ operationId, types: [expect.any(String)] });
  });
});

describe('the repository contract for client generators', () => {
  const operations = listContractOperations(repositoryContract);

  it.each(['/archives', '/migrations'])(
    'declares lines of JSON only as the streamed response of %s',
    (path) => {
      const { responses } = operations.find((one) => one.path === path && one.method === 'post')!;
      const types = Object.entries(responses).flatMap(([status, { content }]) =>
        Object.keys(content ?? {}).map((type) => `${status[0]}xx ${type}`),
      );
      expect([...new Set(types)].sort()).toEqual([
        '2xx application/x-ndjson',
        '4xx application/problem+json',
        '5xx application/problem+json',
      ]);
    },
  );

  it.each(['updateArtifact', 'handleBulkAuOp'])(
    'declares %s as a form without files, and accepts multipart',
    (operationId) => {
      const { requestBody } = operations.find((one) => one.operationId === operationId)!;
      expect(Object.keys(requestBody!.content)).toEqual(['application/x-www-form-urlencoded']);
      expect(requestBody!['x-other-media-types']).toEqual(['multipart/form-data']);
    },
  );
});
