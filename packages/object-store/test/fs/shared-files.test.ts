import { expect, it } from '@jest/globals';
import type { FileHandle } from '../../src/fs/disk.ts';
import { SharedFiles } from '../../src/fs/shared-files.ts';

/** Creates shared files that only count calls. The test controls the timers. */
function counted({ local = true } = {}) {
  const log: string[] = [];
  const removed = new Set<string>();
  const due: (() => void)[] = [];
  const looks: string[] = [];
  const isThere = (key: string) => {
    looks.push(key);
    return !removed.has(key);
  };
  const open = async (path: string) => {
    log.push(`open ${path}`);
    if (path === 'none') throw new Error('no such file');
    return { path, close: async () => void log.push(`close ${path}`) } as unknown as FileHandle;
  };
  const files = new SharedFiles({
    presenceOf: local ? (_file, key) => () => isThere(key) : undefined,
    later: (_delayMs, work) => void due.push(work),
    nextTurn: (work) => void setImmediate(work),
  });
  const reader = (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = files.reading(
      path,
      () => open(path),
      () => promise,
    );
    return { read, end: resolve };
  };
  const readOnce = async (path: string) => {
    const { read, end } = reader(path);
    end();
    await read;
    await settled();
  };
  const passTime = async () => {
    for (const work of due.splice(0)) work();
    await settled();
  };
  return { files, log, looks, removed, reader, readOnce, passTime };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('opens a file once for all reads within a time, and closes it then', async () => {
  const { log, reader, readOnce, passTime, files } = counted();
  const readers = [reader('a'), reader('a'), reader('b')];
  for (const { end } of readers) end();
  await Promise.all(readers.map(({ read }) => read));
  await readOnce('a');
  expect(log).toEqual(['open a', 'open b']);
  expect([files.opened('a'), files.opened('c')]).toEqual([expect.objectContaining({ path: 'a' }), undefined]);
  await passTime();
  expect(log.slice(2).sort()).toEqual(['close a', 'close b']);
  await readOnce('a');
  expect(log.at(-1)).toBe('open a');
});

it('closes it with its last reader where others may have removed it unseen', async () => {
  const { log, reader, readOnce } = counted({ local: false });
  const both = [reader('a'), reader('a')];
  both[0]!.end();
  await settled();
  expect(log).toEqual(['open a']);
  both[1]!.end();
  await Promise.all(both.map(({ read }) => read));
  await settled();
  await readOnce('a');
  expect(log).toEqual(['open a', 'close a', 'open a', 'close a']);
});

it('opens it anew, and closes it with its readers, once its time is over, or it was removed here or elsewhere', async () => {
  const { files, log, removed, reader, readOnce, passTime } = counted();
  const first = reader('a');
  await settled();
  await passTime();
  const second = reader('a');
  await settled();
  files.forget('a');
  const third = reader('a');
  await settled();
  removed.add('a');
  expect(files.opened('a')).toBeUndefined();
  expect(log).toEqual(['open a', 'open a', 'open a']);
  for (const { end } of [first, second, third]) end();
  await Promise.all([first.read, second.read, third.read]);
  await settled();
  expect(log.slice(3)).toEqual(['close a', 'close a', 'close a']);
  removed.clear();
  await readOnce('a');
  files.forgetAll();
  await settled();
  expect(log.slice(6)).toEqual(['open a', 'close a']);
});

it('looks once in a turn whether a file is still there', async () => {
  const { files, looks, removed, readOnce } = counted();
  await readOnce('a');
  await readOnce('b');
  for (let time = 0; time < 3; time++) expect(files.opened('a')).toBeDefined();
  expect(files.opened('b')).toBeDefined();
  expect(looks).toEqual(['a', 'b']);
  removed.add('a');
  await settled();
  expect([files.opened('a'), files.opened('b')]).toEqual([undefined, expect.anything()]);
  expect(looks).toEqual(['a', 'b', 'a', 'b']);
});

it('keeps no more than so many', async () => {
  const { log, readOnce } = counted();
  for (let file = 0; file < 70; file++) {
    await readOnce(`${file}`);
    await readOnce('0');
  }
  expect(log.filter((line) => line.startsWith('close'))).toEqual(
    [1, 2, 3, 4, 5, 6].map((file) => `close ${file}`),
  );
});

it('fails all who share a file that cannot be opened, and tries again after them', async () => {
  const { log, reader } = counted();
  const both = await Promise.allSettled([reader('none').read, reader('none').read]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(reader('none').read).rejects.toThrow('no such file');
  expect(log).toEqual(['open none', 'open none']);
});
