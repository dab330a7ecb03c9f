// Catalogue of the objects in several stores, in the database of the index.
import type { CopyCatalogue } from '@holdfast/object-store';
import type { Kysely } from 'kysely';
import type { IndexSchema } from '../schema.ts';
import { countCopyTasks, listStores, removeStore, saveFilling, saveStore } from './stores.db.ts';
import { findBlockSums, saveBlockSums } from './sums.db.ts';
import {
  addCopyTasks,
  addNewCopyTasks,
  assignCopyTasks,
  beginDeleting,
  claimCopyTask,
  endDeleting,
  finishCopyTask,
  hasHiddenObject,
  listCopyTasks,
  listUnknownRepairs,
  postponeCopyTask,
  takeCopyTasks,
} from './tasks.db.ts';

export function createCopyCatalogue(db: Kysely<IndexSchema>): CopyCatalogue {
  return {
    stores: () => listStores(db),
    saveStore: (store) => saveStore(db, store),
    saveFilling: (change) => saveFilling(db, change),
    removeStore: (id) => removeStore(db, id),
    addCopies: (tasks) => addCopyTasks(db, tasks),
    noteCopies: (tasks) => addNewCopyTasks(db, tasks),
    beginDelete: (key, storeIds) => beginDeleting(db, key, storeIds),
    endDelete: (key, storeIds) => endDeleting(db, key, storeIds),
    tasksOf: (key) => listCopyTasks(db, key),
    hasHidden: (storeIds) => hasHiddenObject(db, storeIds),
    shareTasks: (storeId) => assignCopyTasks(db, storeId),
    take: (storeIds, limit, leaseMs) => takeCopyTasks(db, { storeIds, limit, leaseMs }),
    claim: (task, leaseMs) => claimCopyTask(db, task, leaseMs),
    listUnknownRepairs: (limit) => listUnknownRepairs(db, limit),
    finish: (task) => finishCopyTask(db, task),
    postpone: (task, delayMs, failure) => postponeCopyTask(db, task, { delayMs, failure }),
    counts: () => countCopyTasks(db),
    saveSums: (key, sums) => saveBlockSums(db, key, sums),
    sums: (key) => findBlockSums(db, key),
  };
}
