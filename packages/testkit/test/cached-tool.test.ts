import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const source = new URL('../src/tools/cached-tool.ts', import.meta.url).href;

describe('a tool kept in the cache of the user', () => {
  let folder: string;
  let cache: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-cached-tool-'));
    cache = join(folder, 'cache', 'holdfast');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Requests the tool `saw-1` in another process. `make` is JavaScript code that installs the tool in `folder`. */
  async function ask(make: string): Promise<string> {
    const script = `import { installCachedTool } from '${source}';
      import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      const make = async (folder) => { ${make} };
      console.log(await installCachedTool({ name: 'saw-1', make, makeTimeoutMs: 60_000 }).catch((error) => error.message));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') } },
    );
    return stdout.trim();
  }

  const good = () => `appendFileSync('${folder}/made', 'once,');
    mkdirSync(folder); await sleep(300); writeFileSync(folder + '/saw', 'sharp');`;

  it('is made by the first of many, and the others find it whole', async () => {
    const homes = await Promise.all([ask(good()), ask(good()), ask(good())]);
    expect(homes).toEqual(Array(3).fill(join(cache, 'saw-1')));
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('once,');
    expect(await readdir(cache)).toEqual(['saw-1']);
    expect(await readFile(join(cache, 'saw-1', 'saw'), 'utf8')).toBe('sharp');
  });

  it('leaves nothing when it cannot be made, and the next may try again', async () => {
    expect(await ask(`mkdirSync(folder); throw new Error('no steel');`)).toBe('no steel');
    expect(await readdir(cache)).toEqual([]);
    expect(await ask(good())).toBe(join(cache, 'saw-1'));
  });

  it('is made although somebody was killed at it', async () => {
    await mkdir(cache, { recursive: true });
    const { stdout } = await promisify(execFile)(process.execPath, ['--print', 'process.pid']);
    await writeFile(join(cache, 'saw-1.making'), stdout.trim());
    expect(await ask(good())).toBe(join(cache, 'saw-1'));
    expect(await readdir(cache)).toEqual(['saw-1']);
  });
});
