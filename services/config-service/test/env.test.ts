import { SettingsError } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import { parseServiceSettings } from '../src/env.ts';

const least = { DATABASE_URL: 'postgres://u:secret@db/x', ADMIN_PASSWORD: 'hunter22' };

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseServiceSettings(environment);
    return [];
  } catch (error) {
    return (error as SettingsError).faults;
  }
};

describe('the settings of the service', () => {
  it('have defaults for all but the database and the login', () => {
    expect(parseServiceSettings(least)).toMatchObject({
      host: '127.0.0.1',
      port: 24620,
      metricsPort: 24621,
      adminUser: 'admin',
      logLevel: 'info',
    });
  });

  it('tell all faults together', () => {
    const faults = faultsOf({ CONFIG_PORT: 'x', LOG_LEVEL: 'loud', ADMIN_USER: 'a:b' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'ADMIN_USER',
      'LOG_LEVEL',
      'CONFIG_PORT',
      'ADMIN_PASSWORD',
    ]);
    expect(() => parseServiceSettings({ CONFIG_PORT: 'x' })).toThrow(SettingsError);
  });

  it('want somebody who can log in', () => {
    expect(faultsOf({ DATABASE_URL: least.DATABASE_URL })).toEqual([
      'ADMIN_PASSWORD or USERS_FILE must be set, or nobody could log in',
    ]);
    expect(faultsOf({ DATABASE_URL: least.DATABASE_URL, USERS_FILE: '/users.json' })).toEqual([]);
  });

  it('are shown without secrets', () => {
    const shown = JSON.stringify(parseServiceSettings(least).describe());
    expect(shown).toContain('"DATABASE_URL":"postgres://u:…@db/x"');
    expect(shown).not.toMatch(/secret|hunter22/);
  });

  it('know no repository service unless told, and ten seconds for each request', () => {
    const { repositoryUrl, repositoryUser, repositoryTimeoutMs } = parseServiceSettings(least);
    expect([repositoryUrl, repositoryUser, repositoryTimeoutMs]).toEqual([undefined, undefined, 10_000]);
  });

  it('want the credentials of the repository service together, and beside its address', () => {
    expect(faultsOf({ ...least, REPOSITORY_URL: 'http://user:pass@repository/?a' })).toEqual([
      'REPOSITORY_URL must not contain credentials; REPOSITORY_USER and REPOSITORY_PASSWORD do',
      'REPOSITORY_URL must have neither a query nor a fragment',
    ]);
    const alone = ['REPOSITORY_USER and REPOSITORY_PASSWORD must be set together'];
    expect(faultsOf({ ...least, REPOSITORY_USER: 'reader' })).toEqual(alone);
    expect(faultsOf({ ...least, REPOSITORY_PASSWORD: 'x' })).toEqual(alone);
    const environment = { ...least, REPOSITORY_USER: 'reader', REPOSITORY_PASSWORD: 'unseen' };
    expect(JSON.stringify(parseServiceSettings(environment).describe())).not.toContain('unseen');
  });
});
