// Requests the session and loads the messages. This file is a small script of its own, which runs while the browser
// still loads the console.
import { chooseFirstLanguage, firstLoaders } from './language/first-messages.ts';
import { fetchSession } from './service/session-request.ts';

/** Response to the first request of the session. */
export const earlySession = fetchSession('GET');

// The console asks for both again and shows the error.
earlySession.catch(() => undefined);
firstLoaders[chooseFirstLanguage()]().catch(() => undefined);
