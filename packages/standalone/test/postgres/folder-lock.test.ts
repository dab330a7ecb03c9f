import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockFolder } from '../../src/postgres/folder-lock.ts';

describe('the lock on a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is had by one at a time', () => {
    const first = lockFolder(folder);
    expect(first).toBeDefined();
    expect(lockFolder(folder)).toBeUndefined();
    first?.release();
    const second = lockFolder(folder);
    expect(second).toBeDefined();
    second?.release();
  });

  it('is free again when its holder is killed', async () => {
    const module = new URL('../../src/postgres/folder-lock.ts', import.meta.url).href;
    const program = `import { lockFolder } from ${JSON.stringify(module)};
      console.log(lockFolder(${JSON.stringify(folder)}) ? 'held' : 'refused');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(holder.stdout, 'data');
    expect(String(said)).toBe('held\n');
    expect(lockFolder(folder)).toBeUndefined();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const next = lockFolder(folder);
    expect(next).toBeDefined();
    next?.release();
  });
});
