// Settings of logins through an OpenID Connect provider.

export const oidcSpec = {
  oidcIssuer: {
    kind: 'url',
    name: 'OIDC_ISSUER',
    protocols: ['https:', 'http:'],
    defaultText: 'none: no logins through a provider',
    about:
      'issuer URL of an OpenID Connect provider, exactly as the provider names itself; users and programs can then log in through it ([Users](users.md#openid-connect)). `http:` only for this machine',
  },
  oidcName: {
    kind: 'string',
    name: 'OIDC_NAME',
    pattern: /^[^\p{Cc}]{1,60}$/u,
    default: 'OpenID Connect',
    about: 'name of the provider on the login page of the [console](console.md): “Sign in with …”',
  },
  oidcClientId: {
    kind: 'string',
    name: 'OIDC_CLIENT_ID',
    pattern: /^[\x20-\x7E]{1,256}$/,
    defaultText: 'none: no logins to the console through the provider',
    about: 'client ID of the console at the provider',
  },
  oidcClientSecret: {
    kind: 'secret',
    name: 'OIDC_CLIENT_SECRET',
    defaultText: 'none: a public client',
    about: 'secret of `OIDC_CLIENT_ID`',
  },
  oidcConsoleUrl: {
    kind: 'url',
    name: 'OIDC_CONSOLE_URL',
    protocols: ['https:', 'http:'],
    about:
      'address of the console in browsers, such as `https://node.example/console/`; register `oidc/callback` below it as redirect URI, and the address itself as post-logout redirect URI',
  },
  oidcScopes: {
    kind: 'string',
    name: 'OIDC_SCOPES',
    pattern: /^[\x21-\x7E]+( [\x21-\x7E]+)*$/,
    default: 'openid profile',
    about: 'scopes that the console requests, separated by spaces; `openid` must be one of them',
  },
  oidcAudience: {
    kind: 'string',
    name: 'OIDC_AUDIENCE',
    defaultText: 'none: no access tokens are accepted',
    about:
      'audience (`aud`) of JWT access tokens of programs (`Authorization: Bearer`); must not be `OIDC_CLIENT_ID`',
  },
  oidcRolesClaim: {
    kind: 'string',
    name: 'OIDC_ROLES_CLAIM',
    pattern: /^[^\s\p{Cc}]{1,256}$/u,
    default: 'roles',
    about:
      'claim with the roles of a user; a dot separates the names of nested claims, as in `realm_access.roles`',
  },
  oidcRoles: {
    kind: 'parsed',
    name: 'OIDC_ROLES',
    parse: (text: string) => parseRoleMap(text),
    values: 'comma-separated pairs such as `archivists=contentAdminRole`',
    defaultText: 'none: the provider uses the role names of Holdfast',
    about:
      'roles of the provider and the [roles](users.md#roles) that they grant; other roles of the provider grant nothing',
  },
  oidcUserClaim: {
    kind: 'string',
    name: 'OIDC_USER_CLAIM',
    pattern: /^[^\s\p{Cc}]{1,256}$/u,
    default: 'preferred_username',
    about: 'claim with the name to display and to log; without this claim, the name is the subject (`sub`)',
  },
  oidcCaFile: {
    kind: 'string',
    name: 'OIDC_CA_FILE',
    defaultText: 'none: public authorities',
    about: 'PEM file with the certificates of the authorities that may sign the certificate of the provider',
  },
} as const;

/** Role at the provider, and the Holdfast role that it grants. */
export interface RolePair {
  readonly theirs: string;
  readonly ours: string;
}

/** Parses `theirs=ours` pairs. The last equals sign separates the roles, because LDAP names contain equals signs. */
function parseRoleMap(text: string): readonly RolePair[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const at = part.lastIndexOf('=');
    const [theirs, ours] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    if (theirs === '' || ours === '')
      throw new Error(
        `must contain pairs such as archivists=contentAdminRole, not ${JSON.stringify(part.trim())}`,
      );
    return { theirs, ours };
  });
}
