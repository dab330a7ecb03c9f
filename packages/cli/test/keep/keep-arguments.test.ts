// Arguments of `holdfast keep` that the command parses itself, and arguments that it passes to the service program.
import { UsageError } from '@holdfast/cli-kit';
import { expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';

it('takes the data folder, and leaves the rest to the program', () => {
  expect(parseCommand(['keep', 'verify', '--rate', '1MiB'])).toEqual({
    command: 'keep',
    words: ['verify', '--rate', '1MiB'],
  });
  const wanted = { command: 'keep', words: ['verify', '--json'], data: 'a folder' };
  expect(parseCommand(['keep', 'verify', '--data', 'a folder', '--json'])).toEqual(wanted);
  expect(parseCommand(['keep', '--data=a folder', 'verify', '--json'])).toEqual(wanted);
});

it('wants a folder behind --data', () => {
  for (const words of [
    ['verify', '--data'],
    ['--data=', 'verify'],
    ['verify', '--data', '--json'],
  ]) {
    expect(() => parseCommand(['keep', ...words])).toThrow('--data needs a folder');
  }
});

it('takes the only database to rebuild', () => {
  expect(parseCommand(['keep', 'rebuild', '--only', 'configuration', '--replace'])).toEqual({
    command: 'keep',
    words: ['rebuild', '--replace'],
    only: 'configuration',
  });
  for (const words of [
    ['verify', '--only', 'repository'],
    ['rebuild', '--only', 'both'],
    ['rebuild', '--only'],
  ]) {
    expect(() => parseCommand(['keep', ...words])).toThrow('--only');
  }
});

it('mirrors another node by address', () => {
  const words = ['--from', 'https://one.example.org', '--namespace', 'n', '--from-user', 'u', '--verify'];
  expect(parseCommand(['keep', 'mirror', ...words])).toMatchObject({
    command: 'migrate repository',
    isMirror: true,
    from: ['https://one.example.org'],
    namespaces: ['n'],
    fromUser: 'u',
    verify: true,
    quarantine: false,
  });
  expect(parseCommand(['keep', 'mirror', '--help'])).toEqual({ command: 'help', about: 'mirror' });
  for (const wrong of [
    [],
    ['--from', '/folder'],
    ['--from', 'http://a', 'http://b'],
    ['--from', 'http://a', '--quarantine'],
    ['--from', 'http://a', '--as', 'http://b'],
    ['--from', 'http://a', '--jobs', '99'],
  ]) {
    expect(() => parseCommand(['keep', 'mirror', ...wrong])).toThrow(UsageError);
  }
});
