// Covers: packages/http-kit/src/console packages/http-kit/src/http packages/http-kit/src/login packages/accounts/src/sessions
// Shortened run of `npm run drill -- smuggle`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { runSmuggleDrill } from './smuggle.ts';

it('no request hides in the body of another one on its way through the console', async () => {
  const methods = ['GET', 'POST', 'DELETE', 'OPTIONS'];
  const { url: databaseUrl } = await createTestDatabase();
  const { sent, othersSent } = await runSmuggleDrill({
    databaseUrl,
    methods,
    rounds: 1,
    say: () => undefined,
  });
  expect(sent).toBeGreaterThan(1_000);
  expect(othersSent).toBeGreaterThan(0);
}, 300_000);
