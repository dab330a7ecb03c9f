// Handles GET and POST /tokens and DELETE /tokens/{id} of every service, which manage API tokens.
import type { Users } from '@holdfast/accounts';
import { addAuditSubject } from '../http/audit-request.ts';
import { type ApiTokenRequest, createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';
import type { UsersFileDeps } from './change-users.ts';
import type { OperationHandler } from './handler.ts';

export interface TokenHandlersDeps {
  readonly users: Pick<Users, 'reread'>;
  readonly logins: Omit<UsersFileDeps, 'reread'>;
}

export function createTokenHandlers({ users, logins }: TokenHandlersDeps) {
  const deps: UsersFileDeps = { ...logins, reread: () => users.reread() };

  const getTokens: OperationHandler = async ({ user }, response) => {
    response.set('Cache-Control', 'no-store').json(await listApiTokens(deps, user!));
  };

  const postToken: OperationHandler = async ({ body, user, raw }, response) => {
    const wanted = body as ApiTokenRequest;
    addAuditSubject(raw, { owner: user!.name, ...wanted });
    const created = await createApiToken(deps, user!, wanted);
    addAuditSubject(raw, { id: created.token.id });
    response.status(201).set('Cache-Control', 'no-store').json(created);
  };

  const deleteToken: OperationHandler = async ({ params, user, raw }, response) => {
    const { name, owner } = await revokeApiToken(deps, user!, (params as { id: string }).id);
    addAuditSubject(raw, { name, owner });
    response.status(204).set('Cache-Control', 'no-store').end();
  };

  return { getTokens, postToken, deleteToken };
}
