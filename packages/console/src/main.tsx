// Where the console begins: the language, who is logged in, and then what is to be seen.
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './browser/theme.ts';
import { showLanguage } from './language/t.ts';
import { watchLocation } from './routing/location.ts';
import { keepSession } from './service/session.ts';

applyTheme();
watchLocation();
keepSession();
await showLanguage();
render(<App />, document.getElementById('console')!);
