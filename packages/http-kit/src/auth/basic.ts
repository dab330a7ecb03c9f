// HTTP Basic authentication of a request, by passport and its BasicStrategy.
import basicAuth from 'basic-auth';
import type { Request, Response } from 'express';
import passport from 'passport';
import passportHttp from 'passport-http';
import { tooManyAttempts, unauthorized } from '../errors/catalogue.ts';
import { hasRole, type User } from './roles.ts';
import type { Login, Users } from './users.ts';

/** Resolves to the user, or rejects with ApiError 401 or 429. */
export type Authenticate = (request: Request, response: Response) => Promise<User>;

export function createAuthenticate(users: Users, realm: string): Authenticate {
  const logins = new passport.Passport();
  logins.use(new HeaderStrategy(users, realm));

  return (request, response) =>
    new Promise((resolve, reject) => {
      const decide = (error: unknown, login: Login | false | null | undefined): void => {
        if (error) reject(error);
        else if (!login) reject(unauthorized(realm, 'Log in with HTTP Basic authentication (UTF-8).'));
        else if (login.outcome === 'wrong')
          reject(unauthorized(realm, 'The user name or password is wrong.'));
        else if (login.outcome === 'slowed') reject(tooManyAttempts(login.waitMs));
        else resolve(login.user);
      };
      logins.authenticate('basic', { session: false }, decide)(request, response, reject);
    });
}

/** Takes the login of a user without any role for none: rejects with 401. */
export function withRole(authenticate: Authenticate, realm: string): Authenticate {
  return async (request, response) => {
    const user = await authenticate(request, response);
    if (!hasRole(user.roles)) throw unauthorized(realm, 'This user has no role.');
    return user;
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

  override authenticate(request: Request): void {
    const actions = this as unknown as StrategyActions;
    const credentials = credentialsOf(request.headers.authorization);
    if (credentials === undefined) {
      actions.fail();
      return;
    }
    const address = request.socket.remoteAddress ?? '';
    this.users.verify(credentials.name, credentials.pass, address).then(
      (login) => actions.success(login),
      (error) => actions.error(error),
    );
  }
}

/** The members that passport adds to a strategy for the length of one request. */
interface StrategyActions {
  success(login: Login): void;
  fail(): void;
  error(error: unknown): void;
}

function credentialsOf(header: string | undefined): { name: string; pass: string } | undefined {
  const credentials = header === undefined ? undefined : basicAuth.parse(header);
  return credentials === undefined || credentials.name === '' || credentials.pass === ''
    ? undefined
    : credentials;
}
