// Root component: shows the login form to an unauthenticated user, and otherwise the shell with the screen of the
// current address.
import { useEffect } from 'preact/hooks';
import { t } from './language/t.ts';
import { LoadingIndicator } from './parts/basic/loading.tsx';
import { ProblemMessage } from './parts/feedback/problem.tsx';
import { Toasts } from './parts/feedback/toasts.tsx';
import { routes } from './routes.ts';
import { hasSessionEnded, loadSession, session } from './service/session.ts';
import { useResponse } from './service/use-answer.ts';
import { LoginPage, SessionLoginDialog } from './shell/login.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  useEffect(() => {
    if (session.value === null) document.title = `${t('shell.logIn')} · Holdfast`;
  }, [session.value]);

  if (session.value === undefined) return <Unknown />;
  return (
    <>
      {session.value === null ? <LoginPage /> : <Shell routes={routes} />}
      {hasSessionEnded.value && <SessionLoginDialog />}
      <Toasts />
    </>
  );
}

/** Shown when the session request at startup has failed. */
function Unknown() {
  const { problem, again } = useResponse(loadSession, []);
  if (problem === undefined) return <LoadingIndicator />;
  return (
    <main class="alone">
      <ProblemMessage of={problem} again={again} />
    </main>
  );
}
