// Login form. It is a page if no user is logged in, and a dialog over the current screen after the session has ended.

import { ServiceError } from '@holdfast/client/browser';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { consoleBase } from '../browser/base.ts';
import { t } from '../language/t.ts';
import { Button } from '../parts/basic/button.tsx';
import { Dialog } from '../parts/feedback/dialog.tsx';
import { Field } from '../parts/form/field.tsx';
import { logIn, loginProvider, logOut, requestServiceStatus, session } from '../service/session.ts';
import { logInWhenReady, type StartupProgress } from '../service/startup.ts';
import { LogoMark } from './mark.tsx';
import { PreferenceMenus } from './preferences.tsx';

export function LoginPage() {
  return (
    <div class="login-page">
      <main class="login-card">
        <h1>
          <LogoMark /> Holdfast
        </h1>
        <p class="muted">{t('shell.logInWhy')}</p>
        <LoginForm name="" />
      </main>
      <footer>
        <PreferenceMenus />
      </footer>
    </div>
  );
}

export function SessionLoginDialog() {
  return (
    <Dialog title={t('shell.sessionEnded')} onClose={() => void logOut()} closeLabel={t('shell.logOut')}>
      <p>{t('shell.sessionEndedWhy')}</p>
      <LoginForm name={session.value?.name ?? ''} />
    </Dialog>
  );
}

function LoginForm({ name }: { name: string }) {
  const form = useRef<HTMLFormElement>(null);
  const fault = useSignal<string | undefined>(readProviderFault());
  const isBusy = useSignal(false);
  /** Status of a node that is starting, while the form waits for it. */
  const startup = useSignal<StartupProgress | undefined>(undefined);
  const waiting = useRef(new AbortController());

  useEffect(() => {
    const [user, password] = form.current!.querySelectorAll('input');
    (name === '' ? user : password)?.focus();
    return () => waiting.current.abort();
  }, []);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (isBusy.value) return;
    const given = new FormData(form.current!);
    isBusy.value = true;
    fault.value = undefined;
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    const onWait = (progress: StartupProgress) => {
      startup.value = progress;
    };
    const login = () => logIn(String(given.get('name')), String(given.get('password')));
    try {
      await logInWhenReady(login, { signal, onWait, readStatus: requestServiceStatus });
    } catch (error) {
      if (signal.aborted) return;
      fault.value = describeLoginError(error);
      const password = form.current?.querySelector<HTMLInputElement>('[name=password]');
      password?.focus();
      password?.select();
    } finally {
      startup.value = undefined;
      isBusy.value = false;
    }
  }

  return (
    <form class="login-form" ref={form} onSubmit={submit}>
      <Field label={t('shell.name')}>
        <input
          name="name"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          defaultValue={name}
        />
      </Field>
      <Field label={t('shell.password')}>
        <input name="password" type="password" autocomplete="current-password" required />
      </Field>
      <p class="login-fault" role="alert">
        {fault.value}
      </p>
      <div role="status">{startup.value !== undefined && <p>{describeStartup(startup.value)}</p>}</div>
      <Button kind="primary" type="submit" busy={isBusy.value}>
        {t('shell.logIn')}
      </Button>
      {startup.value !== undefined && (
        <Button kind="quiet" onClick={() => waiting.current.abort()}>
          {t('shell.stopWaiting')}
        </Button>
      )}
      {loginProvider.value !== undefined && (
        <a class="button button-plain" href={formatProviderLogin(loginProvider.value.login)}>
          {t('shell.signInWith', { provider: loginProvider.value.name })}
        </a>
      )}
    </form>
  );
}

const PROVIDER_FAULTS = ['denied', 'expired', 'failed', 'no-role', 'unavailable'] as const;

/**
 * Returns the address that starts a login through the provider. After the login, the browser returns to the current
 * page.
 */
function formatProviderLogin(login: string): string {
  const [to, page] = [new URL(login), new URL(location.href)];
  // Removes the reason why the previous login failed.
  if (page.searchParams.has('login')) page.searchParams.delete('login');
  const relative = page.href.slice(consoleBase.href.length);
  if (page.href.startsWith(consoleBase.href) && relative !== '') to.searchParams.set('page', relative);
  return to.href;
}

/** Returns why the login through the provider failed. The service adds the reason to the address of the console. */
function readProviderFault(): string | undefined {
  const reason = new URLSearchParams(location.search).get('login');
  const fault = PROVIDER_FAULTS.find((one) => one === reason);
  return fault && t(`shell.provider.${fault}`);
}

/** Describes what the node is doing while it starts. */
function describeStartup({ startupStatus, reason }: StartupProgress): string {
  if (startupStatus === 'AUS_STARTED' && reason !== undefined) return t('shell.notReady', { reason });
  if (startupStatus?.startsWith('PLUGINS')) return t('shell.startingPlugins');
  return t(startupStatus === 'AUS_STARTING' ? 'shell.startingAus' : 'shell.starting');
}

function describeLoginError(error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  if (error.status === 401) return t('shell.wrongLogin');
  if (error.status === 429)
    return t('shell.slowed', { count: Math.ceil((error.retryAfterMs ?? 1_000) / 1_000) });
  if (error.status === undefined) return t('shell.unreachable');
  return error.detail ?? t('common.status', { status: String(error.status) });
}
