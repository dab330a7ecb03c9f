// Computes the name and the roles of a user from the claims of an OpenID Connect provider.
import { isProviderSubject } from '../users/access-changes.ts';
import { PROVIDER_PREFIX } from '../users/provider-users.ts';
import { lockssRoles, type User } from '../users/roles.ts';
import type { OidcSettings } from './oidc-settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME_CHARACTERS = 200;
/** Maximum number of roles that are read from the provider's claims. */
const MAX_ROLES = 1_000;

type ClaimSettings = Pick<OidcSettings, 'oidcRolesClaim' | 'oidcRoles' | 'oidcUserClaim'>;

/** Returns the user, or undefined if the claims contain no valid subject. */
export function toProviderUser(settings: ClaimSettings, issuer: string, claims: Claims): User | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || !isProviderSubject(sub)) return undefined;
  const named = readClaim(claims, settings.oidcUserClaim);
  const name = typeof named === 'string' && isShowable(named) ? named : sub;
  return {
    name: `${PROVIDER_PREFIX}${name}`,
    roles: toRoles(settings, claims),
    provider: { issuer, subject: sub },
  };
}

const isShowable = (name: string): boolean =>
  name.trim() !== '' && name.length <= MAX_NAME_CHARACTERS && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);

export function hasRolesClaim({ oidcRolesClaim }: ClaimSettings, claims: Claims): boolean {
  return readClaim(claims, oidcRolesClaim) !== undefined;
}

function toRoles({ oidcRolesClaim, oidcRoles }: ClaimSettings, claims: Claims): readonly string[] {
  const found = readClaim(claims, oidcRolesClaim);
  const list = typeof found === 'string' ? found.split(/[\s,]+/) : Array.isArray(found) ? found : [];
  const theirs = new Set(list.slice(0, MAX_ROLES));
  if (oidcRoles === undefined) return lockssRoles.filter((role) => theirs.has(role));
  return lockssRoles.filter((role) =>
    oidcRoles.some((pair) => pair.ours === role && theirs.has(pair.theirs)),
  );
}

/** Returns the claim with this name. If there is none, interprets the name as a dotted path through nested objects. */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Claims)[step];
  }
  return found;
}
