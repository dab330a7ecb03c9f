import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adjustDiskReserve } from '../src/disk-reserve.ts';

const MIB = 2 ** 20;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-room-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('takes room while there is plenty, gives up what sessions need where there is none, and takes it again', async () => {
  const file = join(folder, 'held-room');
  let free = 1_000 * MIB;
  let refusals = 0;
  const opens = async () => refusals-- <= 0;
  const look = async () => {
    await adjustDiskReserve({ file, opens, freeBytes: async () => free });
    return (await stat(file)).size / MIB;
  };
  expect(await look()).toBe(8);
  free = 0;
  expect(await look()).toBe(8);
  refusals = 2;
  expect(await look()).toBe(6);
  refusals = 100;
  expect(await look()).toBe(0);
  free = 100 * MIB;
  expect(await look()).toBe(0);
  free = 1_000 * MIB;
  expect(await look()).toBe(8);
});
