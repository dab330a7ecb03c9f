// Covers: services packages
// Shortened run of `npm run drill -- malformed`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { sendMalformedUploads } from './malformed.ts';

it('a hundred malformed uploads of every kind leave the service as it was', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const { statuses } = await sendMalformedUploads({
    databaseUrl,
    uploads: 100,
    seed: 1,
    bombMiB: 16,
    say: () => undefined,
  });
  expect(statuses).toMatchObject({ '200': expect.any(Number), '400': expect.any(Number) });
}, 180_000);
