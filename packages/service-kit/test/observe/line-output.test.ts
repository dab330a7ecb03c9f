import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { countDroppedLines, createLineOutput } from '../../src/observe/log.ts';

let folder: string;
let file: string;
let descriptors: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lines-'));
  file = join(folder, 'log');
  descriptors = [openSync(file, 'a'), openSync('/dev/full', 'w')];
});
afterEach(() => {
  for (const descriptor of descriptors) closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

it('holds what a full disk does not take, counts what is beyond, and says where lines are missing', () => {
  let isFull = true;
  const output = createLineOutput({
    name: 'of the test',
    descriptor: () => descriptors[isFull ? 1 : 0]!,
    missingLine: (lines) => `${lines} are missing\n`,
  });
  const long = `${'x'.repeat(99_999)}\n`;
  output.write('first\n');
  for (let count = 0; count < 20; count++) output.write(long);
  output.flushSync();
  expect(countDroppedLines()['of the test']).toBe(10);
  isFull = false;
  output.flushSync();
  output.write('after\n');
  output.flushSync();
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.map((line) => line.slice(0, 15))).toEqual([
    'first',
    ...Array(10).fill('x'.repeat(15)),
    '10 are missing',
    'after',
    '',
  ]);
  expect(output.droppedLines).toBe(10);
});

it('goes on by itself, and tears no line', async () => {
  let isFull = true;
  const output = createLineOutput({
    name: 'of the test',
    descriptor: () => {
      if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      return descriptors[0]!;
    },
    missingLine: () => '',
  });
  output.write('one\n');
  await new Promise((resolve) => setImmediate(resolve));
  output.write('two\n');
  isFull = false;
  while (readFileSync(file, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
});

it('writes the first line at once, and gathers those that come soon after', async () => {
  let writes = 0;
  const output = createLineOutput({
    name: 'of the test',
    descriptor: () => {
      writes += 1;
      return descriptors[0]!;
    },
    missingLine: () => '',
    gatherMs: 500,
  });
  output.write('one\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(readFileSync(file, 'utf8')).toBe('one\n');
  for (const line of ['two\n', 'three\n']) {
    output.write(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(readFileSync(file, 'utf8')).toBe('one\n');
  while (writes === 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  expect(writes).toBe(2);
});
