import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { NodeFindings } from '@holdfast/service-kit/doctor';
import {
  addCleanup,
  createTemporaryFolder,
  findFreePort,
  makeCertificate,
  startTestOidcProvider,
  type TestOidcProvider,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { examineProvider } from '../../src/index.ts';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Starts a server with a fixed response for each path. All other paths return 404. The argument of `answers` is the
 * server's URL.
 */
async function startAnswers(answers: (self: string) => Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, body = {}, headers = {} } = answers(self)[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => void server.close(resolve)));
  const self = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}

const METADATA = '/.well-known/openid-configuration';
const metadataOf = (self: string) => ({
  issuer: self,
  jwks_uri: `${self}/keys`,
  authorization_endpoint: `${self}/auth`,
  token_endpoint: `${self}/token`,
});
const key = { kty: 'EC', use: 'sig' };

async function examine(oidcIssuer: string | undefined, oidcCaFile?: string) {
  const findings = new NodeFindings();
  await examineProvider(findings, { oidcIssuer, oidcCaFile, oidcClientId: 'console' });
  return findings.all;
}
const faultsOf = async (...given: Parameters<typeof examine>) =>
  (await examine(...given)).filter(({ verdict }) => verdict !== 'fine');

describe('the checks of a provider', () => {
  let provider: TestOidcProvider;
  beforeAll(async () => {
    provider = await startTestOidcProvider();
  });

  it('find nothing wrong with a real provider, and ask nothing without one', async () => {
    const found = await examine(provider.issuer);
    expect(found.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'provider.clock fine',
      'provider.reach fine',
      'provider.issuer fine',
      'provider.logins fine',
      'provider.keys fine',
    ]);
    expect(await examine(undefined)).toEqual([]);
  });

  it('name a provider that is away', async () => {
    const [fault, ...rest] = await faultsOf(`http://127.0.0.1:${await findFreePort()}`);
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({ id: 'provider.reach', verdict: 'fault' });
    expect(fault!.message).toMatch(
      /^Cannot reach the OpenID Connect provider at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/,
    );
    expect(fault!.remedy).toBe('Start the provider, or correct OIDC_ISSUER.');
  });

  it('name a certificate that OIDC_CA_FILE does not vouch for', async () => {
    const folder = await createTemporaryFolder();
    const [own, other] = ['own', 'other'].map((name) => makeCertificate(folder, name));
    const { issuer } = await startTestOidcProvider({
      tls: { key: readFileSync(own!.keyFile, 'utf8'), cert: own!.certificate },
    });
    expect(await faultsOf(issuer, own!.certFile)).toEqual([]);
    for (const caFile of [other!.certFile, undefined]) {
      const [fault] = await faultsOf(issuer, caFile);
      expect(fault!.message).toContain('no trusted authority has signed its certificate');
      expect(fault!.remedy).toMatch(/^Set OIDC_CA_FILE/);
    }
    const missing = join(folder, 'none.pem');
    expect((await faultsOf(issuer, missing))[0]!.message).toContain('it is not there');
    writeFileSync(missing, 'no certificate');
    expect(await faultsOf(issuer, missing)).toMatchObject([{ id: 'provider.reach', verdict: 'fault' }]);
  });

  it('name another issuer, also one that differs only in a slash', async () => {
    const [fault] = await faultsOf(`${provider.issuer}/`);
    expect(fault).toMatchObject({ id: 'provider.issuer', verdict: 'fault' });
    expect(fault!.message).toBe(
      `The OpenID Connect provider names itself "${provider.issuer}", but OIDC_ISSUER is "${provider.issuer}/".`,
    );
  });

  it.each<[string, (self: string) => Readonly<Record<string, Answer>>, object]>([
    [
      'a wrong path',
      () => ({}),
      {
        id: 'provider.metadata',
        message: expect.stringMatching(/^The provider responds with status 404 at/),
      },
    ],
    [
      'a page instead of metadata',
      () => ({ [METADATA]: { body: '<html>' } }),
      { id: 'provider.metadata', message: expect.stringMatching(/^The provider does not respond with JSON/) },
    ],
    [
      'missing endpoints',
      (self) => ({
        [METADATA]: {
          body: {
            ...metadataOf(self),
            token_endpoint: undefined,
            code_challenge_methods_supported: ['plain'],
          },
        },
        '/keys': { body: { keys: [key] } },
      }),
      { id: 'provider.logins', message: expect.stringMatching(/offer token_endpoint, PKCE with S256\.$/) },
    ],
    [
      'no address of keys',
      (self) => ({ [METADATA]: { body: { ...metadataOf(self), jwks_uri: undefined } } }),
      { id: 'provider.keys' },
    ],
    [
      'keys that verify no signature',
      (self) => ({
        [METADATA]: { body: metadataOf(self) },
        '/keys': { body: { keys: [{ kty: 'oct' }, { kty: 'EC', use: 'enc' }] } },
      }),
      { id: 'provider.keys', message: expect.stringMatching(/publishes no keys for signatures/) },
    ],
    [
      'a wrong clock',
      (self) => ({
        [METADATA]: {
          body: metadataOf(self),
          headers: { date: new Date(Date.now() + 300_000).toUTCString() },
        },
        '/keys': { body: { keys: [key] } },
      }),
      { id: 'provider.clock', message: expect.stringMatching(/(?:299|300|301) seconds ahead of the clock/) },
    ],
  ])('name %s', async (_what, answers, fault) => {
    const found = await faultsOf(await startAnswers(answers));
    expect(found).toEqual([expect.objectContaining({ verdict: 'fault', ...fault })]);
  });
});
