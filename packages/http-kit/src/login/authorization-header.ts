// Authenticates requests by their Authorization header: HTTP Basic with passport (packages/accounts/src/users/users.ts
// checks names and passwords), and bearer tokens (RFC 6750). A bearer token is an API token of this service
// (`Authorization: Bearer hft_…`) or an access token of an OpenID Connect provider.
import type { Socket } from 'node:net';
import {
  type AccessTokenVerifier,
  hasRole,
  isTokenSecret,
  type LoginResult,
  PROVIDER_PREFIX,
  ProviderUnavailableError,
  TOKEN_USER,
  type User,
  type Users,
} from '@holdfast/accounts';
import { parse } from 'basic-auth';
import type { Request, Response } from 'express';
import passport from 'passport';
import passportHttp from 'passport-http';
import {
  makeInsufficientScopeError,
  makeInvalidTokenError,
  makeProviderUnavailableError,
  makeTooManyAttemptsError,
  makeUnauthorizedError,
} from '../errors/catalogue.ts';
import type { RefusedLogin } from '../http/context.ts';

/** Context of a login attempt, apart from the request headers. */
export interface LoginAttempt {
  /** Address of the client. */
  readonly client: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The authenticator sets this property if it refuses the credentials. */
  refusedLogin: RefusedLogin | undefined;
}

/**
 * Returns the user of a request. Fails with ApiError 401 or 429, or with the abort reason of the signal. Returns
 * synchronously if the user was verified recently, which is the usual case: a promise in each layer would take as long
 * as the lookup itself.
 */
export type Authenticator = (
  request: Request,
  response: Response,
  asking: LoginAttempt,
) => User | Promise<User>;

export function createBasicAuthenticator(users: Users, realm: string): Authenticator {
  const logins = new passport.Passport();
  logins.use(new HeaderStrategy(users, realm));

  const onConnections = new WeakMap<Socket, AdmittedLogin>();

  return (request, response, asking) => {
    const { socket, headers } = request;
    const header = headers.authorization;
    // Most requests repeat the Authorization header of the previous request on the connection. Comparing headers is
    // much faster than calling passport.
    const before = onConnections.get(socket);
    if (before !== undefined && before.header === header && isStillAdmitted(before, users))
      return before.user;
    const credentials = parseCredentials(header);
    const known = credentials && users.known(credentials.name, credentials.pass);
    if (known === undefined) return loggedIn(request, response, asking);
    const atMs = performance.now();
    onConnections.set(socket, { header: header!, user: known, edition: users.edition(), atMs });
    return known;
  };

  function loggedIn(request: Request, response: Response, asking: LoginAttempt): Promise<User> {
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, login: LoginResult | false | null | undefined): void => {
        if (error) reject(error);
        else if (!login)
          reject(makeUnauthorizedError(realm, 'Log in with HTTP Basic authentication (UTF-8).'));
        else if (login.outcome === 'wrong')
          reject(makeUnauthorizedError(realm, 'The user name or password is wrong.'));
        else if (login.outcome === 'slowed') reject(makeTooManyAttemptsError(login.waitMs));
        else resolve(login.user);
      };
      const options: StrategyOptions = { session: false, asking };
      logins.authenticate('basic', options, decide)(request, response, reject);
    });
  }
}

/** User and Authorization header of the previous request on a connection. */
interface AdmittedLogin {
  readonly header: string;
  readonly user: User;
  readonly edition: number | undefined;
  readonly atMs: number;
}

/**
 * Time after which the credentials are looked up again, in milliseconds. Their cached verification may have expired.
 */
const KNOWN_ON_CONNECTION_MS = 1_000;

function isStillAdmitted({ edition, atMs }: AdmittedLogin, users: Users): boolean {
  return (
    edition !== undefined && users.edition() === edition && performance.now() - atMs < KNOWN_ON_CONNECTION_MS
  );
}

/** Refuses users without a role with 401, as if they did not exist. */
export function requireAnyRole(authenticate: Authenticator, realm: string): Authenticator {
  return async (request, response, asking) => {
    const user = await authenticate(request, response, asking);
    if (hasRole(user.roles)) return user;
    asking.refusedLogin = { name: user.name, why: 'no role' };
    throw makeUnauthorizedError(realm, 'This user has no role.');
  };
}

/**
 * Reads the credentials with basic-auth, which splits them at the first ":". passport-http splits them at every ":". It
 * would truncate passwords that contain a colon, and reject passwords that begin with a colon.
 */
class HeaderStrategy extends passportHttp.BasicStrategy {
  // TypeScript-private instead of `#users`, because passport uses an object that inherits from the strategy.
  private readonly users: Users;

  constructor(users: Users, realm: string) {
    // passport-http requires a verify callback, but authenticate() below never calls it.
    super({ realm }, (_name, _password, done) => done(null, false));
    this.users = users;
  }

  override authenticate(request: Request, options?: object): void {
    const actions = this as unknown as StrategyActions;
    const { asking } = options as StrategyOptions;
    const credentials = parseCredentials(request.headers.authorization);
    if (credentials === undefined) {
      if (request.headers.authorization !== undefined)
        asking.refusedLogin = { name: undefined, why: 'malformed' };
      actions.fail();
      return;
    }
    const { name, pass } = credentials;
    this.users.verify(name, pass, asking).then(
      (login) => {
        if (login.outcome !== 'ok') asking.refusedLogin = { name, why: login.outcome };
        actions.success(login);
      },
      (error) => actions.error(error),
    );
  }
}

/** Options that passport passes to a strategy. */
interface StrategyOptions extends passport.AuthenticateOptions {
  readonly asking: LoginAttempt;
}

/** Methods that passport adds to a strategy during one request. */
interface StrategyActions {
  success(login: LoginResult): void;
  fail(): void;
  error(error: unknown): void;
}

function parseCredentials(header: string | undefined): { name: string; pass: string } | undefined {
  const credentials = header === undefined ? undefined : parse(header);
  return credentials === undefined || credentials.name === '' || credentials.pass === ''
    ? undefined
    : credentials;
}

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
    if (known !== undefined) return refuseExpiredToken(known, asking, realm);
    return users.verify(TOKEN_USER, secret, asking).then((login) => {
      if (login.outcome === 'ok') return refuseExpiredToken(login.user, asking, realm);
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
    return token === ''
      ? otherwise(request, response, asking)
      : authenticateAccessToken(tools, token, asking);
  };
}

async function authenticateAccessToken(
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
function refuseExpiredToken(user: User, asking: LoginAttempt, realm: string): User {
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
