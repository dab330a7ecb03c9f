import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLogFile, readLastLines, trimLogFile } from '../src/log-file.ts';

const limits = { fileBytes: 10, olderFiles: 2 };

describe('a service log', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-log-'));
    file = join(folder, 'service.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = (text: string) => {
    const { descriptor } = openLogFile(file, limits);
    appendFileSync(file, text);
    closeSync(descriptor);
  };

  it('is appended to until it is full, then put aside, and the oldest goes', () => {
    for (const text of ['one', 'two-', '+++++', 'three-three', 'four-four-', 'five']) start(text);
    expect(readdirSync(folder).sort()).toEqual(['service.log', 'service.log.1', 'service.log.2']);
    expect(readFileSync(file, 'utf8')).toBe('five');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('four-four-');
    expect(readFileSync(`${file}.2`, 'utf8')).toBe('three-three');
  });

  it('is bounded while its service goes on writing', () => {
    const { descriptor } = openLogFile(file, limits);
    writeSync(descriptor, 'a first long line\n');
    trimLogFile(file, limits);
    writeSync(descriptor, 'then\n');
    trimLogFile(file, limits);
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8')).toBe('then\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('a first long line\n');
  });

  it('stays as it is, with what was put aside, when there is no room for its copy', () => {
    start('an earlier long line\n');
    start('a long line\n');
    mkdirSync(`${file}.copy`);
    trimLogFile(file, limits);
    expect(readFileSync(file, 'utf8')).toBe('a long line\n');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('an earlier long line\n');
  });

  it('gives the last words of a run: warnings, errors and what is no JSON', () => {
    appendFileSync(file, '{"level":50,"msg":"of an earlier run"}\n');
    const { sizeBytes, descriptor } = openLogFile(file);
    closeSync(descriptor);
    const lines = [
      '{"level":30,"msg":"one request"}',
      '{"level":40,"msg":"slow"}',
      '{"level":"error","msg":"no database","err":{"message":"connection refused"}}',
      '{"level":60,"msg":"bad settings","faults":["A is wrong","B too"]}',
      'Error: unexpected',
      '    at line 1',
      '{"level":50,"msg":"cut off in the mid',
    ];
    appendFileSync(file, lines.join('\n'));
    expect(readLastLines(file, sizeBytes)).toEqual([
      'slow',
      'no database: connection refused',
      'bad settings: A is wrong; B too',
      'Error: unexpected',
      '    at line 1',
      '{"level":50,"msg":"cut off in the mid',
    ]);
    expect(readLastLines(file, sizeBytes, 1)).toHaveLength(1);
  });
});
