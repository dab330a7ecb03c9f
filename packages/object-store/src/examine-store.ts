// Tests one store of any kind.

import type { StoreExamination } from './examine/examination.ts';
import { examineFolder } from './fs/examine.ts';
import type { SingleStoreSettings } from './port/settings.ts';

/**
 * Tests the store. Reports a failure of the store in the result instead of rejecting. Has no time limit, so the caller
 * must set one.
 */
export async function examineStore(settings: SingleStoreSettings): Promise<StoreExamination> {
  if (settings.kind === 'fs') return examineFolder(settings.folder);
  // Loaded on demand for the same reason as in open.ts.
  const { examineS3 } = await import('./s3/examine.ts');
  return examineS3(settings);
}
