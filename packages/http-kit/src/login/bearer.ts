// Authenticates requests by bearer token (RFC 6750): API tokens of this service (`Authorization: Bearer hft_…`), and access
// tokens of an OpenID Connect provider.
import {
  type AccessTokenVerifier,
  isTokenSecret,
  PROVIDER_PREFIX,
  ProviderUnavailableError,
  TOKEN_USER,
  type User,
  type Users,
} from '@holdfast/accounts';
import {
  makeInsufficientScopeError,
  makeInvalidTokenError,
  makeProviderUnavailableError,
} from '../errors/catalogue.ts';
import type { Authenticator, LoginAttempt } from './basic.ts';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Authenticates requests with an API token of this service. Passes all other requests to `otherwise`, including
 * requests with any other bearer token.
 */
export function createTokenAuthenticator(
  users: Users,
  otherwise: Authenticator,
  realm: string,
): Authenticator {
  return (request, response, asking) => {
    const secret = readBearerToken(request.headers.authorization);
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

const readBearerToken = (header = ''): string => BEARER.exec(header)?.[1] ?? '';

export interface AccessTokenTools {
  readonly accessTokens: AccessTokenVerifier;
  readonly users: Pick<Users, 'find'>;
  readonly realm: string;
}

/** Authenticates requests with an access token of the provider. Passes all other requests to `otherwise`. */
export function createAccessTokenAuthenticator(
  tools: AccessTokenTools,
  otherwise: Authenticator,
): Authenticator {
  return (request, response, asking) => {
    const token = readBearerToken(request.headers.authorization);
    return token === '' ? otherwise(request, response, asking) : userOfAccessToken(tools, token, asking);
  };
}

async function userOfAccessToken(
  { accessTokens, users, realm }: AccessTokenTools,
  token: string,
  asking: LoginAttempt,
): Promise<User> {
  const user = await accessTokens.verify(token).catch((error: unknown) => {
    throw error instanceof ProviderUnavailableError ? makeProviderUnavailableError() : error;
  });
  // An entry in the users file may disable a user of the provider.
  const isAdmitted =
    user?.provider !== undefined &&
    (await users.find(`${PROVIDER_PREFIX}${user.provider.subject}`)) !== undefined;
  if (isAdmitted) return user;
  asking.refusedLogin = { name: user?.name, why: 'wrong' };
  throw makeInvalidTokenError(realm, 'The access token is not valid for this service.');
}

/** Refuses an expired API token. The expiry is checked for each request, because the user may come from a cache. */
function unlessEnded(user: User, asking: LoginAttempt, realm: string): User {
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
