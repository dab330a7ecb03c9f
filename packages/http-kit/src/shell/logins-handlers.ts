// Handles the operations with which every service manages the users who may log in: GET and POST /logins, PATCH and
// DELETE /logins/{name}, PATCH /provider-users, and PUT /password.

import type { Sessions, Users } from '@holdfast/accounts';
import {
  makeProviderPasswordError,
  makeTooManyAttemptsError,
  makeWrongPasswordError,
} from '../errors/catalogue.ts';
import { addAuditSubject } from '../http/audit-request.ts';
import { getRequestContext } from '../http/context.ts';
import { formatSessionCookie, readSessionToken } from '../login/session.ts';
import type { OperationHandler } from './handler.ts';
import {
  addLogin,
  changeLogin,
  changeProviderUser,
  type LoginsDeps,
  listLogins,
  type ProviderUserChange,
  removeLogin,
} from './logins.ts';

export interface LoginsHandlersDeps {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly logins: Omit<LoginsDeps, 'reread'>;
}

interface NewLogin {
  readonly name: string;
  readonly password: string;
  readonly roles: readonly string[];
}
type LoginChangeRequest = Partial<Omit<NewLogin, 'name'>> & { readonly disabled?: boolean };

export function createLoginsHandlers({ users, sessions, logins: given }: LoginsHandlersDeps) {
  const logins: LoginsDeps = { ...given, reread: () => users.reread() };

  const getLogins: OperationHandler = async (_request, response) => {
    response.set('Cache-Control', 'no-store').json(await listLogins(logins));
  };

  const postLogin: OperationHandler = async ({ body, raw }, response) => {
    const { name, password, roles } = body as NewLogin;
    addAuditSubject(raw, { name, roles });
    await addLogin(logins, { name, password, roles });
    response.status(201).json(await listLogins(logins));
  };

  const patchLogin: OperationHandler = async ({ params, body, raw }, response) => {
    const { name } = params as { name: string };
    const change = body as LoginChangeRequest;
    // Records that the password was changed, but not the password itself.
    const { password, ...said } = change;
    addAuditSubject(raw, { ...said, ...(password !== undefined && { password: 'changed' }) });
    await changeLogin(logins, name, change);
    response.json(await listLogins(logins));
  };

  const deleteLogin: OperationHandler = async ({ params }, response) => {
    await removeLogin(logins, (params as { name: string }).name);
    response.json(await listLogins(logins));
  };

  const patchProviderUser: OperationHandler = async ({ body, raw }, response) => {
    const change = body as ProviderUserChange;
    addAuditSubject(raw, { ...change });
    await changeProviderUser(logins, change);
    response.json(await listLogins(logins));
  };

  /** Changes the password. Ends all sessions of the user, and starts a new session for the requesting browser. */
  const putPassword: OperationHandler = async ({ body, user, raw }, response) => {
    const { current, password } = body as { readonly current: string; readonly password: string };
    const { name, provider } = user!;
    if (provider !== undefined) throw makeProviderPasswordError();
    const login = await users.verify(name, current, getRequestContext(raw));
    if (login.outcome === 'slowed') throw makeTooManyAttemptsError(login.waitMs);
    if (login.outcome === 'wrong') throw makeWrongPasswordError();
    await changeLogin(logins, name, { password });
    const session = readSessionToken(raw) === undefined ? undefined : await sessions.begin(name);
    if (session?.renewed !== undefined)
      response.set('Set-Cookie', formatSessionCookie(raw, session.renewed, session.leftMs));
    response.status(204).set('Cache-Control', 'no-store').end();
  };

  return { getLogins, postLogin, patchLogin, deleteLogin, patchProviderUser, putPassword };
}
