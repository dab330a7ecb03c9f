import { UsageError } from '@holdfast/cli-kit';
import { describe, expect, it } from '@jest/globals';
import { parseCommand } from '../src/arguments.ts';

describe('what is typed', () => {
  it('names files and the Archival Unit', () => {
    expect(parseCommand(['import', 'a.warc.gz', 'b.warc', '--auid', 'p&k~v'])).toEqual({
      command: 'import',
      files: ['a.warc.gz', 'b.warc'],
      auid: 'p&k~v',
      storeDuplicate: false,
      json: false,
      quiet: false,
    });
  });

  it('may say everything, in any order', () => {
    const words =
      'import --namespace n --url http://h:1 --store-duplicate - --exclude-status 4.. --user u --password-file p --json --quiet --auid a';
    expect(parseCommand(words.split(' '))).toEqual({
      command: 'import',
      files: ['-'],
      auid: 'a',
      namespace: 'n',
      url: 'http://h:1',
      storeDuplicate: true,
      excludeStatusPattern: '4..',
      user: 'u',
      passwordFile: 'p',
      json: true,
      quiet: true,
    });
  });

  it('may ask for help', () => {
    for (const words of [[], ['--help'], ['-h'], ['help']])
      expect(parseCommand(words)).toEqual({ command: 'help' });
    for (const words of [
      ['help', 'import'],
      ['import', '--help'],
      ['import', '-h'],
    ]) {
      expect(parseCommand(words)).toEqual({ command: 'help', about: 'import' });
    }
    expect(parseCommand(['--version'])).toEqual({ command: 'version' });
  });

  it.each([
    [['frobnicate'], "Unknown command 'frobnicate'"],
    [['help', 'frobnicate'], "Unknown command 'frobnicate'"],
    [['import', 'a.warc'], 'Specify the Archival Unit'],
    [['import', 'a.warc', '--auid', ''], 'Specify the Archival Unit'],
    [['import', '--auid', 'a'], 'Specify at least one archive'],
    [
      ['import'],
      'Specify at least one archive, a folder of archives, or - for standard input.\nSpecify the Archival Unit',
    ],
    [['import', '-', '-', '--auid', 'a'], 'only once'],
    [['import', 'a.warc', '--auid', 'a', '--frob'], '--frob'],
    [['import', 'a.warc', '--auid'], '--auid'],
  ])('is refused when it makes no sense: %j', (words, message) => {
    expect(() => parseCommand(words)).toThrow(UsageError);
    expect(() => parseCommand(words)).toThrow(message);
  });
});
