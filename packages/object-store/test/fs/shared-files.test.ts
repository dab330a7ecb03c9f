import { expect, it } from '@jest/globals';
import type { FileHandle } from '../../src/fs/disk.ts';
import { SharedFiles } from '../../src/fs/shared-files.ts';

/** Files that are only counted, by a clock that stands still until it is set. */
function counted() {
  const log: string[] = [];
  let nowMs = 0;
  const open = async (path: string) => {
    log.push(`open ${path}`);
    if (path === 'none') throw new Error('no such file');
    return { close: async () => void log.push(`close ${path}`) } as unknown as FileHandle;
  };
  const files = new SharedFiles(() => nowMs);
  const reader = (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = files.reading(
      path,
      () => open(path),
      () => promise,
    );
    return { read, end: resolve };
  };
  return { files, log, reader, setNow: (ms: number) => (nowMs = ms) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** When whatever nobody reads is closed. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await turn();
}

it('opens a file once for reads that overlap, and closes it with the last', async () => {
  const { log, reader } = counted();
  const readers = [reader('a'), reader('a'), reader('b')];
  readers[0]!.end();
  await settled();
  expect(log).toEqual(['open a', 'open b']);
  for (const { end } of readers) end();
  await Promise.all(readers.map(({ read }) => read));
  await settled();
  expect(log.slice(2).sort()).toEqual(['close a', 'close b']);
  await reader('a').end();
  expect(log.at(-1)).toBe('open a');
});

it('keeps it for a reader who comes right behind the last', async () => {
  const { log, reader } = counted();
  for (let readers = 0; readers < 10; readers++) {
    const { read, end } = reader('a');
    end();
    await read;
    await turn();
  }
  expect(log).toEqual(['open a']);
  await settled();
  expect(log).toEqual(['open a', 'close a']);
});

it('opens it anew once it was open for long, or was removed', async () => {
  const { files, log, reader, setNow } = counted();
  const first = reader('a');
  setNow(1001);
  const second = reader('a');
  files.forget('a');
  const third = reader('a');
  expect(log).toEqual(['open a', 'open a', 'open a']);
  for (const { end } of [first, second, third]) end();
  await Promise.all([first.read, second.read, third.read]);
  await settled();
  expect(log.slice(3)).toEqual(['close a', 'close a', 'close a']);
});

it('fails all who share a file that cannot be opened, and tries again after them', async () => {
  const { log, reader } = counted();
  const both = await Promise.allSettled([reader('none').read, reader('none').read]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(reader('none').read).rejects.toThrow('no such file');
  expect(log).toEqual(['open none', 'open none']);
});
