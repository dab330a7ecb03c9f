// Names and roles from the claims of a provider.
import { describe, expect, it } from '@jest/globals';
import { hasRolesClaim, toProviderUser } from '../../src/oidc/claims.ts';

const settings = { oidcRolesClaim: 'roles', oidcRoles: undefined, oidcUserClaim: 'preferred_username' };
const user = (claims: object, change: object = {}) =>
  toProviderUser({ ...settings, ...change }, 'https://login.example', claims as never);

describe('a user of a provider', () => {
  it('has a name that no local user can have, and keeps the identity at the provider', () => {
    expect(user({ sub: '17', preferred_username: 'ada', roles: ['auAdminRole'] })).toEqual({
      name: 'oidc:ada',
      roles: ['auAdminRole'],
      provider: { issuer: 'https://login.example', subject: '17' },
    });
  });

  it.each([undefined, '', ' ', 7, 'two\nlines', 'a\u202eb', 'x'.repeat(201)])(
    'is named by the subject if the name claim is %j',
    (name) => expect(user({ sub: '17', preferred_username: name })?.name).toBe('oidc:17'),
  );

  it.each([undefined, '', 7, null, 'x'.repeat(256)])('does not exist with the subject %j', (sub) =>
    expect(user({ sub })).toBeUndefined(),
  );

  it.each([
    [{ roles: ['auAdminRole', 'king', 7] }, ['auAdminRole']],
    [{ roles: 'contentAdminRole auAdminRole' }, ['contentAdminRole', 'auAdminRole']],
    [{ roles: { auAdminRole: true } }, []],
    [{ roles: ['pluginStoreRole'] }, []],
    [{}, []],
  ])('has of the claims %j the roles %j', (claims, roles) =>
    expect(user({ sub: '1', ...claims })?.roles).toEqual(roles),
  );

  it('has the roles that the settings assign to roles of the provider', () => {
    const oidcRoles = [
      { theirs: 'staff', ours: 'accessContentRole' },
      { theirs: 'staff', ours: 'contentAdminRole' },
      { theirs: 'chief', ours: 'userAdminRole' },
    ];
    expect(user({ sub: '1', roles: ['staff', 'userAdminRole'] }, { oidcRoles })?.roles).toEqual([
      'accessContentRole',
      'contentAdminRole',
    ]);
  });

  it('may have the roles in a nested claim, or in a claim whose name contains dots', () => {
    const roles = ['auAdminRole'];
    const nested = { oidcRolesClaim: 'realm_access.roles' };
    expect(user({ sub: '1', realm_access: { roles } }, nested)?.roles).toEqual(roles);
    expect(user({ sub: '1', 'realm_access.roles': roles }, nested)?.roles).toEqual(roles);
    for (const realm_access of [null, 'roles', ['roles'], {}])
      expect(user({ sub: '1', realm_access }, nested)?.roles).toEqual([]);
    expect(hasRolesClaim({ ...settings, ...nested }, { realm_access: { roles: [] } })).toBe(true);
    expect(user({ sub: '1' }, { oidcRolesClaim: 'constructor.name' })?.roles).toEqual([]);
  });
});
