// Usage: npm run drill -- notifications. Kills the service before it sends a mail about a flipped byte, and takes the
// receiver of a webhook down for ten minutes. Takes about 20 minutes.
import { startDrillServers } from '@holdfast/testkit';
import { runNotificationsDrill } from '../notifications/notifications.ts';
import { runDrill } from '../support/run-drill.ts';

await runDrill(async () => {
  await startDrillServers();
  await runNotificationsDrill(console.log);
});
