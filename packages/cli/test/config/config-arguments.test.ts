import { UsageError } from '@holdfast/cli-kit';
import { describe, expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';

const typed = (text: string) => parseCommand(['config', ...text.split(' ').filter((word) => word !== '')]);

describe('what is typed behind holdfast config', () => {
  it.each([
    ['get expert', { action: 'get', name: 'expert' }],
    ['get expert --output f', { action: 'get', name: 'expert', output: 'f' }],
    ['-o f get http://h/x', undefined],
    [
      'get -o f http://h/x --url http://h:1 --user u --password-file p',
      { action: 'get', name: 'http://h/x', output: 'f', url: 'http://h:1', user: 'u', passwordFile: 'p' },
    ],
    ['put expert -', { action: 'put', section: 'expert', file: '-' }],
    [
      'put expert f --create-only',
      { action: 'put', section: 'expert', file: 'f', condition: { 'If-None-Match': '*' } },
    ],
    [
      'put expert f --if-match "a"',
      { action: 'put', section: 'expert', file: 'f', condition: { 'If-Match': '"a"' } },
    ],
    [
      'put expert f --if-match a',
      { action: 'put', section: 'expert', file: 'f', condition: { 'If-Match': '"a"' } },
    ],
    [
      'put expert f --if-match *',
      { action: 'put', section: 'expert', file: 'f', condition: { 'If-Match': '*' } },
    ],
    ['show', { action: 'show' }],
    ['show org.lockss.ui.', { action: 'show', key: 'org.lockss.ui.' }],
    ['reload', { action: 'reload', wait: false }],
    ['reload --wait', { action: 'reload', wait: true }],
  ])('%s', (text, command) => {
    if (command === undefined) expect(() => typed(text)).toThrow(UsageError);
    else expect(typed(text)).toEqual({ command: 'config', ...command });
  });

  it.each(['', '--help', 'help', 'get --help', 'put -h'])('%s asks for help', (text) => {
    expect(typed(text)).toEqual({ command: 'help', about: 'config' });
    expect(parseCommand(['help', 'config'])).toEqual({ command: 'help', about: 'config' });
  });

  it.each([
    ['get', 'Specify a section'],
    ['get ..', 'Specify a section'],
    ['get a b', "Unexpected argument 'b'."],
    ['put', 'Specify a section'],
    ['put expert', 'Specify the file to store'],
    ['put expert f g', "Unexpected argument 'g'."],
    ['put expert f --create-only --if-match a', 'not both'],
    ['put expert f --if-match=', 'needs an entity tag'],
    ['put expert f --wait', "'config put' has no option --wait."],
    ['get expert --create-only', "'config get' has no option --create-only."],
    ['show a b', "Unexpected argument 'b'."],
    ['show --wait', "'config show' has no option --wait."],
    ['reload now', "Unexpected argument 'now'."],
    ['drop expert', "Unknown command 'config drop'."],
    ['get --nonsense', 'nonsense'],
  ])('%s is not understood', (text, message) => {
    expect(() => typed(text)).toThrow(UsageError);
    expect(() => typed(text)).toThrow(message);
  });
});
