// Handles POST, GET and DELETE /session of every service: form login, current user, and logout.
import { hasRole, type Oidc, type Session, type Sessions, type User, type Users } from '@holdfast/accounts';
import type { Health } from '@holdfast/service-kit';
import type { ServiceIdentity } from '../contract/contract.ts';
import { makeNeedsSessionError, makeNotReadyError, makeTooManyAttemptsError } from '../errors/catalogue.ts';
import { getRequestContext, markAuthenticated } from '../http/context.ts';
import type { Authenticator } from '../login/authorization-header.ts';
import { formatSessionCookie, isFromConsole, readSessionToken, requireSameOrigin } from '../login/session.ts';
import type { HttpRequest, HttpResponse, OperationHandler } from './handler.ts';

/** A service that the console uses. Its path is relative to this service. */
export interface ConsoleService {
  readonly name: 'repository' | 'configuration';
  readonly path: string;
}

export interface SessionDeps {
  readonly service: ServiceIdentity;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly health: Health;
  /** Authenticates with any kind of credentials. */
  readonly authenticate: Authenticator;
  readonly reached: readonly ConsoleService[];
  readonly realm: string;
  /** OpenID Connect provider. Undefined if users cannot log in through a provider. */
  readonly oidc: Oidc | undefined;
}

type Credentials = { readonly name: string; readonly password: string };

export function createSessionHandlers(deps: SessionDeps) {
  const { users, sessions, health, realm } = deps;
  const sessionOf = async (raw: HttpRequest): Promise<Session | undefined> => {
    const value = readSessionToken(raw);
    const found = value === undefined ? undefined : await sessions.find(value);
    return found !== undefined && 'session' in found ? found.session : undefined;
  };

  const createSession: OperationHandler = async ({ body, raw }, response) => {
    const context = getRequestContext(raw);
    const { name, password } = body as Credentials;
    if (!health.ready && !health.stopping) throw makeNotReadyError(health.reason ?? 'it is starting');
    const login = await users.verify(name, password, context);
    // Rejects a form login with an API token, because the session would have all roles of the token's owner.
    const isAllowed = login.outcome === 'ok' && login.user.token === undefined && hasRole(login.user.roles);
    if (!isAllowed) context.refusedLogin = { name, why: login.outcome === 'ok' ? 'no role' : login.outcome };
    if (login.outcome === 'slowed') throw makeTooManyAttemptsError(login.waitMs);
    if (!isAllowed) throw makeNeedsSessionError(realm, 'The user name or password is wrong.');
    const session = await sessions.begin(login.user.name);
    if (session === undefined) throw makeNeedsSessionError(realm, 'The user no longer exists.');
    context.user = login.user;
    markAuthenticated(raw.socket);
    response.set('Set-Cookie', formatSessionCookie(raw, session.renewed ?? '', session.leftMs));
    sendSessionView(response, describeSession(deps, login.user, session));
  };

  const getSession: OperationHandler = async ({ raw }, response) => {
    const session = await sessionOf(raw);
    if (session?.renewed !== undefined)
      response.set('Set-Cookie', formatSessionCookie(raw, session.renewed, session.leftMs));
    const user = session?.user ?? (await authenticateByHeader(deps, raw, response));
    if (user !== undefined) markAuthenticated(raw.socket);
    getRequestContext(raw).user = user;
    sendSessionView(response, describeSession(deps, user, session));
  };

  const deleteSession: OperationHandler = async ({ raw }, response) => {
    const context = getRequestContext(raw);
    if (readSessionToken(raw) !== undefined) requireSameOrigin(raw);
    context.user = (await sessionOf(raw))?.user;
    // Logs nothing if there was no session to end.
    if (context.user === undefined) context.audited = undefined;
    response
      .status(204)
      .set({ 'Set-Cookie': formatSessionCookie(raw, '', 0), 'Cache-Control': 'no-store' })
      .end();
  };

  return { createSession, getSession, deleteSession };
}

/** Returns the user of a client that sent an Authorization header instead of a session cookie. */
async function authenticateByHeader(
  { authenticate }: SessionDeps,
  raw: HttpRequest,
  response: HttpResponse,
): Promise<User | undefined> {
  if (raw.headers.authorization === undefined || isFromConsole(raw)) return undefined;
  return authenticate(raw, response, getRequestContext(raw));
}

function describeSession(
  { service, reached, oidc }: SessionDeps,
  user: User | undefined,
  session: Session | undefined,
) {
  const expires = session === undefined ? null : new Date(session.untilMs).toISOString();
  const flow = oidc?.codeFlow;
  return {
    user:
      user === undefined ? null : { name: user.name, roles: user.roles, expires, ...toProviderField(user) },
    services: reached,
    version: service.version,
    ...(flow && { provider: { name: oidc!.name, login: new URL('oidc/login', flow.consoleUrl).href } }),
  };
}

const toProviderField = ({ provider }: User) => (provider === undefined ? {} : { byProvider: true });

function sendSessionView(response: HttpResponse, view: object): void {
  response.set('Cache-Control', 'no-store').json(view);
}
