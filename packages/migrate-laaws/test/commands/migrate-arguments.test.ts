import { UsageError } from '@holdfast/cli-kit';
import { describe, expect, it } from '@jest/globals';
import { parseMigrate } from '../../src/commands/migrate-arguments.ts';

describe('parseMigrate', () => {
  it('takes folders, or the address of a node', () => {
    expect(parseMigrate(['repository', '/a', '/b', '--jobs', '4', '--auid', 'x', '--auid', 'y'])).toEqual({
      command: 'migrate repository',
      from: ['/a', '/b'],
      auids: ['x', 'y'],
      as: [],
      namespaces: [],
      jobs: 4,
      ...{ verify: false, quarantine: false, json: false, quiet: false },
    });
    const words = [
      'repository',
      'http://node:24610',
      '--verify',
      '--from-user',
      'u',
      '--from-password-file',
      'f',
    ];
    expect(parseMigrate(words)).toMatchObject({
      verify: true,
      fromUser: 'u',
      fromPasswordFile: 'f',
      jobs: 2,
    });
  });

  it('gives its help', () => {
    for (const words of [[], ['--help'], ['repository', '-h']]) expect(parseMigrate(words)).toBeUndefined();
  });

  it.each([
    ['nothing to migrate from', ['repository'], /Specify the source/],
    ['something else', ['universe'], /cannot be migrated/],
    ['two nodes', ['repository', 'http://a', 'http://b'], /one node at a time/],
    ['a node and a folder', ['repository', 'http://a', '/b'], /one node at a time/],
    ['a login for a folder', ['repository', '/a', '--from-user', 'u'], /for a node/],
    ['no number of jobs', ['repository', '/a', '--jobs', '99'], /--jobs/],
    ['marks without storing', ['repository', '/a', '--verify', '--quarantine'], /no meaning/],
    ['an unknown option', ['repository', '/a', '--fast'], /--fast/],
  ])('refuses %s', (_name, words, complaint) => {
    expect(() => parseMigrate(words)).toThrow(UsageError);
    expect(() => parseMigrate(words)).toThrow(complaint);
  });
});
