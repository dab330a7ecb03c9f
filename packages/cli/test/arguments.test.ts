import { describe, expect, it } from '@jest/globals';
import { parseWish } from '../src/arguments.ts';
import { UsageError } from '../src/usage-error.ts';

describe('what is typed', () => {
  it('names files and the Archival Unit', () => {
    expect(parseWish(['import', 'a.warc.gz', 'b.warc', '--auid', 'p&k~v'])).toEqual({
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
    expect(parseWish(words.split(' '))).toEqual({
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
      expect(parseWish(words)).toEqual({ command: 'help' });
    for (const words of [
      ['help', 'import'],
      ['import', '--help'],
      ['import', '-h'],
    ]) {
      expect(parseWish(words)).toEqual({ command: 'help', about: 'import' });
    }
    expect(parseWish(['--version'])).toEqual({ command: 'version' });
  });

  it.each([
    [['frobnicate'], "There is no command 'frobnicate'"],
    [['help', 'frobnicate'], "There is no command 'frobnicate'"],
    [['import', 'a.warc'], 'Which Archival Unit?'],
    [['import', 'a.warc', '--auid', ''], 'Which Archival Unit?'],
    [['import', '--auid', 'a'], 'Which file?'],
    [['import'], 'Which file? Name at least one WARC file, or - for standard input.\nWhich Archival Unit?'],
    [['import', '-', '-', '--auid', 'a'], 'only once'],
    [['import', 'a.warc', '--auid', 'a', '--frob'], '--frob'],
    [['import', 'a.warc', '--auid'], '--auid'],
  ])('is refused when it makes no sense: %j', (words, message) => {
    expect(() => parseWish(words)).toThrow(UsageError);
    expect(() => parseWish(words)).toThrow(message);
  });
});
