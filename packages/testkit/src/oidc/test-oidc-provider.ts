// Runs a real OpenID Connect provider (oidc-provider) on loopback for tests. Its login page logs the chosen user in
// without any input.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { JWK, JWTPayload } from 'jose';
import type { Configuration } from 'oidc-provider';
import { addCleanup } from '../at-end.ts';
import { findFreePort } from '../free-port.ts';

export const OIDC_AUDIENCE = 'https://holdfast.example/api';
export const OIDC_CLIENT = { id: 'console', secret: 'a secret of the console' } as const;
export const OIDC_PROGRAM = { id: 'nightly', secret: 'a secret of the program' } as const;

export interface TestOidcOptions {
  /** Addresses of the console. Each ends with `/console/`. */
  readonly consoleUrls?: readonly string[];
  /**
   * Claims of each user, by subject. UserInfo returns them. ID tokens contain only the subject, unless
   * `hasClaimsInIdTokens` is set.
   */
  readonly users?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Claims in access tokens of the program. */
  readonly programClaims?: Readonly<Record<string, unknown>>;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Signing key. Default: a new key. */
  readonly key?: TestSigningKey;
  /** True if ID tokens contain the claims of the user. Default: false. */
  readonly hasClaimsInIdTokens?: boolean;
}

export interface TestSigningKey {
  readonly jwk: JWK;
  readonly alg: string;
}

export interface TestOidcProvider {
  readonly issuer: string;
  readonly port: number;
  readonly key: TestSigningKey;
  /** Subject of the user who is logged in. Undefined if the user declines. */
  subject: string | undefined;
  /** Paths of all requests so far. */
  readonly requests: readonly string[];
  /** Requests an access token for the program, with the client credentials grant. */
  requestProgramToken(): Promise<string>;
  /** Signs an access token. `claims` override its valid claims; undefined removes a claim. */
  sign(
    claims?: JWTPayload,
    more?: { readonly key?: TestSigningKey; readonly header?: object },
  ): Promise<string>;
  stop(): Promise<void>;
}

let keys = 0;

export async function makeSigningKey(alg = 'ES256'): Promise<TestSigningKey> {
  keys += 1;
  const { exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    alg,
    jwk: { ...(await exportJWK(privateKey)), kid: `key-${keys}-${process.pid}`, alg, use: 'sig' },
  };
}

export async function startTestOidcProvider(options: TestOidcOptions = {}): Promise<TestOidcProvider> {
  const { users = {}, tls } = options;
  const port = options.port ?? (await findFreePort());
  const issuer = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const key = options.key ?? (await makeSigningKey());
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, configurationFor(options, key));
  const handle = provider.callback();
  const requests: string[] = [];
  const state: { subject: string | undefined } = { subject: Object.keys(users)[0] };

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (state.subject === undefined)
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: state.subject } });
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant =
      known ??
      new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent });
  }

  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? '');
    if (request.url?.startsWith('/interaction/'))
      void interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
    else void handle(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  addCleanup(stop);
  return {
    issuer,
    port,
    key,
    get subject() {
      return state.subject;
    },
    set subject(subject) {
      state.subject = subject;
    },
    requests,
    async requestProgramToken() {
      const authorization = `Basic ${Buffer.from(
        `${OIDC_PROGRAM.id}:${encodeURIComponent(OIDC_PROGRAM.secret)}`,
      ).toString('base64')}`;
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      });
      if (!response.ok) throw new Error(`the provider responded ${response.status} ${await response.text()}`);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async sign(claims = {}, more = {}) {
      const { SignJWT } = await import('jose');
      const { jwk, alg } = more.key ?? key;
      const nowS = Math.floor(Date.now() / 1_000);
      const all = {
        iss: issuer,
        aud: OIDC_AUDIENCE,
        sub: 'program',
        iat: nowS,
        exp: nowS + 300,
        ...claims,
      };
      const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(kept)
        .setProtectedHeader({ alg, kid: jwk.kid!, typ: 'at+jwt', ...more.header })
        .sign(jwk);
    },
    stop,
  };
}

/** Kinds of objects that the provider stores. */
const STORED = [
  'AccessToken',
  'AuthorizationCode',
  'ClientCredentials',
  'Grant',
  'IdToken',
  'Interaction',
  'Session',
];

function configurationFor(options: TestOidcOptions, key: TestSigningKey): Configuration {
  const { consoleUrls = [], users = {}, programClaims = {} } = options;
  const names = [
    ...new Set(['preferred_username', ...Object.values(users).flatMap((one) => Object.keys(one))]),
  ];
  const of = (urls: readonly string[], path: string) => urls.map((url) => `${url}${path}`);
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: of(
          consoleUrls.length > 0 ? consoleUrls : ['https://node.example/console/'],
          'oidc/callback',
        ),
        post_logout_redirect_uris: [...consoleUrls],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: key.alg as 'ES256',
      },
      {
        client_id: OIDC_PROGRAM.id,
        client_secret: OIDC_PROGRAM.secret,
        redirect_uris: [],
        grant_types: ['client_credentials'],
        response_types: [],
        id_token_signed_response_alg: key.alg as 'ES256',
      },
    ],
    jwks: { keys: [key.jwk as never] },
    cookies: { keys: ['a key for cookies'] },
    pkce: { required: () => true },
    ttl: Object.fromEntries(STORED.map((kind) => [kind, 600])),
    conformIdTokenClaims: options.hasClaimsInIdTokens !== true,
    claims: { openid: ['sub'], profile: names },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...users[sub] }) }),
    extraTokenClaims: (_context, token) =>
      token.kind === 'ClientCredentials' ? { ...programClaims } : undefined,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, client) =>
          client?.clientId === OIDC_PROGRAM.id ? OIDC_AUDIENCE : ([] as string[]),
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: OIDC_AUDIENCE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: key.alg as 'ES256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        // Confirms the end of the session without asking.
        logoutSource: (context, form) => {
          const submit = '<script>document.forms[0].submit()</script>';
          context.body = `<!doctype html><title>Sign out</title>${form.replace(
            '</form>',
            '<input type="hidden" name="logout" value="yes"></form>',
          )}${submit}`;
        },
      },
    },
  };
}
