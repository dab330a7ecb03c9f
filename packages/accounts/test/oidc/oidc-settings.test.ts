// Validation of the settings for logins through an OpenID Connect provider.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commonSpec, readSettings, SettingsError } from '@holdfast/service-kit/settings';
import { createTemporaryFolder, makeCertificate } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { findOidcFaults } from '../../src/oidc/oidc-settings.ts';

const always = { DATABASE_URL: 'postgres://localhost/x' };
const users = { OIDC_CLIENT_ID: 'console', OIDC_CONSOLE_URL: 'https://node.example/console/' };
const whole = { OIDC_ISSUER: 'https://login.example/realms/one', ...users, OIDC_AUDIENCE: 'holdfast' };

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings({ ...always, ...environment }, commonSpec, findOidcFaults);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

describe('settings of a provider', () => {
  it.each([
    {},
    whole,
    { OIDC_ISSUER: whole.OIDC_ISSUER, ...users },
    { OIDC_ISSUER: whole.OIDC_ISSUER, OIDC_AUDIENCE: 'holdfast' },
    { ...whole, OIDC_ISSUER: 'http://127.0.0.1:8080', OIDC_CONSOLE_URL: 'http://localhost:24620/console/' },
    { ...whole, OIDC_ROLES: 'cn=staff,dc=example=userAdminRole'.replace(',dc', ' dc') },
  ])('%j are usable', (environment) => expect(faultsOf(environment as never)).toEqual([]));

  it.each([
    [{ OIDC_CLIENT_ID: 'console' }, 'OIDC_CLIENT_ID has no effect without OIDC_ISSUER'],
    [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_SECRET has no effect without OIDC_ISSUER'],
    [{ OIDC_AUDIENCE: 'x' }, 'OIDC_AUDIENCE has no effect without OIDC_ISSUER'],
    [{ OIDC_ROLES: 'a=auAdminRole' }, 'OIDC_ROLES has no effect without OIDC_ISSUER'],
    [{ OIDC_ISSUER: whole.OIDC_ISSUER }, 'OIDC_ISSUER has no effect without OIDC_CLIENT_ID'],
    [{ ...whole, OIDC_CONSOLE_URL: '' }, 'OIDC_CLIENT_ID and OIDC_CONSOLE_URL must be set together'],
    [{ ...whole, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID and OIDC_CONSOLE_URL must be set together'],
    [{ ...whole, OIDC_AUDIENCE: 'console' }, 'OIDC_AUDIENCE must differ from OIDC_CLIENT_ID'],
    [{ ...whole, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must begin with https:'],
    [
      { ...whole, OIDC_ISSUER: 'https://a:b@login.example' },
      'must not contain a user, a query or a fragment',
    ],
    [
      { ...whole, OIDC_ISSUER: 'https://login.example/?a=b' },
      'must not contain a user, a query or a fragment',
    ],
    [{ ...whole, OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER'],
    [{ ...whole, OIDC_CONSOLE_URL: 'https://node.example/' }, 'OIDC_CONSOLE_URL must end with /console/'],
    [
      { ...whole, OIDC_CONSOLE_URL: 'http://node.example/console/' },
      'OIDC_CONSOLE_URL must begin with https:',
    ],
    [{ ...whole, OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES must contain openid'],
    [{ ...whole, OIDC_ROLES: 'staff=king' }, 'OIDC_ROLES must grant roles such as accessContentRole'],
    [{ ...whole, OIDC_ROLES: 'staff=pluginStoreRole' }, 'not "pluginStoreRole"'],
    [{ ...whole, OIDC_ROLES: 'staff' }, 'OIDC_ROLES must contain pairs such as archivists=contentAdminRole'],
    [{ ...whole, OIDC_CA_FILE: '/nowhere' }, 'OIDC_CA_FILE names a file that cannot be read (ENOENT)'],
    [
      { ...whole, OIDC_ISSUER: 'http://127.0.0.1', OIDC_CA_FILE: '/nowhere' },
      'OIDC_CA_FILE has no effect, because OIDC_ISSUER uses http:',
    ],
  ])('%j are refused', (environment, fault) => {
    const faults = faultsOf(environment as never);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  it('name a file with certificates', async () => {
    const folder = await createTemporaryFolder();
    const { certFile } = makeCertificate(folder, 'authority');
    expect(faultsOf({ ...whole, OIDC_CA_FILE: certFile })).toEqual([]);
    await writeFile(join(folder, 'none.pem'), 'no certificate');
    expect(faultsOf({ ...whole, OIDC_CA_FILE: join(folder, 'none.pem') })).toEqual([
      'OIDC_CA_FILE must contain certificates in PEM format',
    ]);
  });
});
