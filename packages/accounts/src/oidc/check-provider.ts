// Checks the OpenID Connect provider for `./holdfast doctor` and for GET /doctor: whether it can be reached, reports
// the configured issuer, publishes keys, supports logins to the console, and has the correct time.
import { explainFailure } from '@holdfast/service-kit';
import {
  assessClock,
  findRemedy,
  limitTime,
  type NodeFindings,
  toSentence,
} from '@holdfast/service-kit/doctor';
import type { OidcSettings } from './oidc-settings.ts';
import { createProviderFetch, type ProviderFetch } from './provider-fetch.ts';

export type CheckedProvider = Pick<OidcSettings, 'oidcCaFile' | 'oidcClientId'> & {
  readonly oidcIssuer: string;
};

const CHECK_MS = 15_000;

type Metadata = Readonly<Record<string, unknown>>;

export async function checkProvider(findings: NodeFindings, settings: CheckedProvider): Promise<void> {
  const { oidcIssuer, oidcCaFile, oidcClientId } = settings;
  const fetcher = createProviderFetch(oidcCaFile);
  const place = { words: `the OpenID Connect provider at ${oidcIssuer}`, setting: 'OIDC_ISSUER' };
  const begunMs = performance.now();
  const found = await requestJson(fetcher, findMetadataUrl(oidcIssuer)).catch(toUnreachable);
  const durationMs = performance.now() - begunMs;
  if ('error' in found) {
    findings.fault('provider.reach', toSentence(explainFailure('provider', place, found.error).full), {
      remedy: findRemedy('provider', found.error),
      durationMs,
    });
    return;
  }
  if (found.clockOffsetMs !== undefined)
    findings.add(assessClock('provider.clock', 'the OpenID Connect provider', found.clockOffsetMs));
  if (found.json === undefined) {
    findings.fault('provider.metadata', `${toSentence(found.why).slice(0, -1)} at ${found.url}.`, {
      remedy: 'Correct OIDC_ISSUER: the provider publishes its metadata below this URL.',
    });
    return;
  }
  findings.fine('provider.reach', `The OpenID Connect provider answers in ${durationMs.toFixed(1)} ms.`, {
    durationMs,
  });
  checkIssuer(findings, oidcIssuer, found.json);
  if (oidcClientId !== undefined) checkLogins(findings, found.json);
  await checkKeys(findings, fetcher, found.json);
}

/** Returns the URL of the metadata (OpenID Connect Discovery 1.0, section 4). */
function findMetadataUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function checkIssuer(findings: NodeFindings, expected: string, { issuer }: Metadata): void {
  if (issuer === expected) findings.fine('provider.issuer', 'The provider names itself as in OIDC_ISSUER.');
  else
    findings.fault(
      'provider.issuer',
      `The OpenID Connect provider names itself ${JSON.stringify(issuer) ?? 'nothing'}, but OIDC_ISSUER is ${JSON.stringify(expected)}.`,
      { remedy: 'Set OIDC_ISSUER to exactly the name that the provider gives itself, including slashes.' },
    );
}

/** Checks that the provider supports logins to the console: the authorization code flow with PKCE. */
function checkLogins(findings: NodeFindings, metadata: Metadata): void {
  const missing = ['authorization_endpoint', 'token_endpoint'].filter(
    (name) => typeof metadata[name] !== 'string',
  );
  const methods = metadata.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256')) missing.push('PKCE with S256');
  if (missing.length === 0)
    findings.fine('provider.logins', 'The provider offers what logins to the console need.');
  else
    findings.fault('provider.logins', `The OpenID Connect provider does not offer ${missing.join(', ')}.`, {
      remedy: 'Turn on the authorization code flow with PKCE at the provider.',
    });
}

async function checkKeys(
  findings: NodeFindings,
  fetcher: ProviderFetch,
  { jwks_uri: uri }: Metadata,
): Promise<void> {
  const remedy = 'Without keys, nobody can log in through the provider. Correct the provider.';
  if (typeof uri !== 'string' || !URL.canParse(uri)) {
    findings.fault('provider.keys', 'The OpenID Connect provider publishes no keys (jwks_uri).', { remedy });
    return;
  }
  const found = await requestJson(fetcher, uri).catch(toUnreachable);
  if ('error' in found) {
    const place = { words: `the keys of the OpenID Connect provider at ${uri}`, setting: 'jwks_uri' };
    findings.fault('provider.keys', toSentence(explainFailure('keys', place, found.error).full), {
      remedy: findRemedy('provider', found.error),
    });
    return;
  }
  const count = countSigningKeys(found.json);
  if (count > 0) findings.fine('provider.keys', `The provider publishes ${count} keys for signatures.`);
  else
    findings.fault(
      'provider.keys',
      `The OpenID Connect provider publishes no keys for signatures at ${uri}.`,
      { remedy },
    );
}

/** Counts the public signing keys. Ignores symmetric keys (`oct`) and encryption keys. */
function countSigningKeys(json: Metadata | undefined): number {
  const keys = Array.isArray(json?.keys) ? (json.keys as readonly (Metadata | null)[]) : [];
  return keys.filter((key) => typeof key?.kty === 'string' && key.kty !== 'oct' && key.use !== 'enc').length;
}

interface ProviderAnswer {
  readonly url: string;
  /** Body of the response. Undefined if it is not a JSON object. */
  readonly json: Metadata | undefined;
  /** Explanation if `json` is undefined. */
  readonly why: string;
  readonly clockOffsetMs: number | undefined;
}

const toUnreachable = (error: unknown) => ({ error });

function requestJson(fetcher: ProviderFetch, url: string): Promise<ProviderAnswer> {
  return limitTime(CHECK_MS, async () => {
    const sentMs = Date.now();
    const response = await fetcher(url, { redirect: 'manual', headers: { accept: 'application/json' } });
    const clockOffsetMs = measureOffset(response, (sentMs + Date.now()) / 2);
    const text = await response.text();
    const rest = { url, clockOffsetMs };
    if (response.status !== 200)
      return { ...rest, json: undefined, why: `the provider responds with status ${response.status}` };
    const json = parseObject(text);
    return { ...rest, json, why: 'the provider does not respond with JSON' };
  });
}

function parseObject(text: string): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Metadata) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the server's time minus this machine's time, in ms. Undefined if the response may come from a cache. */
function measureOffset({ headers }: Response, hereMs: number): number | undefined {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(serverMs) || headers.has('age')) return undefined;
  // The Date header has no fractions of a second. Adds their average, half a second.
  return serverMs + 500 - hereMs;
}
