// Handles GET /usernames, POST /users, and GET, PATCH and DELETE /users/{username}.
import type { configuration } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers } from '@holdfast/http-kit';
import { selectAccountNames } from '../../index/accounts/accounts.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { readRequestCookie } from '../shared/request-cookie.ts';
import { addAccounts, deleteAccount, readAccount, type UserAccount, updateAccount } from './accounts.ts';

export function createAccountsRoutes({ db }: { readonly db: Db }) {
  return {
    getUserNames: async (_request, response) => {
      response.json(await selectAccountNames(db));
    },

    postUsers: async ({ body, raw }, response) => {
      const added = await addAccounts(db, body as UserAccount[]);
      addAuditSubject(raw, { userNames: added.map(({ userName }) => userName) });
      response.json(added);
    },

    getUser: async ({ params }, response) => {
      response.json(await readAccount(db, params.username));
    },

    patchUser: async ({ params, body, raw }, response) => {
      const change = { name: params.username, members: body };
      response.json(await updateAccount(db, change, readRequestCookie(raw)));
    },

    deleteUser: async ({ params }, response) => {
      await deleteAccount(db, params.username);
      response.end();
    },
  } satisfies OperationHandlers<configuration.operations>;
}
