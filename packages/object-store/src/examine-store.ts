// Tests one store. Only this file depends on every kind of store.

import type { StoreExamination } from './examine/examination.ts';
import { examineFolder } from './fs/examine.ts';
import type { SingleStoreSettings } from './port/settings.ts';

/**
 * A failure of the store is part of the result, not a rejection. There is no time limit, so the caller must set one.
 */
export async function examineStore(settings: SingleStoreSettings): Promise<StoreExamination> {
  if (settings.kind === 'fs') return examineFolder(settings.folder);
  // Loaded on demand, as in open.ts.
  const { examineS3 } = await import('./s3/examine.ts');
  return examineS3(settings);
}
