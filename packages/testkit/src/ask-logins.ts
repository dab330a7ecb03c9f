// Calls each user management operation once for every status in its contract. Shared by the tests of both services,
// which have the same operations.
import { randomBytes, scryptSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBasicAuth } from './basic-auth.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const PASSWORD = 'first password';
const TOO_LONG = 'x'.repeat(20_000);

/** Writes a new users file with these administrators, all with the password `first password`. Returns its path. */
export async function writeAdministratorsFile(names: readonly string[]): Promise<string> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const password = cheapHash();
  await writeFile(file, JSON.stringify(names.map((name) => ({ name, password, roles: ['userAdminRole'] }))));
  return file;
}

/** Returns a password hash with a low cost, so that login checks are fast even for wrong passwords. */
function cheapHash(): string {
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  const [text, hash] = [salt, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$scrypt$ln=4,r=8,p=1$${text}$${hash}`;
}

/** Users that must be in the users file for `callLoginOperations`. */
export const LOGIN_TEST_USERS = ['chief', 'bob', 'eve'] as const;

/**
 * Calls the operations. Returns the statuses received from each of them. `admin` is the administrator in the settings.
 */
export async function callLoginOperations(
  url: string,
  admin: { readonly password: string },
): Promise<Record<string, number[]>> {
  const as = (name: string, password = PASSWORD) => ({ authorization: formatBasicAuth(name, password) });
  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers: object = as('chief'),
    signal?: AbortSignal,
  ) => {
    const response = await fetch(url + path, {
      method,
      ...(signal && { signal }),
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const inOrder = async (asked: readonly (() => Promise<number>)[]) => {
    const statuses: number[] = [];
    for (const one of asked) statuses.push(await one());
    return statuses;
  };
  const plain = (name: string) => ({ ...as(name), 'content-type': 'text/plain' });
  const ann = { name: 'ann', password: PASSWORD, roles: ['auAdminRole'] };
  const wanted = { current: PASSWORD, password: 'second password' };
  const enough = new AbortController();
  const guess = async (_: unknown, at: number) => {
    const status = await ask(
      'PUT',
      '/password',
      { ...wanted, current: `guess ${at}` },
      as('eve'),
      enough.signal,
    );
    if (status !== 429) throw new Error(`a guess was answered with ${status}`);
    return status;
  };
  const nightly = { name: 'nightly', roles: ['accessContentRole'], days: 1 };
  const tokenIds = async () => {
    const response = await fetch(`${url}/tokens`, { headers: as('chief') });
    const { tokens } = (await response.json()) as { tokens: { id: string }[] };
    return tokens.map(({ id }) => id);
  };
  return {
    postToken: await inOrder([
      () => ask('POST', '/tokens', nightly),
      () => ask('POST', '/tokens', { ...nightly, roles: [] }),
      () => ask('POST', '/tokens', { ...nightly, owner: 'nobody' }),
      () => ask('POST', '/tokens', nightly),
      () => ask('POST', '/tokens', { ...nightly, name: TOO_LONG }),
      () => ask('POST', '/tokens', nightly, plain('chief')),
    ]),
    deleteToken: await inOrder([
      () => ask('DELETE', '/tokens/none'),
      () => ask('DELETE', `/tokens/${'0'.repeat(12)}`),
      async () => ask('DELETE', `/tokens/${(await tokenIds())[0]}`),
    ]),
    post: await inOrder([
      () => ask('POST', '/logins', ann),
      () => ask('POST', '/logins', { ...ann, roles: [] }),
      () => ask('POST', '/logins', ann),
      () => ask('POST', '/logins', { ...ann, name: TOO_LONG }),
      () => ask('POST', '/logins', ann, plain('chief')),
    ]),
    patch: await inOrder([
      () => ask('PATCH', '/logins/ann', { roles: ['contentAdminRole'] }),
      () => ask('PATCH', '/logins/ann', {}),
      () => ask('PATCH', '/logins/nobody', { disabled: true }),
      () => ask('PATCH', '/logins/admin', { disabled: true }),
      () => ask('PATCH', '/logins/ann', { password: TOO_LONG }),
      () => ask('PATCH', '/logins/ann', { disabled: true }, plain('chief')),
    ]),
    patchProviderUser: await inOrder([
      () => ask('PATCH', '/provider-users', { subject: 'u-1', action: 'disable' }),
      () => ask('PATCH', '/provider-users', { subject: 'u-1' }),
      () => ask('PATCH', '/provider-users', { subject: 'u-2', action: 'enable' }),
      () => ask('PATCH', '/provider-users', { subject: TOO_LONG, action: 'disable' }),
      () => ask('PATCH', '/provider-users', { subject: 'u-1', action: 'enable' }, plain('chief')),
    ]),
    put: await inOrder([
      () => ask('PUT', '/password', wanted, as('bob')),
      () => ask('PUT', '/password', { ...wanted, password: 'short' }, as('eve')),
      () => ask('PUT', '/password', { ...wanted, current: admin.password }, as('admin', admin.password)),
      () => ask('PUT', '/password', { ...wanted, current: TOO_LONG }, as('eve')),
      () => ask('PUT', '/password', wanted, plain('eve')),
      // Aborts the remaining guesses, whose responses are delayed. Otherwise, a stopping service would wait for them.
      () => Promise.any(Array.from({ length: 16 }, guess)).finally(() => enough.abort()),
    ]),
    delete: await inOrder([
      () => ask('DELETE', `/logins/${'n'.repeat(300)}`),
      () => ask('DELETE', '/logins/admin'),
      () => ask('DELETE', '/logins/ann'),
      () => ask('DELETE', '/logins/ann'),
    ]),
  };
}

/** Statuses in the contracts of the user management operations. */
export const LOGIN_STATUSES: Readonly<Record<string, readonly number[]>> = {
  postToken: [201, 400, 404, 409, 413, 415],
  deleteToken: [400, 404, 204],
  post: [201, 400, 409, 413, 415],
  patch: [200, 400, 404, 409, 413, 415],
  patchProviderUser: [200, 400, 404, 413, 415],
  put: [204, 400, 409, 413, 415, 429],
  delete: [400, 409, 200, 404],
};
