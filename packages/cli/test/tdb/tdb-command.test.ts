import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunOptions, runInProcess } from '../import/import-service.ts';

describe('holdfast tdb check', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-tdb-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const check = (words: readonly string[], options?: RunOptions) =>
    runInProcess(['tdb', 'check', ...words], options);
  const put = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const good = (publisher = 'P') =>
    `publisher < name = ${publisher} >\nplugin = p.${publisher}\nimplicit < name ; year >\nau < A ; 1 >\n`;

  it('finds nothing wrong with what is right', async () => {
    await put('a.tdb', good());
    await mkdir(join(folder, 'more'));
    await put('more/b.tdb', good('Q'));
    await put('more/README', 'no titles');
    expect(await check([folder])).toEqual({
      exitCode: 0,
      output: '',
      errorOutput: '2 files, 2 AUs of 2 titles from 2 publishers: no warnings\n',
    });
  });

  it('tells what is wrong, line by line, and what it comes to', async () => {
    const a = await put('a.tdb', `${good()}au < B >\nau < C ; 2 >\nau < A ; 3 >\n`);
    const b = await put('b.xml', '<lockss-config>\n<x/></lockss-config>');
    const { exitCode, output, errorOutput } = await check([a, b]);
    expect(exitCode).toBe(1);
    expect(output.split('\n')).toEqual([
      `${a}:5:1: the AU has 1 values where "implicit" names 2; it is left out`,
      `${a}:6:1: the AU "C" has the same plugin and parameters as the AU at ${a}:4`,
      `${a}:7:1: the AU "A" has the same plugin and parameters as the AU at ${a}:4`,
      expect.stringMatching(`^${b}:2:\\d+: .*; the whole file is ignored$`),
      '',
    ]);
    expect(errorOutput).toBe('2 files, 3 AUs of 2 titles from 1 publisher: 4 warnings\n');
  });

  it('prints JSON for programs, and nothing else when it is to be quiet', async () => {
    const a = await put('a.tdb', '\n }\n');
    const { exitCode, output, errorOutput } = await check([a, '--json', '--quiet']);
    expect({ exitCode, errorOutput }).toEqual({ exitCode: 1, errorOutput: '' });
    const message = 'there is no "{" for this "}"';
    expect(JSON.parse(output)).toEqual({ source: a, line: 2, column: 2, message });
  });

  it('reads standard input', async () => {
    expect(await check(['-'], { input: Buffer.from(`${good()}}`) })).toEqual({
      exitCode: 1,
      output: 'standard input:5:1: there is no "{" for this "}"\n',
      errorOutput: '1 file, 1 AU of 1 title from 1 publisher: 1 warning\n',
    });
  });

  it('says what cannot be read, and checks the rest', async () => {
    const a = await put('a.tdb', `${good()}}`);
    const { exitCode, output, errorOutput } = await check([join(folder, 'nowhere'), a]);
    expect(exitCode).toBe(2);
    expect(output).toContain(`${a}:5:1: `);
    expect(errorOutput).toContain(`${folder}/nowhere is not there.\n`);
  });

  it('keeps control characters of files from the terminal', async () => {
    const a = await put('a.tdb', 'implicit < name >\nau < \u001b[2J >');
    expect((await check([a])).output).toBe(`${a}:2:1: the AU "\\u001b[2J" has no plugin\n`);
  });

  it('draws a bar on a terminal, and takes it away before it says something', async () => {
    const a = await put('a.tdb', '}');
    const { errorOutput } = await check([a], { isTTY: true });
    expect(errorOutput).toContain('\r\u001b[K');
    expect(errorOutput).toMatch(/1 file, 0 AUs of 0 titles from 0 publishers: 1 warning\n$/);
  });

  it('is stopped', async () => {
    const a = await put('a.tdb', good());
    expect((await check([a], { signal: AbortSignal.abort() })).exitCode).toBe(130);
  });

  it.each([
    [['tdb', 'check'], 'Specify the files or folders to check, or - for standard input.\n'],
    [['tdb', 'check', '-', '-'], 'Standard input (-) can be read only once.\n'],
    [['tdb', 'chekc'], "Unknown command 'tdb chekc'. './holdfast tdb --help' lists the commands.\n"],
    [['tdb', 'check', '--strict'], expect.stringContaining('--strict')],
  ])('does not understand %j', async (words, errorOutput) => {
    expect(await runInProcess(words)).toEqual({ exitCode: 2, output: '', errorOutput });
  });

  it.each([[['tdb']], [['tdb', '--help']], [['tdb', 'check', '-h']], [['help', 'tdb']]])(
    'explains itself: %j',
    async (words) => {
      const { exitCode, output } = await runInProcess(words);
      expect(exitCode).toBe(0);
      expect(output).toContain('holdfast tdb check FILE… [options]');
    },
  );
});
