// Tests logins through a real OpenID Connect provider: redirects of the browser, forged and repeated callbacks, roles
// from UserInfo, sessions at other replicas, access tokens of programs, and the audit log.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditLine, createSessions, createUsers, openOidc } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { createLog } from '@holdfast/service-kit';
import {
  createTemporaryFolder,
  findFreePort,
  OIDC_AUDIENCE,
  OIDC_CLIENT,
  startTestOidcProvider,
  type TestOidcProvider,
} from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Contract } from '../../src/contract/contract.ts';
import { contract as things } from '../contract.ts';
import { asAdmin, BUILT_IN_ADMIN, type ShellTestService, startService } from '../service.ts';

const { paths, components } = configurationContract;
const OWN = ['/session', '/logins', '/provider-users', '/password', '/tokens'] as const;
const contract = {
  ...things,
  paths: { ...things.paths, ...Object.fromEntries(OWN.map((path) => [path, paths[path]])) },
  components: {
    ...components,
    ...things.components,
    parameters: { ...components.parameters, ...(things.components as { parameters: object }).parameters },
    schemas: { ...components.schemas, ...(things.components as { schemas: object }).schemas },
  },
} as unknown as Contract;
const cost = { logN: 4, r: 8, p: 1 };

/** Simulates a browser that stores cookies and sends them only to the origin that has set them. */
class TestBrowser {
  readonly cookies = new Map<string, string>();

