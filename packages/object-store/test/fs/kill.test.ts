// Kills a writing process with SIGKILL. Afterwards each object is complete or missing, and no acknowledged object is
// missing.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFsStore } from '../../src/fs/store.ts';
import type { ObjectStore } from '../../src/port/port.ts';

const program = fileURLToPath(new URL('./killed-writer.ts', import.meta.url));
const sizeBytes = 1_500_001;
const rounds = 8;

describe('a killed writer', () => {
  let folder: string;
  let store: ObjectStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-objects-'));
    store = await openFsStore({ folder });
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Kills the writer some milliseconds after its first object. Returns the acknowledged keys. */
  async function writeUntilKilled(name: string, waitMs: number): Promise<string[]> {
    const child = spawn(process.execPath, [program, folder, name, String(sizeBytes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let said = '';
    const first = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        resolve();
      });
    });
    await Promise.race([first, ended]);
    await sleep(waitMs);
    child.kill('SIGKILL');
    await ended;
    return said.split('\n').slice(0, -1);
  }

  async function expectWhole(key: string): Promise<void> {
    const fill = Number(key.split('/').at(-1)) % 251;
    let total = 0;
    for await (const chunk of await store.read(key)) {
      if (!(chunk as Buffer).every((byte) => byte === fill)) throw new Error(`foreign bytes in ${key}`);
      total += (chunk as Buffer).length;
    }
    expect(total).toBe(sizeBytes);
  }

  it('leaves whole objects or nothing, wherever it was', async () => {
    let acknowledged = 0;
    for (let round = 0; round < rounds; round += 1) {
      const name = String(round);
      const said = await writeUntilKilled(name, round * 3.7);
      const listed = (await store.list({ prefix: `kill/${name}/` })).map(({ key }) => key);
      expect(listed).toEqual(expect.arrayContaining(said));
      // At most one object exists without an acknowledgement.
      expect(listed.length - said.length).toBeLessThanOrEqual(1);
      for (const key of listed) await expectWhole(key);
      acknowledged += said.length;
    }
    expect(acknowledged).toBeGreaterThanOrEqual(rounds);
    // Files of unfinished writes are invisible. Each kill leaves at most one.
    expect((await readdir(join(folder, 'tmp'))).length).toBeLessThanOrEqual(rounds);
  });
});
