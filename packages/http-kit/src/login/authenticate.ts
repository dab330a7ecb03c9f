// A session's cookie as a login, wherever credentials in a header are one.

import type { Sessions, User } from '@holdfast/accounts';
import type { Request } from 'express';
import { needsSession } from '../errors/catalogue.ts';
import { requireOwnOrigin } from '../http/foreign-origin.ts';
import type { Asking, Authenticate } from './basic.ts';
import { sessionIn } from './cookie.ts';
import { isFromConsole } from './from-console.ts';

/** A session that is one comes before what else is there: the user is the one whom the console shows. */
export function withSessions(authenticate: Authenticate, sessions: Sessions, realm: string): Authenticate {
  const byHeader: Authenticate = (request, response, asking) => {
    if (isFromConsole(request)) throw needsSession(realm, 'Log in: there is no session, or it has ended.');
    // What the header says is what counts now.
    if (request.headers.authorization !== undefined) asking.refusedLogin = undefined;
    return authenticate(request, response, asking);
  };
  return (request, response, asking) => {
    const value = sessionIn(request);
    if (value === undefined) return byHeader(request, response, asking);
    return userOfSession(value, request, asking, sessions).then(
      (user) => user ?? byHeader(request, response, asking),
    );
  };
}

async function userOfSession(
  value: string,
  request: Request,
  asking: Asking,
  sessions: Sessions,
): Promise<User | undefined> {
  const found = await sessions.find(value);
  if (!('session' in found)) {
    if (found.why === 'forged') asking.refusedLogin = { name: undefined, why: 'forged session' };
    return undefined;
  }
  requireOwnOrigin(request);
  return found.session.user;
}
