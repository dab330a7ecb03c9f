// GET /checksumalgorithms.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checksumAlgorithms } from '../../../src/features/info/info.ts';
import { testService } from '../../service.ts';

describe('the checksum algorithms', () => {
  it('are those of the field, in its spelling', async () => {
    const { client } = await testService();
    const names = await client.json<string[]>('/checksumalgorithms');
    expect(names).toEqual(expect.arrayContaining(['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(checksumAlgorithms());
  });

  it('are only those that can be computed here', () => {
    const restricted = (algorithm: string) => {
      if (!algorithm.startsWith('sha')) throw new Error('not approved');
      return createHash(algorithm);
    };
    const allowed = checksumAlgorithms(restricted);
    expect(allowed).not.toContain('MD5');
    expect(allowed).toContain('SHA-256');
    expect(checksumAlgorithms(() => fail())).toEqual([]);
  });
});

function fail(): never {
  throw new Error('no such algorithm');
}