  async get(url: string | URL): Promise<Response> {
    const origin = new URL(url).origin;
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${origin} `));
    const cookie = own.map(([key, value]) => `${key.slice(origin.length + 1)}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie && { cookie }) } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /Max-Age=0/i.test(line)) this.cookies.delete(`${origin} ${name}`);
      else this.cookies.set(`${origin} ${name}`, value!);
    }
    return response;
  }

  /** Follows redirects until `isEnd` accepts an address. Returns this address without requesting it. */
  async follow(url: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let at = new URL(url);
    for (let hops = 0; hops < 20; hops += 1) {
      if (isEnd(at)) return at;
      const response = await this.get(at);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${at} responded ${response.status} ${await response.text()}`);
      at = new URL(location, at);
    }
    throw new Error('too many redirects');
  }
}

describe('a login through a provider', () => {
  let provider: TestOidcProvider;
  let one: ShellTestService;
  let replica: ShellTestService;
  let consoleUrl: string;
  let usersFile: string;
  let nowMs = Date.now();
  const audited: AuditLine[] = [];
  const services: ShellTestService[] = [];
  const users = {
    'u-1': { preferred_username: 'ada', realm_access: { roles: ['staff'] } },
    'u-2': { preferred_username: 'nobody' },
    'u-3': { preferred_username: 'admin', realm_access: { roles: ['chief'] } },
  };

  async function start(issuer: string, port?: number): Promise<ShellTestService> {
    const known = await createUsers({ file: usersFile, builtIn: [BUILT_IN_ADMIN], cost, recheckMs: 0 });
    const sessions = createSessions(known, () => nowMs, issuer);
    sessions.open('a secret of both services');
    const settings = {
      oidcIssuer: issuer,
      oidcName: 'University',
      oidcClientId: OIDC_CLIENT.id,
      oidcClientSecret: OIDC_CLIENT.secret,
      oidcConsoleUrl: consoleUrl,
      oidcScopes: 'openid profile',
      oidcAudience: OIDC_AUDIENCE,
      oidcRolesClaim: 'realm_access.roles',
      oidcRoles: [
        { theirs: 'staff', ours: 'accessContentRole' },
        { theirs: 'chief', ours: 'userAdminRole' },
      ],
      oidcUserClaim: 'preferred_username',
      oidcCaFile: undefined,
    };
    const oidc = openOidc(settings, createLog({ service: 'test', level: 'silent' }));
    const audit = { write: (line: AuditLine) => void audited.push(line), nameHash: (name: string) => name };
    const logins = { ofSettings: [], file: usersFile };
    const service = await startService(
      {},
      { contract, users: known, sessions, oidc, audit, logins },
      port === undefined ? {} : { port },
    );
    services.push(service);
    return service;
  }

  beforeAll(async () => {
    const port = await findFreePort();
    consoleUrl = `http://127.0.0.1:${port}/console/`;
    usersFile = join(await createTemporaryFolder(), 'users.json');
    await writeFile(usersFile, '[]');
    provider = await startTestOidcProvider({ consoleUrls: [consoleUrl], users });
    [one, replica] = [await start(provider.issuer, port), await start(provider.issuer)];
  });
  beforeEach(() => {
    provider.subject = 'u-1';
    nowMs = Date.now();
    audited.length = 0;
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const isCallback = ({ pathname }: URL) => pathname === '/console/oidc/callback';
  const isConsole = ({ pathname }: URL) => pathname === '/console/';
  const login = () => `${consoleUrl}oidc/login`;
  const sessionAt = async ({ url }: ShellTestService, { cookies }: TestBrowser) => {
    const value = cookies.get(`${one.url} holdfast-session`);
    const response = await fetch(`${url}/session`, { headers: { cookie: `holdfast-session=${value}` } });
    return (await response.json()) as { user: unknown; provider: unknown };
  };

  it('starts a session with the roles of the UserInfo response, at all replicas', async () => {
    const browser = new TestBrowser();
    const end = await browser.follow(login(), isConsole);
    expect(end.href).toBe(consoleUrl);
    expect([...browser.cookies.keys()]).not.toContain(`${one.url} holdfast-login`);
    const user = {
      name: 'oidc:ada',
      roles: ['accessContentRole'],
      expires: expect.any(String),
      byProvider: true,
    };
    for (const service of [one, replica])
      expect(await sessionAt(service, browser)).toMatchObject({
        user,
        provider: { name: 'University', login: login() },
      });
    expect(audited).toEqual([
      expect.objectContaining({
        event: 'login',
        operation: 'finishProviderLogin',
        user: 'oidc:ada',
        subject: { issuer: provider.issuer, providerUser: 'u-1' },
      }),
    ]);
  });

  it('uses PKCE, state and nonce, and a cookie that other sites cannot read or set for long', async () => {
    const response = await fetch(login(), { redirect: 'manual' });
    expect(response.status).toBe(303);
    const { searchParams } = new URL(response.headers.get('location')!);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: OIDC_CLIENT.id,
      response_type: 'code',
      redirect_uri: `${consoleUrl}oidc/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^holdfast-login=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('never takes the address of the console from the request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const response = await fetch(`${replica.url}/console/oidc/login`, { redirect: 'manual', headers });
    const { searchParams } = new URL(response.headers.get('location')!);
    expect(searchParams.get('redirect_uri')).toBe(`${consoleUrl}oidc/callback`);
  });

  it('fails with a wrong state, without the cookie, with an old cookie, and when it is repeated', async () => {
    const fault = async (browser: TestBrowser, url: URL) =>
      (await browser.get(url)).headers.get('location')!.replace(consoleUrl, '');
    const changed = new TestBrowser();
    const at = await changed.follow(login(), isCallback);
    const before = provider.requests.length;
    const wrong = new URL(at);
    wrong.searchParams.set('state', 'wrong');
    expect(await fault(changed, wrong)).toBe('?login=failed');
    // The first attempt has deleted the cookie.
    expect(await fault(changed, at)).toBe('?login=expired');
    expect(await fault(new TestBrowser(), at)).toBe('?login=expired');
    expect(provider.requests.length).toBe(before);

    const late = new TestBrowser();
    const lateAt = await late.follow(login(), isCallback);
    nowMs += 600_001;
    expect(await fault(late, lateAt)).toBe('?login=expired');
    nowMs = Date.now();

    const twice = new TestBrowser();
    const again = await twice.follow(login(), isCallback);
    const cookies = new Map(twice.cookies);
    expect(await fault(twice, again)).toBe('');
    for (const [name, value] of cookies) twice.cookies.set(name, value);
    expect(await fault(twice, again)).toBe('?login=failed');

    const forged = new TestBrowser();
    forged.cookies.set(`${one.url} holdfast-login`, `${'a'.repeat(40)}.${'b'.repeat(43)}`);
    expect(await fault(forged, again)).toBe('?login=expired');
    expect(audited.filter(({ why }) => why === 'wrong').length).toBe(6);
    expect(JSON.stringify([audited, one.lines])).not.toContain(again.searchParams.get('code'));
  });

  it('is refused for a user without a role, and if the provider refuses', async () => {
    const refused = async () => (await new TestBrowser().follow(login(), isConsole)).search;
    provider.subject = 'u-2';
    expect(await refused()).toBe('?login=no-role');
    expect(audited.at(-1)).toMatchObject({ event: 'login', why: 'no role', nameHash: 'oidc:nobody' });
    provider.subject = undefined;
    expect(await refused()).toBe('?login=denied');
  });

  it('ends after eight hours, and at once when the users file says so', async () => {
    const browser = new TestBrowser();
    await browser.follow(login(), isConsole);
    nowMs += 8 * 3_600_000 - 1_000;
    expect((await sessionAt(one, browser)).user).not.toBeNull();
    nowMs += 1_000;
    expect((await sessionAt(one, browser)).user).toBeNull();
    nowMs = Date.now();
    for (const entry of [
      { subject: 'u-1', sessionMark: 'ended' },
      { subject: 'u-1', disabled: true },
    ]) {
      await writeFile(usersFile, '[]');
      const next = new TestBrowser();
      await next.follow(login(), isConsole);
      expect((await sessionAt(replica, next)).user).not.toBeNull();
      await writeFile(usersFile, JSON.stringify({ users: [], oidcUsers: [entry] }));
      expect((await sessionAt(replica, next)).user).toBeNull();
    }
    expect((await new TestBrowser().follow(login(), isConsole)).search).toBe('?login=denied');
    await writeFile(usersFile, '[]');
  });

  it('returns to the page on which it began, but never to another site', async () => {
    const isEnd = ({ href }: URL) => !href.includes('/oidc/') && !href.startsWith(provider.issuer);
    const follow = (page: string) =>
      new TestBrowser().follow(`${login()}?page=${encodeURIComponent(page)}`, isEnd);
    expect((await follow('users?sort=name#top')).href).toBe(`${consoleUrl}users?sort=name#top`);
    expect((await follow('//evil.example/')).href).toBe(`${consoleUrl}//evil.example/`);
    expect((await follow('../evil')).href).toBe(consoleUrl);
  });

  it('ends, or is refused, when an administrator says so', async () => {
    const patch = (body: object, headers: object = asAdmin) =>
      fetch(`${one.url}/provider-users`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const entry = (disabled: boolean) => ({ providerUsers: [{ subject: 'u-1', disabled }] });
    expect((await patch({ subject: 'u-1', action: 'enable' })).status).toBe(404);
    const browser = new TestBrowser();
    await browser.follow(login(), isConsole);
    const ended = await patch({ subject: 'u-1', action: 'endSessions' });
    expect(ended.status).toBe(200);
    expect(await ended.json()).toMatchObject(entry(false));
    expect(audited.at(-1)).toMatchObject({
      operation: 'patchProviderUser',
      user: 'admin',
      subject: { subject: 'u-1', action: 'endSessions' },
    });
    expect((await sessionAt(one, browser)).user).toBeNull();
    expect((await sessionAt(replica, browser)).user).toBeNull();
    await browser.follow(login(), isConsole);
    expect((await sessionAt(replica, browser)).user).not.toBeNull();
    expect(await (await patch({ subject: 'u-1', action: 'disable' })).json()).toMatchObject(entry(true));
    expect((await sessionAt(replica, browser)).user).toBeNull();
    expect((await new TestBrowser().follow(login(), isConsole)).search).toBe('?login=denied');
    expect(await (await patch({ subject: 'u-1', action: 'enable' })).json()).toMatchObject(entry(false));
    expect((await sessionAt(one, browser)).user).toBeNull();
    expect((await new TestBrowser().follow(login(), isConsole)).search).toBe('');
    for (const wrong of [
      { subject: '', action: 'disable' },
      { subject: 'a\nb', action: 'disable' },
      { subject: 'x'.repeat(256), action: 'disable' },
      { subject: 'u-1', action: 'kill' },
      { subject: 'u-1' },
    ])
      expect((await patch(wrong)).status).toBe(400);
    expect((await patch({ subject: 'u-1', action: 'disable' }, {})).status).toBe(401);
    const reader = await provider.sign({ sub: 'job', realm_access: { roles: ['staff'] } });
    const asReader = { authorization: `Bearer ${reader}` };
    expect((await patch({ subject: 'u-1', action: 'disable' }, asReader)).status).toBe(403);
    await writeFile(usersFile, 'no users file');
    expect((await patch({ subject: 'u-1', action: 'disable' })).status).toBe(409);
    await writeFile(usersFile, '[]');
  });

  it('gives no rights of a local user with the same name', async () => {
    provider.subject = 'u-3';
    const browser = new TestBrowser();
    await browser.follow(login(), isConsole);
    const cookie = `holdfast-session=${browser.cookies.get(`${one.url} holdfast-session`)}`;
    const send = (method: string, path: string, body: object) =>
      fetch(one.url + path, {
        method,
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      });
    expect(await sessionAt(one, browser)).toMatchObject({ user: { name: 'oidc:admin' } });
    const token = { name: 'mine', roles: ['accessContentRole'], days: 1 };
    expect((await send('POST', '/tokens', token)).status).toBe(409);
    const password = { current: 'pass:wörd', password: 'another one' };
    expect((await send('PUT', '/password', password)).status).toBe(409);
  });

  it('ends at the provider, too', async () => {
    const response = await fetch(`${consoleUrl}oidc/logout`, { redirect: 'manual' });
    const location = new URL(response.headers.get('location')!);
    expect(location.href).toContain(`${provider.issuer}/session/end?`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: OIDC_CLIENT.id,
      post_logout_redirect_uri: consoleUrl,
    });
    expect((await fetch(location)).status).toBe(200);
  });

  it('is a session that a service of another provider does not accept', async () => {
    const other = await start('https://elsewhere.example');
    const browser = new TestBrowser();
    await browser.follow(login(), isConsole);
    expect((await sessionAt(other, browser)).user).toBeNull();
  });

  describe('of a program', () => {
    const search = (token: string) =>
      fetch(`${one.url}/search`, { headers: { authorization: `Bearer ${token}` } });

    it('takes an access token, with the roles of its claim', async () => {
      const token = await provider.sign({ sub: 'job', realm_access: { roles: ['staff'] } });
      expect(await (await search(token)).json()).toMatchObject({ user: 'oidc:job' });
      const none = await search(await provider.sign({ sub: 'job' }));
      expect(none.status).toBe(403);
    });

    it('is refused with any other token', async () => {
      for (const token of ['opaque', 'a.b.c', await provider.sign({ aud: OIDC_CLIENT.id })]) {
        const refused = await search(token);
        expect(refused.status).toBe(401);
        expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
      }
      expect(audited.at(-1)).toMatchObject({ event: 'login', why: 'wrong' });
    });

    it('is refused if the users file disables it', async () => {
      const token = await provider.sign({ sub: 'job', realm_access: { roles: ['staff'] } });
      await writeFile(
        usersFile,
        JSON.stringify({ users: [], oidcUsers: [{ subject: 'job', disabled: true }] }),
      );
      expect((await search(token)).status).toBe(401);
      await writeFile(usersFile, '[]');
      expect((await search(token)).status).toBe(200);
    });
  });

  it('fails while the provider is away, when passwords still work, and succeeds when it is back', async () => {
    const gone = await startTestOidcProvider({ consoleUrls: [consoleUrl], users });
    await gone.stop();
    const service = await start(gone.issuer);
    const begin = async () =>
      (await fetch(`${service.url}/console/oidc/login`, { redirect: 'manual' })).headers.get('location')!;
    expect(await begin()).toBe(`${consoleUrl}?login=unavailable`);
    expect(await service.metrics.registry.metrics()).toContain(
      'holdfast_provider_logins_failed_total{reason="unavailable"} 1',
    );
    const token = { authorization: `Bearer ${await gone.sign()}` };
    const unavailable = await fetch(`${service.url}/search`, { headers: token });
    expect(unavailable.status).toBe(503);
    expect(unavailable.headers.get('retry-after')).toBe('5');
    expect((await fetch(`${service.url}/search`, { headers: asAdmin })).status).toBe(200);
    await startTestOidcProvider({ consoleUrls: [consoleUrl], users, port: gone.port });
    let location = await begin();
    while (location.startsWith(consoleUrl)) location = await sleep(50).then(begin);
    expect(location).toContain(gone.issuer);
  }, 20_000);
});
