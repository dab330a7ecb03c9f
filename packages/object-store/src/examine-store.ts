// Tries one store. Only this file knows every kind.

import type { StoreExamination } from './examine/examination.ts';
import { examineFolder } from './fs/examine.ts';
import type { SingleStoreSettings } from './port/settings.ts';

/** Never rejects because of the store. Takes as long as the store does; the caller bounds it. */
export async function examineStore(settings: SingleStoreSettings): Promise<StoreExamination> {
  if (settings.kind === 'fs') return examineFolder(settings.folder);
  // Loaded on demand, as in open.ts.
  const { examineS3 } = await import('./s3/examine.ts');
  return examineS3(settings);
}
