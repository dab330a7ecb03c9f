// Entry point. Loads the session, the language and the screen in parallel, and renders the page when all are loaded.
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './browser/theme.ts';
import { showLanguage } from './language/t.ts';
import { routes } from './routes.ts';
import { currentPath, watchLocation } from './routing/location.ts';
import { findRoute, loadScreen } from './routing/screens.ts';
import { loadSession, renewSessionPeriodically } from './service/session.ts';

const whoIs = loadSession();
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
