// Root component. Shows the login form if no user is logged in. Otherwise shows the page frame with the screen at the
// current address.
import { useEffect } from 'preact/hooks';
import { t } from './language/t.ts';
import { LoadingIndicator } from './parts/basic/loading.tsx';
import { ProblemMessage } from './parts/feedback/problem.tsx';
import { Toasts } from './parts/feedback/toasts.tsx';
import { routes } from './routes.ts';
import { hasSessionEnded, loadSession, session } from './service/session.ts';
import { useResponse } from './service/use-response.ts';
import { LoginPage, SessionLoginDialog } from './shell/login.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  useEffect(() => {
    if (session.value === null) document.title = `${t('shell.logIn')} · Holdfast`;
  }, [session.value]);

  if (session.value === undefined) return <UnknownScreen />;
  return (
    <>
      {session.value === null ? <LoginPage /> : <Shell routes={routes} />}
      {hasSessionEnded.value && <SessionLoginDialog />}
      <Toasts />
    </>
  );
}

/** Shows the error if the session request at startup failed, with a button to repeat the request. */
function UnknownScreen() {
  const { problem, again } = useResponse(() => loadSession(), []);
  if (problem === undefined) return <LoadingIndicator />;
  return (
    <main class="alone">
      <ProblemMessage of={problem} again={again} />
    </main>
  );
}
