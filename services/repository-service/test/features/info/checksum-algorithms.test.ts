// Tests GET /checksumalgorithms.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { listChecksumAlgorithms } from '../../../src/features/info/info.ts';
import { startTestService } from '../../service.ts';

describe('the checksum algorithms', () => {
  it('are those of the field, in its spelling', async () => {
    const { client } = await startTestService();
    const names = await client.json<string[]>('/checksumalgorithms');
    expect(names).toEqual(expect.arrayContaining(['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(listChecksumAlgorithms());
  });

  it('are only those that can be computed here', () => {
    const restricted = (algorithm: string) => {
      if (!algorithm.startsWith('sha')) throw new Error('not approved');
      return createHash(algorithm);
    };
    const allowed = listChecksumAlgorithms(restricted);
    expect(allowed).not.toContain('MD5');
    expect(allowed).toContain('SHA-256');
    expect(listChecksumAlgorithms(() => fail())).toEqual([]);
  });
});

function fail(): never {
  throw new Error('no such algorithm');
}
