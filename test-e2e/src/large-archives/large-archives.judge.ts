// Covers: services packages
// Shortened run of `npm run drill -- large-archives`.
import { createTestDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { importLargeArchives } from './large-archives.ts';

it('archives are imported in bounded memory, a WACZ as it comes', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const sizesBytes = { WACZ: 48e6, WARC: 48e6 };
  const growth = await importLargeArchives({ databaseUrl, sizesBytes, say: () => undefined });
  expect(Object.keys(growth)).toEqual(['WACZ', 'WARC']);
}, 60_000);
