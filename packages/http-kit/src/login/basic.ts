// HTTP Basic authentication of a request, by passport and its BasicStrategy.
import type { Socket } from 'node:net';
import { hasRole, type Login, type User, type Users } from '@holdfast/accounts';
import { parse } from 'basic-auth';
import type { Request, Response } from 'express';
import passport from 'passport';
import passportHttp from 'passport-http';
import { tooManyAttempts, unauthorized } from '../errors/catalogue.ts';
import type { RefusedLogin } from '../http/context.ts';

/** Who asks, beside what the header says. */
export interface Asking {
  /** Address of the client. */
  readonly client: string;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** Set here when credentials came and were not let in. */
  refusedLogin: RefusedLogin | undefined;
}

/**
 * Answers the user, or fails with ApiError 401 or 429, or with the signal's reason. Who is known, as most are, is answered at
 * once: a promise and who waits for it, on each floor of the house, cost as much as the look.
 */
export type Authenticate = (request: Request, response: Response, asking: Asking) => User | Promise<User>;

export function createAuthenticate(users: Users, realm: string): Authenticate {
  const logins = new passport.Passport();
  logins.use(new HeaderStrategy(users, realm));

  const onConnections = new WeakMap<Socket, LetIn>();

  return (request, response, asking) => {
    const { socket, headers } = request;
    const header = headers.authorization;
    // Most requests come with the header of the one before them, or with the credentials of another: what passport does for
    // each costs more than to know them.
    const before = onConnections.get(socket);
    if (before !== undefined && before.header === header && isStillLetIn(before, users)) return before.user;
    const credentials = credentialsOf(header);
    const known = credentials && users.known(credentials.name, credentials.pass);
    if (known === undefined) return loggedIn(request, response, asking);
    const atMs = performance.now();
    onConnections.set(socket, { header: header!, user: known, edition: users.edition(), atMs });
    return known;
  };

  function loggedIn(request: Request, response: Response, asking: Asking): Promise<User> {
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, login: Login | false | null | undefined): void => {
        if (error) reject(error);
        else if (!login) reject(unauthorized(realm, 'Log in with HTTP Basic authentication (UTF-8).'));
        else if (login.outcome === 'wrong')
          reject(unauthorized(realm, 'The user name or password is wrong.'));
        else if (login.outcome === 'slowed') reject(tooManyAttempts(login.waitMs));
        else resolve(login.user);
      };
      const options: StrategyOptions = { session: false, asking };
      logins.authenticate('basic', options, decide)(request, response, reject);
    });
  }
}

/** Whom the last request of a connection was from. */
interface LetIn {
  readonly header: string;
  readonly user: User;
  readonly edition: number | undefined;
  readonly atMs: number;
}

/** After this long the credentials are looked up once more: they may have been known for too long by then. */
const KNOWN_ON_CONNECTION_MS = 1_000;

function isStillLetIn({ edition, atMs }: LetIn, users: Users): boolean {
  return (
    edition !== undefined && users.edition() === edition && performance.now() - atMs < KNOWN_ON_CONNECTION_MS
  );
}

/** Takes the login of a user without any role for none: rejects with 401. */
export function withRole(authenticate: Authenticate, realm: string): Authenticate {
  return async (request, response, asking) => {
    const user = await authenticate(request, response, asking);
    if (hasRole(user.roles)) return user;
    asking.refusedLogin = { name: user.name, why: 'no role' };
    throw unauthorized(realm, 'This user has no role.');
  };
}

/**
 * passport-http splits the decoded credentials at every ":": it cuts a password at its first one, and refuses
 * a password that begins with one. So the header is read by basic-auth, which cuts at the first ":" only.
 */
class HeaderStrategy extends passportHttp.BasicStrategy {
  // Not a `#` member: passport calls a copy of the strategy that inherits from it.
  private readonly users: Users;

  constructor(users: Users, realm: string) {
    // passport-http asks for a verify callback; authenticate() below never calls it.
    super({ realm }, (_name, _password, done) => done(null, false));
    this.users = users;
  }

  override authenticate(request: Request, options?: object): void {
    const actions = this as unknown as StrategyActions;
    const { asking } = options as StrategyOptions;
    const credentials = credentialsOf(request.headers.authorization);
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

/** What passport hands on to a strategy. */
interface StrategyOptions extends passport.AuthenticateOptions {
  readonly asking: Asking;
}

/** The members that passport adds to a strategy for the length of one request. */
interface StrategyActions {
  success(login: Login): void;
  fail(): void;
  error(error: unknown): void;
}

function credentialsOf(header: string | undefined): { name: string; pass: string } | undefined {
  const credentials = header === undefined ? undefined : parse(header);
  return credentials === undefined || credentials.name === '' || credentials.pass === ''
    ? undefined
    : credentials;
}
