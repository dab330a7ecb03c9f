// Where the console begins: who is logged in, the language and the screen that the address names are asked for at the same time,
// and then all of it is drawn at once.
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './browser/theme.ts';
import { showLanguage } from './language/t.ts';
import { routes } from './routes.ts';
import { path, watchLocation } from './routing/location.ts';
import { findRoute, loadScreen } from './routing/screens.ts';
import { keepSession, loadSession } from './service/session.ts';

const whoIs = loadSession();
const language = showLanguage();
const found = findRoute(routes, path.value);
const screen = found && loadScreen(found.route);
applyTheme();
watchLocation();
keepSession();
// What fails of these two the application asks for once more, and says why it cannot be had.
await Promise.allSettled([whoIs, screen]);
await language;
render(<App />, document.getElementById('console')!);
