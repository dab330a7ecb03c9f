// Finds the endpoints and keys of an OpenID Connect provider. The service starts and runs even if the provider is
// unavailable: each use retries, at most once every few seconds.
import type { Log } from '@holdfast/service-kit';
import type * as client from 'openid-client';
import { isThisMachine, type OidcSettings } from './oidc-settings.ts';
import {
  createProviderFetch,
  PROVIDER_TIMEOUT_MS,
  type ProviderFetch,
  ProviderUnavailableError,
  RETRY_MS,
} from './provider-fetch.ts';

export interface Provider {
  readonly issuer: string;
  readonly fetch: ProviderFetch;
  /** Monotonic clock. */
  readonly nowMs: () => number;
  /** Loads the library on the first login. */
  library(): Promise<typeof client>;
  /** Returns the provider's metadata. Rejects with ProviderUnavailableError. */
  configuration(): Promise<client.Configuration>;
}

/** Age at which the metadata is requested again, in milliseconds. */
const FRESH_MS = 3_600_000;

export function openProvider(
  settings: OidcSettings & { readonly oidcIssuer: string },
  log: Log,
  nowMs: () => number,
): Provider {
  const { oidcIssuer: issuer, oidcCaFile } = settings;
  const fetcher = createProviderFetch(oidcCaFile);
  let found: { readonly configuration: client.Configuration; readonly atMs: number } | undefined;
  let failed: { readonly error: ProviderUnavailableError; readonly atMs: number } | undefined;
  let running: Promise<client.Configuration> | undefined;

  async function discover(): Promise<client.Configuration> {
    try {
      const configuration = await discoverProvider(settings, fetcher);
      if (failed !== undefined) log.info({ issuer }, 'the OpenID Connect provider can be reached again');
      found = { configuration, atMs: nowMs() };
      failed = undefined;
      return configuration;
    } catch (cause) {
      const error = new ProviderUnavailableError('the OpenID Connect provider cannot be reached', { cause });
      if (failed === undefined) log.warn({ issuer, err: cause }, error.message);
      failed = { error, atMs: nowMs() };
      // Outdated metadata is better than none.
      if (found !== undefined) return found.configuration;
      throw error;
    }
  }

  return {
    issuer,
    fetch: fetcher,
    nowMs,
    library: () => import('openid-client'),
    configuration() {
      if (found !== undefined && nowMs() - found.atMs < FRESH_MS) return Promise.resolve(found.configuration);
      if (failed !== undefined && nowMs() - failed.atMs < RETRY_MS)
        return found === undefined ? Promise.reject(failed.error) : Promise.resolve(found.configuration);
      running ??= discover().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function discoverProvider(
  settings: OidcSettings & { readonly oidcIssuer: string },
  fetcher: ProviderFetch,
): Promise<client.Configuration> {
  const { oidcIssuer, oidcClientId = 'programs', oidcClientSecret: secret } = settings;
  const library = await import('openid-client');
  const issuer = new URL(oidcIssuer);
  const isPlain = issuer.protocol === 'http:' && isThisMachine(issuer.hostname);
  // HTTP Basic is the default authentication method of OpenID Connect Registration. `chooseSecretMethod` deviates from
  // it only if the metadata excludes it.
  const configuration = await library.discovery(
    issuer,
    oidcClientId,
    undefined,
    secret === undefined ? library.None() : chooseSecretMethod(library, secret),
    {
      [library.customFetch]: fetcher as never,
      timeout: PROVIDER_TIMEOUT_MS / 1_000,
      execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
    },
  );
  return configuration;
}

/** Chooses how to send the client secret: with HTTP Basic if the provider supports it, otherwise in the form. */
function chooseSecretMethod(library: typeof client, secret: string): client.ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, metadata, body, headers);
  };
}
