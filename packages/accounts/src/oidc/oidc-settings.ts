// Settings for logins through an OpenID Connect provider, and checks of their combinations.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RolePair } from '@holdfast/service-kit/settings';
import { lockssRoles } from '../users/roles.ts';

export interface OidcSettings {
  readonly oidcIssuer: string | undefined;
  readonly oidcName: string;
  readonly oidcClientId: string | undefined;
  readonly oidcClientSecret: string | undefined;
  readonly oidcConsoleUrl: string | undefined;
  readonly oidcScopes: string;
  readonly oidcAudience: string | undefined;
  readonly oidcRolesClaim: string;
  readonly oidcRoles: readonly RolePair[] | undefined;
  readonly oidcUserClaim: string;
  readonly oidcCaFile: string | undefined;
}

/** Returns one sentence for each contradiction in the settings. */
export function findOidcFaults(settings: OidcSettings): string[] {
  const { oidcIssuer: issuer, oidcClientId, oidcClientSecret, oidcConsoleUrl, oidcAudience } = settings;
  const needIssuer = Object.entries({
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_CLIENT_SECRET: oidcClientSecret,
    OIDC_CONSOLE_URL: oidcConsoleUrl,
    OIDC_AUDIENCE: oidcAudience,
    OIDC_ROLES: settings.oidcRoles,
    OIDC_CA_FILE: settings.oidcCaFile,
  });
  if (issuer === undefined)
    return needIssuer.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} has no effect without OIDC_ISSUER`],
    );
  return [
    ...(oidcClientId === undefined && oidcAudience === undefined
      ? ['OIDC_ISSUER has no effect without OIDC_CLIENT_ID (for users) or OIDC_AUDIENCE (for programs)']
      : []),
    ...((oidcClientId === undefined) === (oidcConsoleUrl === undefined)
      ? []
      : ['OIDC_CLIENT_ID and OIDC_CONSOLE_URL must be set together']),
    ...(oidcClientSecret !== undefined && oidcClientId === undefined
      ? ['OIDC_CLIENT_SECRET has no effect without OIDC_CLIENT_ID']
      : []),
    ...(oidcAudience !== undefined && oidcAudience === oidcClientId
      ? ['OIDC_AUDIENCE must differ from OIDC_CLIENT_ID, or ID tokens would count as access tokens']
      : []),
    ...findUrlFaults('OIDC_ISSUER', issuer),
    ...(oidcConsoleUrl === undefined ? [] : findConsoleFaults(oidcConsoleUrl)),
    ...(settings.oidcScopes.split(' ').includes('openid') ? [] : ['OIDC_SCOPES must contain openid']),
    ...findRoleFaults(settings.oidcRoles ?? []),
    ...(settings.oidcCaFile === undefined ? [] : findCaFaults(settings.oidcCaFile, issuer)),
  ];
}

function findUrlFaults(name: string, text: string): string[] {
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (username !== '' || search !== '' || hash !== '')
    return [`${name} must not contain a user, a query or a fragment`];
  return protocol === 'https:' || isThisMachine(hostname)
    ? []
    : [`${name} must begin with https:, unless it leads to this machine`];
}

function findConsoleFaults(text: string): string[] {
  const { pathname } = new URL(text);
  if (!pathname.endsWith('/console/')) return ['OIDC_CONSOLE_URL must end with /console/'];
  return findUrlFaults('OIDC_CONSOLE_URL', text);
}

export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function findRoleFaults(pairs: NonNullable<OidcSettings['oidcRoles']>): string[] {
  const unknown = pairs.find(({ ours }) => !lockssRoles.includes(ours));
  return unknown === undefined
    ? []
    : [`OIDC_ROLES must grant roles such as ${lockssRoles.join(', ')}, not ${JSON.stringify(unknown.ours)}`];
}

function findCaFaults(file: string, issuer: string): string[] {
  if (!issuer.startsWith('https:')) return ['OIDC_CA_FILE has no effect, because OIDC_ISSUER uses http:'];
  let pem: Buffer;
  try {
    pem = readFileSync(file);
  } catch (error) {
    return [`OIDC_CA_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`];
  }
  try {
    new X509Certificate(pem);
    return [];
  } catch {
    return ['OIDC_CA_FILE must contain certificates in PEM format'];
  }
}
