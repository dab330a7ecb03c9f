// Logs users in with the authorization code flow (OpenID Connect Core 1.0), with PKCE, state and nonce. A signed cookie
// contains the state of an unfinished login, so any worker and replica can finish the login.
import type * as client from 'openid-client';
import type { User } from '../users/roles.ts';
import { type Claims, hasRolesClaim, toProviderUser } from './claims.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { Provider } from './provider.ts';
import { ProviderUnavailableError } from './provider-fetch.ts';

/** State of an unfinished login, stored in a cookie. */
export interface PendingLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Reason why a login through the provider failed. */
export type ProviderLoginFault = 'denied' | 'expired' | 'failed' | 'unavailable';

export class ProviderLoginError extends Error {
  override readonly name = 'ProviderLoginError';
  readonly fault: ProviderLoginFault;

  constructor(fault: ProviderLoginFault, options?: ErrorOptions) {
    super(`the login through the OpenID Connect provider failed: ${fault}`, options);
    this.fault = fault;
  }
}

export interface CodeFlow {
  /** Address of the console. Ends with `/console/`. */
  readonly consoleUrl: string;
  /** Returns the provider's URL to which the browser must be redirected. Rejects with ProviderLoginError. */
  begin(): Promise<{ readonly url: URL; readonly pending: PendingLogin }>;
  /** Exchanges the code in the callback's query for the user. Rejects with ProviderLoginError. */
  finish(query: string, pending: PendingLogin): Promise<User>;
  /** Returns the provider's logout address. Undefined if the provider has none. */
  end(): Promise<URL | undefined>;
}

type FlowSettings = OidcSettings & { readonly oidcConsoleUrl: string };

/** Maximum number of concurrent logins that exchange a code at the provider. */
const MAX_EXCHANGES = 16;

export function createCodeFlow(settings: FlowSettings, provider: Provider): CodeFlow {
  const { oidcConsoleUrl: consoleUrl, oidcScopes: scope } = settings;
  const redirectUri = new URL('oidc/callback', consoleUrl).href;
  let exchanges = 0;

  async function exchange(query: string, pending: PendingLogin): Promise<User> {
    const [library, configuration] = await Promise.all([provider.library(), provider.configuration()]);
    const tokens = await library.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims() as Claims & { readonly sub: string };
    const all = await addUserInfo(library, configuration, { claims, accessToken: tokens.access_token });
    const user = toProviderUser(settings, provider.issuer, all);
    if (user === undefined) throw new ProviderLoginError('failed');
    return user;
  }

  /** Adds the claims of the UserInfo response if the ID token has no roles. Many providers put the roles only there. */
  async function addUserInfo(
    library: typeof client,
    configuration: client.Configuration,
    { claims, accessToken }: { claims: Claims & { readonly sub: string }; accessToken: string },
  ): Promise<Claims> {
    const hasAll = hasRolesClaim(settings, claims) && settings.oidcUserClaim in claims;
    if (hasAll || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    // The library checks that the subject of the response matches.
    const more = await library.fetchUserInfo(configuration, accessToken, claims.sub);
    return { ...more, ...claims };
  }

  return {
    consoleUrl,
    async begin() {
      const [library, configuration] = await Promise.all([
        provider.library(),
        provider.configuration().catch(rejectAsUnavailable),
      ]);
      const pending = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },
    async finish(query, pending) {
      if (exchanges >= MAX_EXCHANGES) throw new ProviderLoginError('unavailable');
      exchanges += 1;
      try {
        return await exchange(query, pending);
      } catch (error) {
        throw toLoginError(error);
      } finally {
        exchanges -= 1;
      }
    },
    async end() {
      const [library, configuration] = await Promise.all([
        provider.library(),
        provider.configuration().catch(rejectAsUnavailable),
      ]);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return library.buildEndSessionUrl(configuration, { post_logout_redirect_uri: consoleUrl });
    },
  };
}

function rejectAsUnavailable(cause: unknown): never {
  throw new ProviderLoginError('unavailable', { cause });
}

/** Classifies an error of the library. Its codes are stable, but its messages are not. */
function toLoginError(cause: unknown): ProviderLoginError {
  if (cause instanceof ProviderLoginError) return cause;
  if (cause instanceof ProviderUnavailableError) return new ProviderLoginError('unavailable', { cause });
  const { code, error } = cause as { readonly code?: string; readonly error?: string };
  if (error === 'access_denied') return new ProviderLoginError('denied', { cause });
  // `TypeError` and `OAUTH_TIMEOUT`: the request failed before there was a response.
  const isAway = code === 'OAUTH_TIMEOUT' || (cause instanceof TypeError && code === undefined);
  return new ProviderLoginError(isAway ? 'unavailable' : 'failed', { cause });
}
