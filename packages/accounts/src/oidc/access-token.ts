// Verifies JWT access tokens of programs (RFC 9068, RFC 8725): signature, issuer, audience, expiry and algorithm.
import type { JWTVerifyGetKey } from 'jose';
import type { User } from '../users/roles.ts';
import { toProviderUser } from './claims.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { Provider } from './provider.ts';
import { PROVIDER_TIMEOUT_MS, ProviderUnavailableError, pauseAfterFailures } from './provider-fetch.ts';

/** Asymmetric algorithms only. `none` and algorithms with a shared secret are never accepted. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const MAX_TOKEN_CHARACTERS = 8_192;
/** Tolerated difference between the clocks of the provider and of this machine, in seconds. */
const CLOCK_TOLERANCE_S = 30;
/** Error codes for faults of the provider rather than of the token. */
const PROVIDER_FAULTS = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];
const FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export interface AccessTokenVerifier {
  /**
   * Returns the user of an access token, or undefined if the token is invalid. Rejects with ProviderUnavailableError if
   * the provider's keys are needed but cannot be loaded.
   */
  verify(token: string): Promise<User | undefined>;
}

export function createAccessTokenVerifier(
  settings: OidcSettings & { readonly oidcAudience: string },
  provider: Provider,
): AccessTokenVerifier {
  let keys: { readonly uri: string; readonly find: JWTVerifyGetKey } | undefined;

  async function loadKeys(): Promise<JWTVerifyGetKey> {
    const configuration = await provider.configuration();
    const { jwks_uri: uri } = configuration.serverMetadata();
    if (uri === undefined)
      throw new ProviderUnavailableError('the OpenID Connect provider publishes no keys');
    if (keys?.uri === uri) return keys.find;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const find = createRemoteJWKSet(new URL(uri), {
      timeoutDuration: PROVIDER_TIMEOUT_MS,
      // Minimum time between two loads of the keys. A token with an unknown key ID makes the library load them again.
      cooldownDuration: 30_000,
      cacheMaxAge: 600_000,
      [customFetch]: pauseAfterFailures(provider.fetch, provider.nowMs) as never,
    });
    keys = { uri, find };
    return find;
  }

  return {
    async verify(token) {
      if (!isCandidate(token, provider.issuer)) return undefined;
      const [{ jwtVerify, errors }, find] = await Promise.all([import('jose'), loadKeys()]);
      try {
        const { payload } = await jwtVerify(token, find, {
          issuer: provider.issuer,
          audience: settings.oidcAudience,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: CLOCK_TOLERANCE_S,
        });
        return isIdToken(payload) ? undefined : toProviderUser(settings, provider.issuer, payload);
      } catch (error) {
        if (error instanceof errors.JOSEError && !PROVIDER_FAULTS.includes(error.code)) return undefined;
        throw new ProviderUnavailableError('the keys of the OpenID Connect provider cannot be loaded', {
          cause: error,
        });
      }
    },
  };
}

/** Checks size, form and issuer before the provider is contacted, so that tokens of other issuers cause no requests. */
function isCandidate(token: string, issuer: string): boolean {
  if (token.length > MAX_TOKEN_CHARACTERS || !FORM.test(token)) return false;
  try {
    const [header, payload] = token
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    return payload.iss === issuer && ALGORITHMS.includes(header.alg);
  } catch {
    return false;
  }
}

/** Recognizes ID tokens and logout tokens, which must never count as access tokens. */
function isIdToken(payload: Readonly<Record<string, unknown>>): boolean {
  return ['nonce', 'at_hash', 'c_hash', 'events'].some((claim) => claim in payload) || payload.typ === 'ID';
}
