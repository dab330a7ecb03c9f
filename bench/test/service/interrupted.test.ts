import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ownPostgres = fileURLToPath(new URL('../../src/service/bench-postgres.ts', import.meta.url));

/** A program that prints its PID and folder, and never exits. */
const program = `
  import { withBenchPostgres } from ${JSON.stringify(ownPostgres)};
  await withBenchPostgres({}, async ({ pid, folder }) => {
    console.log(JSON.stringify({ pid, folder }));
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });`;

it('leaves neither a server nor its files', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
  expect(() => process.kill(pid, 0)).not.toThrow();
  child.kill('SIGINT');
  expect(await gone).toEqual([1, null]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(existsSync(folder)).toBe(false);
});
