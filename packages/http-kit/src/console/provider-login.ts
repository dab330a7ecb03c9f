// Logs users of the console in through an OpenID Connect provider. Browsers visit three paths below /console/oidc/,
// which redirect to the provider or to the console.
import {
  hasRole,
  type Oidc,
  PENDING_LOGIN_MS,
  type PendingLogin,
  ProviderLoginError,
  type Sessions,
} from '@holdfast/accounts';
import { createFailedProviderLoginCounter, type Metrics } from '@holdfast/service-kit';
import type { Express, Request, Response } from 'express';
import { getRequestContext, markAuthenticated } from '../http/context.ts';
import { formatCookie, formatSessionCookie, readCookie } from '../login/session.ts';
import { findReturnPage } from './return-page.ts';

/** Reasons that the console shows if a login failed. */
const LOGIN_FAULTS = ['denied', 'expired', 'failed', 'no-role', 'unavailable'] as const;
type LoginFault = ProviderLoginError['fault'] | (typeof LOGIN_FAULTS)[number];

/** `page` is the page of the console to which the browser returns, relative to the console. */
type BegunLogin = PendingLogin & { readonly page?: string | undefined };

interface ProviderLoginTools {
  readonly oidc: Oidc | undefined;
  readonly sessions: Sessions;
  readonly metrics: Metrics;
}

export function serveProviderLogin(app: Express, { oidc, sessions, metrics }: ProviderLoginTools): void {
  const countFailed = createFailedProviderLoginCounter(metrics, LOGIN_FAULTS);
  const flow = oidc?.codeFlow;
  if (flow === undefined) return;

  async function begin(request: Request, response: Response): Promise<void> {
    getRequestContext(request).operation = 'beginProviderLogin';
    const { url, pending } = await flow!.begin();
    const page = findReturnPage(flow!.consoleUrl, new URLSearchParams(readQuery(request)).get('page'));
    const value = sessions.signPendingLogin({ ...pending, page } satisfies BegunLogin);
    if (value === undefined) throw new ProviderLoginError('unavailable');
    response.set('Set-Cookie', formatPendingLogin(request, value, PENDING_LOGIN_MS));
    redirect(response, url);
  }

  async function finish(request: Request, response: Response): Promise<void> {
    const context = getRequestContext(request);
    context.operation = 'finishProviderLogin';
    context.audited = 'login';
    // Deletes the cookie, because it is valid for one attempt only.
    response.set('Set-Cookie', formatPendingLogin(request, '', 0));
    const value = readCookie(request, 'holdfast-login');
    const pending = value === undefined ? undefined : (sessions.readPendingLogin(value) as BegunLogin);
    if (pending === undefined) throw new ProviderLoginError('expired');
    const user = await flow!.finish(readQuery(request), pending);
    context.user = user;
    if (!hasRole(user.roles)) return refuse(request, response, 'no-role');
    const session = await sessions.beginByProvider(user);
    if (session === undefined) return refuse(request, response, 'denied');
    markAuthenticated(request.socket);
    response.append('Set-Cookie', formatSessionCookie(request, session.renewed ?? '', session.leftMs));
    redirect(response, `${flow!.consoleUrl}${pending.page ?? ''}`);
  }

  /** Ends the session at the provider. The console has already ended its own session. */
  async function end(request: Request, response: Response): Promise<void> {
    getRequestContext(request).operation = 'endProviderLogin';
    redirect(response, (await flow!.end()) ?? flow!.consoleUrl);
  }

  /** Redirects to the login page, which shows the reason. */
  function refuse(request: Request, response: Response, fault: LoginFault): void {
    const context = getRequestContext(request);
    const why = fault === 'no-role' ? 'no role' : 'wrong';
    if (context.operation !== 'endProviderLogin') countFailed(fault);
    if (context.audited !== undefined) context.refusedLogin = { name: context.user?.name, why };
    redirect(response, new URL(`?login=${fault}`, flow!.consoleUrl));
  }

  const steps = new Map([
    ['/console/oidc/login', begin],
    ['/console/oidc/callback', finish],
    ['/console/oidc/logout', end],
  ]);
  app.use((request, response, next) => {
    const step = request.method === 'GET' ? steps.get(request.path) : undefined;
    if (step === undefined) return next();
    step(request, response).catch((error: unknown) => {
      if (!(error instanceof ProviderLoginError)) return next(error);
      getRequestContext(request).log.warn(
        { fault: error.fault, err: error.cause },
        'a login through the OpenID Connect provider failed',
      );
      refuse(request, response, error.fault);
    });
  });
}

const formatPendingLogin = (request: Request, value: string, maxAgeMs: number): string =>
  formatCookie(request, { name: 'holdfast-login', value, maxAgeMs, sameSite: 'Lax' });

function readQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start);
}

/** Redirects with 303, so that the browser follows with GET. */
function redirect(response: Response, to: URL | string): void {
  response
    .status(303)
    .set({ Location: String(to), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .end();
}
