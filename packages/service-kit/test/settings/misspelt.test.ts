import { describe, expect, it } from '@jest/globals';
import { describeMisspeltSettings } from '../../src/settings/read-settings.ts';

const names = [
  'HOST',
  'MAX_IMPORTS',
  'NODE_IP',
  'DATABASE_URL',
  'PAGE_SIZE_MAX',
  'PAGE_SIZE_DEFAULT',
  'TLS_CERT_FILE',
];
const warningsOf = (...variables: string[]) =>
  describeMisspeltSettings(Object.fromEntries(variables.map((name) => [name, 'x'])), names);

describe('misspelt settings', () => {
  it.each([
    ['MAX_IMPORT', 'MAX_IMPORTS'],
    ['MAX_IMPROTS', 'MAX_IMPORTS'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['PAGESIZE_MAX', 'PAGE_SIZE_MAX'],
    ['HOTS', 'HOST'],
  ])('%s was meant to be %s', (name, meant) => {
    expect(warningsOf(name)).toEqual([`${name} is no setting; did you mean ${meant}?`]);
  });

  it('are none of the variables that every environment has, and no settings', () => {
    const usual = [
      'HOME',
      'PATH',
      'HOSTNAME',
      'NODE_ENV',
      'NODE_PATH',
      'DATABASE_NAME',
      'PGHOST',
      'max_import',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
    ];
    expect(warningsOf(...usual, ...names, 'DATABASE_URL_FILE')).toEqual([]);
  });

  it('are not looked for in what is set to nothing', () => {
    expect(describeMisspeltSettings({ MAX_IMPORT: '' }, names)).toEqual([]);
  });
});
