import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

// Runs the TypeScript source directly in Node, so that the test does not use an outdated build.
const log = fileURLToPath(new URL('../../src/observe/log.ts', import.meta.url));

/** Runs the code in a process with a `log` and returns the process's log lines. */
function linesOf(work: string): unknown[] {
  const program = `import { createLog } from ${JSON.stringify(log)}; const log = createLog({ service: 's' }); ${work}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).msg);
}

const many = Array.from({ length: 1_000 }, (_, index) => `line ${index}`);

it.each([
  ['returns', ''],
  ['exits', 'process.exit(0);'],
  ['fails', 'throw new Error("on purpose");'],
  ['fails later', 'setTimeout(() => { log.info("later"); null.nothing; }, 5);'],
])('writes every line of a program that %s, in order', (_, end) => {
  const lines = linesOf(`for (let index = 0; index < 1000; index++) log.info('line ' + index); ${end}`);
  expect(lines).toEqual(end.includes('later') ? [...many, 'later'] : many);
});

it('writes a line before the next turn of the event loop, also of a process that is killed', () => {
  const kill = 'setImmediate(() => setImmediate(() => process.kill(process.pid, "SIGKILL")));';
  expect(linesOf(`log.info('seen'); ${kill}`)).toEqual(['seen']);
});

it('neither ends nor holds up a process when the disk is full', () => {
  const program = `
    import { countDroppedLines, createLog } from ${JSON.stringify(log)};
    const log = createLog({ service: 's' });
    const long = 'x'.repeat(1000);
    for (let index = 0; index < 3000; index++) log.info(long);
    setTimeout(() => {
      log.fatal('last');
      process.stderr.write(JSON.stringify(countDroppedLines()));
    }, 120);`;
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(status).toBe(0);
  expect(JSON.parse(stderr).service).toBeGreaterThan(1_500);
});
