// Lists, creates and revokes API tokens in the users file. Users manage their own tokens; administrators manage the
// tokens of all users.
import {
  addTokenEntry,
  computeFileStamp,
  findTokenFault,
  findUserEntry,
  isAllowedByRoles,
  isSameUserName,
  listTokens,
  makeApiToken,
  type NewApiToken,
  removeTokenEntry,
  type TokenEntry,
  type User,
  type UsersDocument,
} from '@holdfast/accounts';
import {
  makeForbiddenError,
  makeTokenExistsError,
  makeTokenOwnerError,
  makeTokenRoleError,
  makeUnknownLoginError,
  makeUnknownTokenError,
} from '../errors/catalogue.ts';
import { changeUsers, readChangeableUsers, type UsersFileDeps } from './change-users.ts';

export type ListedApiToken = Omit<TokenEntry, 'hash' | 'namespaces'> & {
  readonly namespaces: readonly string[] | null;
};

export interface ListedApiTokens {
  readonly tokens: readonly ListedApiToken[];
  readonly revision: string | null;
  /** Reason why this service cannot change the tokens. Null if the tokens can be changed. */
  readonly whyFixed: string | null;
}

/** Lists the tokens that the user may manage. */
export async function listApiTokens({ file }: UsersFileDeps, user: User): Promise<ListedApiTokens> {
  if (file === undefined) return { tokens: [], revision: null, whyFixed: 'USERS_FILE is not set' };
  const revision = await computeFileStamp(file).catch(() => null);
  const { document, whyFixed } = await readChangeableUsers(file);
  const tokens = listTokens(document)
    .filter(({ owner }) => mayManage(user, owner))
    .map(describeToken);
  return { tokens, revision, whyFixed: whyFixed ?? null };
}

export type ApiTokenRequest = Omit<NewApiToken, 'owner'> & { readonly owner?: string | undefined };

/** Creates a token. Throws ApiError 403, 404, 409 or 503. */
export async function createApiToken(
  deps: UsersFileDeps,
  user: User,
  { owner: wanted = user.name, ...request }: ApiTokenRequest,
): Promise<{ readonly secret: string; readonly token: ListedApiToken }> {
  if (user.provider !== undefined && wanted === user.name)
    throw makeTokenOwnerError(wanted, 'only users of the users file and of the settings have them');
  if (!mayManage(user, wanted)) throw makeForbiddenError(['userAdminRole']);
  let created: ReturnType<typeof makeApiToken> | undefined;
  await changeUsers(deps, (document) => {
    const { name: owner, roles: held } = findOwner(deps, document, wanted);
    const fault = findTokenFault(document, { ...request, owner }, held);
    if (fault?.kind === 'role') throw makeTokenRoleError(owner, fault.role);
    if (fault?.kind === 'name') throw makeTokenExistsError(owner, request.name);
    created = makeApiToken({ ...request, owner }, Date.now());
    return addTokenEntry(document, created.entry);
  });
  const { entry, secret } = created!;
  return { secret, token: describeToken(entry) };
}

/** Revokes a token and returns its entry. Throws ApiError 404, 409 or 503. */
export async function revokeApiToken(deps: UsersFileDeps, user: User, id: string): Promise<TokenEntry> {
  let revoked: TokenEntry | undefined;
  await changeUsers(deps, (document) => {
    revoked = listTokens(document).find((token) => token.id === id && mayManage(user, token.owner));
    if (revoked === undefined) throw makeUnknownTokenError(id);
    return removeTokenEntry(document, id);
  });
  return revoked!;
}

const mayManage = ({ name, roles }: User, owner: string): boolean =>
  isSameUserName(name, owner) || isAllowedByRoles(roles, ['userAdminRole']);

/** Finds the owner of a new token. As in logins, users in the settings take precedence over those in the users file. */
function findOwner(
  { ofSettings }: UsersFileDeps,
  document: UsersDocument,
  wanted: string,
): { readonly name: string; readonly roles: readonly string[] } {
  const fixed = ofSettings.find(({ name }) => isSameUserName(name, wanted));
  if (fixed !== undefined) return { name: fixed.name, roles: [fixed.role] };
  const entry = findUserEntry(document, wanted);
  if (entry === undefined) throw makeUnknownLoginError(wanted);
  if (entry.disabled === true) throw makeTokenOwnerError(entry.name, 'the user is disabled');
  return entry;
}

const describeToken = ({ hash: _hash, ...token }: TokenEntry): ListedApiToken => ({
  ...token,
  namespaces: token.namespaces ?? null,
});
