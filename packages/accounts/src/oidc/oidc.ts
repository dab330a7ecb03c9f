// Logins of users and programs through an OpenID Connect provider.
import type { Log } from '@holdfast/service-kit';
import type { NodeFindings } from '@holdfast/service-kit/doctor';
import { type AccessTokenVerifier, createAccessTokenVerifier } from './access-token.ts';
import { type CodeFlow, createCodeFlow } from './code-flow.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { openProvider } from './provider.ts';

export interface Oidc {
  readonly issuer: string;
  /** Name of the provider on the login page. */
  readonly name: string;
  /** Undefined if users cannot log in to the console through the provider. */
  readonly codeFlow: CodeFlow | undefined;
  /** Undefined if access tokens of programs are not accepted. */
  readonly accessTokens: AccessTokenVerifier | undefined;
}

/** Checks the provider, if one is configured. Loads the checks on demand, because they are rarely needed. */
export async function examineProvider(
  findings: NodeFindings,
  { oidcIssuer, ...rest }: Pick<OidcSettings, 'oidcIssuer' | 'oidcCaFile' | 'oidcClientId'>,
): Promise<void> {
  if (oidcIssuer === undefined) return;
  const { checkProvider } = await import('./check-provider.ts');
  await checkProvider(findings, { ...rest, oidcIssuer });
}

/**
 * Returns undefined if no provider is configured. Sends no request yet, because the provider may be unavailable.
 * `nowMs` must be a monotonic clock.
 */
export function openOidc(
  settings: OidcSettings,
  log: Log,
  nowMs: () => number = () => performance.now(),
): Oidc | undefined {
  const { oidcIssuer, oidcConsoleUrl, oidcAudience, oidcName: name } = settings;
  if (oidcIssuer === undefined) return undefined;
  const provider = openProvider({ ...settings, oidcIssuer }, log, nowMs);
  return {
    issuer: oidcIssuer,
    name,
    codeFlow:
      oidcConsoleUrl === undefined ? undefined : createCodeFlow({ ...settings, oidcConsoleUrl }, provider),
    accessTokens:
      oidcAudience === undefined
        ? undefined
        : createAccessTokenVerifier({ ...settings, oidcAudience }, provider),
  };
}
