// Catalogue for programs without a database. A replicated store with this catalogue is read-only.
import type { CopyCatalogue } from './catalogue.ts';

export function createUnknownCatalogue(): CopyCatalogue {
  const refuse = (): Promise<never> => Promise.reject(new Error('there is no catalogue of the copies'));
  return {
    stores: refuse,
    saveStore: refuse,
    saveFilling: refuse,
    removeStore: refuse,
    addCopies: refuse,
    noteCopies: refuse,
    beginDelete: refuse,
    endDelete: refuse,
    tasksOf: refuse,
    hasHidden: refuse,
    shareTasks: refuse,
    take: refuse,
    claim: refuse,
    finish: refuse,
    listRepairsWithoutChecksum: refuse,
    postpone: refuse,
    counts: refuse,
    saveSums: refuse,
    sums: refuse,
  };
}
