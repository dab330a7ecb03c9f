// Checks the index and the stores for `./holdfast doctor`, which loads this module. The checks are read-only.
import { type ObjectStoreSettings, openExistingStore, ReplicatedStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { createCopyCatalogue } from './index/copies/copy-catalogue.ts';
import { hasNoAu } from './index/keeping/epochs.db.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import { compareWithStore } from './jobs/older-index/compare.ts';
import { refuseDuringRebuild } from './jobs/rebuild/refusals.ts';
import { listPlacedStores, listStoreDisks, toDependencyName } from './store-location.ts';

interface Examined {
  readonly database: Database<IndexSchema>;
  readonly objectStore: ObjectStoreSettings;
}

export const doctorPart = {
  owner: 'repository',
  migrations,
  listStoreDisks,
  listPlacedStores,

  /** Returns whether the index contains an AU. If so, the stores must not be empty. */
  hasContent: async ({ kysely }: Database<IndexSchema>): Promise<boolean> => !(await hasNoAu(kysely)),

  /**
   * Checks that the index is not older than the store. Throws BeingRebuiltError, OlderIndexError,
   * ObjectStoreUnavailableError.
   */
  async compare({ database, objectStore }: Examined): Promise<void> {
    await refuseDuringRebuild(database.kysely);
    const store = await openReadOnly(database, objectStore);
    try {
      await compareWithStore({ db: database.kysely, store });
    } finally {
      await store.close();
    }
  },

  /**
   * Returns the reason why each unusable store is not in use, keyed by dependency name. Empty if only one store is
   * configured.
   */
  async findBlockedStores({ database, objectStore }: Examined): Promise<Readonly<Record<string, string>>> {
    const store = await openReadOnly(database, objectStore);
    try {
      if (!(store instanceof ReplicatedStore)) return {};
      await store.copies.prepare();
      const views = store.copies.views();
      return Object.fromEntries(
        views.flatMap(({ name, blocked }) =>
          blocked === undefined ? [] : [[toDependencyName({ name }), blocked]],
        ),
      );
    } finally {
      await store.close();
    }
  },
};

/** Opens the stores without writing to the stores or to the catalogue. */
function openReadOnly({ kysely }: Database<IndexSchema>, objectStore: ObjectStoreSettings) {
  const nothing = async () => undefined;
  const catalogue = { ...createCopyCatalogue(kysely), saveStore: nothing, saveFilling: nothing };
  return openExistingStore(objectStore, { catalogue, marksStores: false });
}
