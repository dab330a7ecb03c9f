// Catalogue of the copies of objects in several stores, in the database of the index.
import type { CopyCatalogue } from '@holdfast/object-store';
import type { Kysely } from 'kysely';
import type { IndexSchema } from '../schema.ts';
import { countCopyTasks, listStores, removeStore, saveFillState, saveStore } from './stores.db.ts';
import { findBlockChecksums, saveBlockChecksums } from './sums.db.ts';
import {
  addCopyTasks,
  addNewCopyTasks,
  assignCopyTasks,
  beginCopyDeletion,
  claimCopyTask,
  endCopyDeletion,
  finishCopyTask,
  hasHiddenObject,
  listCopyTasks,
  listRepairsWithoutChecksum,
  postponeCopyTask,
  takeCopyTasks,
} from './tasks.db.ts';

export function createCopyCatalogue(db: Kysely<IndexSchema>): CopyCatalogue {
  return {
    stores: () => listStores(db),
    saveStore: (store) => saveStore(db, store),
    saveFilling: (change) => saveFillState(db, change),
    removeStore: (id) => removeStore(db, id),
    addCopies: (tasks) => addCopyTasks(db, tasks),
    noteCopies: (tasks) => addNewCopyTasks(db, tasks),
    beginDelete: (key, storeIds) => beginCopyDeletion(db, key, storeIds),
    endDelete: (key, storeIds) => endCopyDeletion(db, key, storeIds),
    tasksOf: (key) => listCopyTasks(db, key),
    hasHidden: (storeIds) => hasHiddenObject(db, storeIds),
    shareTasks: (storeId) => assignCopyTasks(db, storeId),
    take: (storeIds, limit, leaseMs) => takeCopyTasks(db, { storeIds, limit, leaseMs }),
    claim: (task, leaseMs) => claimCopyTask(db, task, leaseMs),
    listRepairsWithoutChecksum: (limit) => listRepairsWithoutChecksum(db, limit),
    finish: (task) => finishCopyTask(db, task),
    postpone: (task, delayMs, failure) => postponeCopyTask(db, task, { delayMs, failure }),
    counts: () => countCopyTasks(db),
    saveSums: (key, sums) => saveBlockChecksums(db, key, sums),
    sums: (key) => findBlockChecksums(db, key),
  };
}
