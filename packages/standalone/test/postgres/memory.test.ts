import { describe, expect, it } from '@jest/globals';
import { toMemorySettings } from '../../src/postgres/memory.ts';

const GIB = 2 ** 30;

describe('the cache of the server', () => {
  it.each([
    [0.25, '128MB', '512MB', '64MB'],
    [8, '2048MB', '4096MB', '256MB'],
    [16, '4096MB', '8192MB', '512MB'],
    [256, '8192MB', '131072MB', '512MB'],
  ])('of a machine with %d GiB is %s', (gibibytes, shared, cached, building) => {
    expect(toMemorySettings(100 * GIB, gibibytes * GIB)).toEqual({
      shared_buffers: shared,
      effective_cache_size: cached,
      maintenance_work_mem: building,
    });
  });

  it.each([
    [0, '1024MB'],
    [0.75, '1536MB'],
    [3, '4096MB'],
  ])('of a database of %d GiB on a machine with 16 GiB is %s', (gibibytes, shared) => {
    expect(toMemorySettings(gibibytes * GIB, 16 * GIB)).toMatchObject({
      shared_buffers: shared,
      maintenance_work_mem: '512MB',
    });
  });

  it('is some of this machine', () => {
    expect(toMemorySettings(0).shared_buffers).toMatch(/^\d{3,4}MB$/);
  });
});
