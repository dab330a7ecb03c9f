import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSharedSecret } from '../../src/database/shared-secret.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

describe('sharedSecret', () => {
  it('is the same for all who ask at once, and for all who ask later', async () => {
    const pools = [1, 2, 3, 4].map(() => scratch.open().pool);
    const secrets = await Promise.all(pools.map((pool) => readSharedSecret(pool, 'page token')));
    const later = await readSharedSecret(scratch.open().pool, 'page token');
    expect(new Set([...secrets, later].map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(later).toHaveLength(32);
    expect(await readSharedSecret(scratch.open().pool, 'another')).not.toEqual(later);
  });
});
