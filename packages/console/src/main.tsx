// Starts the console. Waits for the session, the language and the screen in parallel, and then renders the page.
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './browser/theme.ts';
import { earlySession } from './early.ts';
import { showLanguage } from './language/t.ts';
import { routes } from './routes.ts';
import { currentPath, watchLocation } from './routing/location.ts';
import { findRoute, loadScreen } from './routing/screens.ts';
import { loadSession, renewSessionPeriodically } from './service/session.ts';

void startConsole();

// Does not use a top-level await, because screens import the chunk that contains this file.
async function startConsole(): Promise<void> {
  const whoIs = loadSession(earlySession);
  const language = showLanguage();
  const found = findRoute(routes, currentPath.value);
  const screen = found && loadScreen(found.route);
  applyTheme();
  watchLocation();
  renewSessionPeriodically();
  // Ignores failures here: App repeats a failed request and shows the error.
  await Promise.allSettled([whoIs, screen]);
  await language;
  render(<App />, document.getElementById('console')!);
}
