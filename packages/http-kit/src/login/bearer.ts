// Authenticates requests by API token (RFC 6750): `Authorization: Bearer hft_…`.
import { isTokenSecret, TOKEN_USER, type User, type Users } from '@holdfast/accounts';
import { makeInsufficientScopeError, makeInvalidTokenError } from '../errors/catalogue.ts';
import type { Authenticator } from './basic.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Authenticates requests that carry an API token of this service. `otherwise` authenticates all other requests,
 * including requests with a foreign bearer token.
 */
export function createTokenAuthenticator(
  users: Users,
  otherwise: Authenticator,
  realm: string,
): Authenticator {
  return (request, response, asking) => {
    const [, secret = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    if (!isTokenSecret(secret)) return otherwise(request, response, asking);
    const known = users.known(TOKEN_USER, secret);
    if (known !== undefined) return unlessEnded(known, asking, realm);
    return users.verify(TOKEN_USER, secret, asking).then((login) => {
      if (login.outcome === 'ok') return unlessEnded(login.user, asking, realm);
      asking.refusedLogin = { name: undefined, why: 'wrong' };
      throw makeInvalidTokenError(
        realm,
        'The API token is unknown, was revoked, or its owner cannot log in.',
      );
    });
  };
}

/** Rejects an expired API token. Checks the expiry for each request, because the user may come from a cache. */
function unlessEnded(user: User, asking: Parameters<Authenticator>[2], realm: string): User {
  if (user.token !== undefined && user.token.endsMs > Date.now()) return user;
  asking.refusedLogin = { name: user.name, why: 'wrong' };
  throw makeInvalidTokenError(realm, 'The API token has expired.');
}

/** Rejects a namespace that the user's API token does not include. Throws ApiError 403. */
export function refuseOtherNamespaces(user: User | undefined, namespace: string): void {
  const included = user?.token?.namespaces;
  if (included !== undefined && !included.includes(namespace))
    throw makeInsufficientScopeError(
      `The API token does not include the namespace ${JSON.stringify(namespace)}.`,
    );
}
