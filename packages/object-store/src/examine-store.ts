// Tests a store of any kind.

import type { StoreExamination } from './examine/examination.ts';
import { examineFolder } from './fs/examine.ts';
import type { SingleStoreSettings } from './port/settings.ts';

/**
 * Tests the store. Does not reject: the result contains the failed step. Has no time limit, so the caller must set one.
 */
export async function examineStore(settings: SingleStoreSettings): Promise<StoreExamination> {
  if (settings.kind === 'fs') return examineFolder(settings.folder);
  // Loads the S3 client on demand to save memory, as open.ts does.
  const { examineS3 } = await import('./s3/examine.ts');
  return examineS3(settings);
}
