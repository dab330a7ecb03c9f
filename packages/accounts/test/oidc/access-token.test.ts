// Verification of access tokens of a real provider: valid, forged, foreign and expired tokens, key rotation, and an
// unreachable provider.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createLog } from '@holdfast/service-kit';
import {
  createTemporaryFolder,
  makeCertificate,
  makeSigningKey,
  OIDC_AUDIENCE,
  startTestOidcProvider,
  type TestOidcProvider,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openOidc } from '../../src/oidc/oidc.ts';
import { ProviderUnavailableError } from '../../src/oidc/provider-fetch.ts';

const log = createLog({ service: 'test', level: 'silent' });
const open = (issuer: string, change: object = {}, nowMs?: () => number) =>
  openOidc(
    {
      oidcIssuer: issuer,
      oidcName: 'Example',
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcConsoleUrl: undefined,
      oidcScopes: 'openid',
      oidcAudience: OIDC_AUDIENCE,
      oidcRolesClaim: 'roles',
      oidcRoles: undefined,
      oidcUserClaim: 'preferred_username',
      oidcCaFile: undefined,
      ...change,
    },
    log,
    nowMs,
  )!.accessTokens!;

describe('an access token', () => {
  let provider: TestOidcProvider;
  let tokens: ReturnType<typeof open>;
  beforeAll(async () => {
    provider = await startTestOidcProvider({ programClaims: { roles: ['contentAdminRole'] } });
    tokens = open(provider.issuer);
  });
  const keyRequests = () => provider.requests.filter((path) => path === '/jwks').length;

  it('of a program is valid, with the roles of its claim', async () => {
    expect(await tokens.verify(await provider.requestProgramToken())).toEqual({
      name: 'oidc:nightly',
      roles: ['contentAdminRole'],
      provider: { issuer: provider.issuer, subject: 'nightly' },
    });
    expect(await tokens.verify(await provider.sign())).toMatchObject({ name: 'oidc:program', roles: [] });
    expect(await tokens.verify(await provider.sign({ aud: ['other', OIDC_AUDIENCE] }))).toBeDefined();
    expect(keyRequests()).toBe(1);
  });

  it.each([
    ['has expired', { exp: 1_000 }],
    ['never expires', { exp: undefined }],
    ['is not valid yet', { nbf: Math.floor(Date.now() / 1_000) + 600 }],
    ['is for another audience', { aud: 'other' }],
    ['has no audience', { aud: undefined }],
    ['is of another issuer', { iss: 'https://elsewhere.example' }],
    ['has no issuer', { iss: undefined }],
    ['has no subject', { sub: undefined }],
    ['is an ID token', { nonce: 'n' }],
    ['is an ID token of Keycloak', { typ: 'ID' }],
    ['is a logout token', { events: {} }],
  ])('is refused if it %s', async (_why, claims) => {
    expect(await tokens.verify(await provider.sign(claims as never))).toBeUndefined();
  });

  it('is refused without a signature, or with a changed one, or with a shared secret as key', async () => {
    const good = await provider.sign({ roles: ['userAdminRole'] });
    const [, payload, signature] = good.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'HS256']) {
      const unsigned = `${encode({ alg, kid: provider.key.jwk.kid })}.${payload}`;
      const mac = createHmac('sha256', JSON.stringify(provider.key.jwk)).update(unsigned).digest('base64url');
      for (const end of ['', signature, mac])
        expect(await tokens.verify(`${unsigned}.${end}`)).toBeUndefined();
    }
    const other = encode({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: 'chief' });
    expect(await tokens.verify(`${good.split('.')[0]}.${other}.${signature}`)).toBeUndefined();
    expect(await tokens.verify(good)).toBeDefined();
  });

  it('is refused with an unknown key, which loads the keys at most once', async () => {
    const key = await makeSigningKey();
    const before = keyRequests();
    for (let time = 0; time < 20; time += 1)
      expect(await tokens.verify(await provider.sign({}, { key }))).toBeUndefined();
    expect(keyRequests() - before).toBeLessThanOrEqual(1);
    const own = { ...key, jwk: { ...key.jwk, kid: provider.key.jwk.kid! } };
    expect(await tokens.verify(await provider.sign({}, { key: own }))).toBeUndefined();
    expect(await tokens.verify(await provider.sign({}, { key, header: { jwk: key.jwk } }))).toBeUndefined();
  });

  it.each(['', 'opaque', 'a.b', 'a.b.c', 'e30.e30.e30', 'x'.repeat(100_000), `${'a'.repeat(9_000)}.b.c`])(
    'is refused without a request if it is no token of the issuer (%#)',
    async (text) => {
      const before = provider.requests.length;
      expect(await tokens.verify(text)).toBeUndefined();
      expect(provider.requests.length).toBe(before);
    },
  );
});

describe('keys of the provider', () => {
  it('may be rotated', async () => {
    const first = await startTestOidcProvider();
    const tokens = open(first.issuer);
    expect(await tokens.verify(await first.sign())).toBeDefined();
    await first.stop();
    const second = await startTestOidcProvider({ port: first.port });
    // A verifier loads new keys at most every 30 seconds. A new verifier loads them immediately, so the test need not
    // wait.
    const later = open(first.issuer);
    expect(await later.verify(await second.sign())).toBeDefined();
    expect(await later.verify(await first.sign())).toBeUndefined();
  });

  it('are loaded when the provider is back, with few requests meanwhile', async () => {
    const first = await startTestOidcProvider();
    await first.stop();
    let nowMs = 0;
    const tokens = open(first.issuer, {}, () => nowMs);
    const token = await first.sign();
    await expect(tokens.verify(token)).rejects.toBeInstanceOf(ProviderUnavailableError);
    const back = await startTestOidcProvider({ port: first.port, key: first.key });
    await expect(tokens.verify(token)).rejects.toBeInstanceOf(ProviderUnavailableError);
    expect(back.requests).toEqual([]);
    nowMs += 5_000;
    expect(await tokens.verify(token)).toBeDefined();
  });

  it('come over TLS with a private authority, which must be named', async () => {
    const folder = await createTemporaryFolder();
    const { certFile, keyFile, certificate } = makeCertificate(folder, 'provider');
    const tls = { cert: certificate, key: await readFile(keyFile, 'utf8') };
    const provider = await startTestOidcProvider({ tls });
    const token = await provider.sign();
    expect(await open(provider.issuer, { oidcCaFile: certFile }).verify(token)).toBeDefined();
    await expect(open(provider.issuer).verify(token)).rejects.toBeInstanceOf(ProviderUnavailableError);
    const { certFile: other } = makeCertificate(folder, 'other');
    await expect(open(provider.issuer, { oidcCaFile: other }).verify(token)).rejects.toBeInstanceOf(
      ProviderUnavailableError,
    );
  });
});
