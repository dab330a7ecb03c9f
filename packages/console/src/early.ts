// Requests the session and loads the messages. The build makes this file a separate small script, which runs while the
// browser still loads the console.
import { chooseFirstLanguage, firstLoaders } from './language/first-messages.ts';
import { fetchSession } from './service/session-request.ts';

/** Response to the first request of the session. */
export const earlySession = fetchSession('GET');

// Ignores failures here: the console requests the session and the messages again, and shows the error.
earlySession.catch(() => undefined);
firstLoaders[chooseFirstLanguage()]().catch(() => undefined);
