import { describe, expect, it } from '@jest/globals';
import { formatStartFaults } from '../early/faults.mjs';
import { formatReadyMessage, formatSeconds, shortenPath } from '../src/format.ts';

const facts = {
  repositoryUrl: 'http://127.0.0.1:24610',
  configurationUrl: 'http://127.0.0.1:24620',
  adminUser: 'admin',
  password: { how: 'kept', file: '/project/data/admin-password' },
  dataFolder: '/project/data',
  databaseWords: 'embedded PostgreSQL',
  objectStoreWords: '/project/data/store',
  workingFolder: '/project',
} as const;

describe('what the terminal is told', () => {
  it('says where both listen, how to log in, where the documents and the data are, and how to stop', () => {
    const words = formatReadyMessage(facts);
    for (const said of [
      'Holdfast is ready.',
      'http://127.0.0.1:24610/docs',
      'http://127.0.0.1:24620/docs',
      'admin',
      'kept in data/admin-password',
      'Ctrl-C',
    ]) {
      expect(words).toContain(said);
    }
  });

  it('shows a password only when it was made just now', () => {
    const made = { how: 'made', password: 'abcd-efgh', file: '/project/data/admin-password' } as const;
    expect(formatReadyMessage({ ...facts, password: made })).toContain('abcd-efgh');
    expect(formatReadyMessage({ ...facts, password: { how: 'given' } })).toContain(
      'the one given with ADMIN_PASSWORD',
    );
  });

  it('shortens paths inside the project and leaves others whole', () => {
    expect(shortenPath('/project', '/project/data/x')).toBe('data/x');
    expect(shortenPath('/project', '/srv/data')).toBe('/srv/data');
    expect(shortenPath('/project', '/project')).toBe('/project');
  });

  it('lists faults one below the other, and a single one in a sentence', () => {
    expect(formatStartFaults(['A is wrong'])).toBe('Holdfast cannot start: A is wrong');
    expect(formatStartFaults(['A is wrong', 'B too'])).toBe(
      'Holdfast cannot start:\n  - A is wrong\n  - B too',
    );
  });

  it('counts seconds', () => {
    expect([formatSeconds(500), formatSeconds(1000), formatSeconds(2000)]).toEqual([
      '0.5 seconds',
      '1 second',
      '2 seconds',
    ]);
  });
});
