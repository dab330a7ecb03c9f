import { UsageError } from '@holdfast/cli-kit';
import { describe, expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';
import { readNewPassword } from '../../src/users/new-password.ts';

describe('what is typed behind user', () => {
  it('adds, removes, lists and hashes', () => {
    const words = ['user', 'add', 'n', '--role', 'a', '--replace', '--role', 'b', '--password-file', 'p'];
    expect(parseCommand([...words, '--file', 'f'])).toEqual({
      command: 'user',
      action: 'add',
      name: 'n',
      roles: ['a', 'b'],
      file: 'f',
      replace: true,
      passwordFile: 'p',
    });
    expect(parseCommand(['user', 'remove', 'n', '--file', 'f'])).toEqual({
      command: 'user',
      action: 'remove',
      name: 'n',
      file: 'f',
    });
    expect(parseCommand(['user', 'list', '--file', 'f'])).toEqual({
      command: 'user',
      action: 'list',
      file: 'f',
    });
    expect(parseCommand(['user', 'disable', 'n', '--file', 'f'])).toEqual({
      command: 'user',
      action: 'disable',
      name: 'n',
      file: 'f',
    });
    expect(parseCommand(['user', 'end-sessions', '--subject', 's', '--file', 'f'])).toEqual({
      command: 'user',
      action: 'end-sessions',
      subject: 's',
      file: 'f',
    });
    expect(parseCommand(['user', 'hash'])).toEqual({ command: 'user', action: 'hash' });
  });

  it('is about the file of the settings when it names none', () => {
    expect(parseCommand(['user', 'list'], 'settings.json')).toMatchObject({ file: 'settings.json' });
    expect(parseCommand(['user', 'list', '--file', 'f'], 'settings.json')).toMatchObject({ file: 'f' });
  });

  it.each([[['user']], [['user', '--help']], [['user', 'add', '--help']], [['help', 'user']]])(
    'may ask for help: %j',
    (words) => {
      expect(parseCommand(words)).toEqual({ command: 'help', about: 'user' });
    },
  );

  it.each([
    [['user', 'frob'], "Unknown command 'user frob'"],
    [['user', 'constructor'], "Unknown command 'user constructor'"],
    [['user', 'add', '--file', 'f'], 'Specify one user name'],
    [['user', 'add', 'a', 'b', '--file', 'f'], 'Specify one user name'],
    [['user', 'add', 'a'], 'Specify the users file'],
    [['user', 'enable', '--file', 'f'], 'Specify one user name'],
    [['user', 'enable', 'a', '--subject', 's', '--file', 'f'], 'not both'],
    [['user', 'remove', 'a', '--subject', 's', '--file', 'f'], "'user remove' has no option --subject"],
    [['user', 'list', 'a', '--file', 'f'], "Unexpected argument 'a'"],
    [['user', 'list', '--file', 'f', '--replace'], "'user list' has no option --replace"],
    [['user', 'hash', '--role', 'x'], "'user hash' has no option --role"],
    [['user', 'add', 'a', '--file', 'f', '--password', 'p'], '--password'],
  ])('is refused when it makes no sense: %j', (words, message) => {
    expect(() => parseCommand(words)).toThrow(UsageError);
    expect(() => parseCommand(words)).toThrow(message);
  });
});

describe('a password that is typed', () => {
  const nothing = (async function* () {})();
  const typing = (...answers: string[]) => ({
    file: undefined,
    input: nothing,
    ask: async () => answers.shift()!,
  });

  it('is asked for twice', async () => {
    expect(await readNewPassword(typing('a secret', 'a secret'))).toBe('a secret');
    await expect(readNewPassword(typing('a secret', 'a sekret'))).rejects.toThrow('passwords differ');
  });
});
