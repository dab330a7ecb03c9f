// Monitoring of full disks, simulated by a fake `statfs`: a test cannot fill a real disk.
import { describe, expect, it } from '@jest/globals';
import {
  createDiskSpace,
  DiskFullError,
  type FileSystemStats,
  isDiskFull,
  type WatchedDisk,
} from '../../src/disk/disk-space.ts';

const MiB = 2 ** 20;

/** Creates disks of 1,000 MiB. Tests set the free space in MiB by folder. */
function spaceOf(free: Record<string, number | Partial<FileSystemStats>>, disks?: WatchedDisk[]) {
  const statfs = async (folder: string): Promise<FileSystemStats> => {
    const one = free[folder];
    if (one === undefined) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    const usual = { bsize: MiB, blocks: 1_000, bavail: 0, files: 0, ffree: 0 };
    return typeof one === 'number' ? { ...usual, bavail: one } : { ...usual, ...one };
  };
  const watched = disks ?? [{ name: 'object store', folder: '/store' }];
  return createDiskSpace({ disks: watched, reserveBytes: 100 * MiB, statfs });
}

describe('the room on the disks', () => {
  it('ends below the reserve and is there again a little above it', async () => {
    const free: Record<string, number> = { '/store': 100 };
    const space = spaceOf(free);
    await space.look();
    const signal = space.signal();
    space.check();
    expect({ full: space.full, aborted: signal.aborted }).toEqual({ full: undefined, aborted: false });

    free['/store'] = 99;
    await space.look();
    expect(space.full).toBe(
      'disk full: nothing is stored while the disk of the object store has less than 100 MiB free; reads go on',
    );
    expect(() => space.check()).toThrow(DiskFullError);
    expect(isDiskFull(signal.reason)).toBe(true);
    expect(space.signal().aborted).toBe(true);
    expect(space.disks).toEqual([{ name: 'object store', freeBytes: 99 * MiB, reserveBytes: 100 * MiB }]);

    const waited = space.untilFree(new AbortController().signal);
    free['/store'] = 109;
    await space.look();
    expect(space.full).toBeDefined();
    free['/store'] = 110;
    await space.look();
    await waited;
    space.check();
    expect(space.signal().aborted).toBe(false);
  });

  it('is not waited for by who is to stop', async () => {
    const space = spaceOf({ '/store': 0 });
    await space.look();
    const stop = new AbortController();
    const waited = space.untilFree(stop.signal);
    stop.abort();
    await expect(waited).resolves.toBeUndefined();
  });

  it('ends with the last new file, too', async () => {
    const space = spaceOf({ '/store': { bavail: 900, files: 10_000, ffree: 999 } });
    await space.look();
    expect(space.full).toMatch(/^disk full: /);
  });

  it('is that of the parent of a folder still to be made, and of a small spool no more than its share', async () => {
    const spool = { name: 'spool', folder: '/tmp/spool/own', mostShare: 0.05 };
    const free: Record<string, number> = { '/tmp': 50 };
    const space = spaceOf(free, [spool]);
    await space.look();
    expect(space.full).toBeUndefined();
    free['/tmp'] = 49;
    await space.look();
    expect(space.full).toMatch(/the disk of the spool has less than 50 MiB/);
  });

  it('stays what it was while the system does not say', async () => {
    const free: Record<string, number> = { '/store': 10 };
    const space = spaceOf(free);
    await space.look();
    delete free['/store'];
    await space.look();
    expect(space.full).toBeDefined();
  });
});

describe('a full disk', () => {
  it.each([
    [true, Object.assign(new Error('write'), { code: 'ENOSPC' })],
    [true, new Error('store', { cause: Object.assign(new Error('write'), { code: 'EDQUOT' }) })],
    [true, new Error('index', { cause: Object.assign(new Error('could not extend'), { code: '53100' }) })],
    [false, Object.assign(new Error('no'), { code: 'EACCES' })],
    [false, undefined],
  ])('is told from other errors: %s', (expected, error) => {
    expect(isDiskFull(error)).toBe(expected);
  });
});
