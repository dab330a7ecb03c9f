// Opens the object stores. All stores hold the same objects. A background job copies missing objects between them.

import type { ServiceBase } from '@holdfast/http-kit';
import {
  type CopySet,
  catchUpContinuously,
  type ObjectStore,
  ObjectStoreUnavailableError,
  openObjectStore,
  openReplicatedStore,
} from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { type DependencyLocation, explainFailure, type Log } from '@holdfast/service-kit';
import { createCopyMetrics } from './copy-metrics.ts';
import type { ServiceSettings } from './env.ts';
import { createCopyCatalogue } from './index/copies/copy-catalogue.ts';
import type { IndexSchema } from './index/schema.ts';
import { createCopyPace } from './jobs/copies/copy-pace.ts';
import { sampleCopiesPeriodically } from './jobs/copies/describe-copies.ts';
import { createStoreHooks } from './metrics.ts';
import { describeStore, describeStores, toDependencyName } from './store-location.ts';

export interface OpenStores {
  readonly store: ObjectStore;
  /** Undefined if only one store is configured. */
  readonly copies: CopySet | undefined;
  /** Readiness check of each store, if several stores are configured. */
  readonly spareChecks: Readonly<Record<string, () => Promise<void>>>;
  readonly places: Readonly<Record<string, DependencyLocation>>;
  /** Identifies the stores. The database tables must exist. */
  prepare(): Promise<void>;
  /** Copies missing objects between the stores until the signal aborts. Never rejects. */
  keepCatchingUp(signal: AbortSignal): Promise<void>;
}

type Base = Pick<ServiceBase<Database<IndexSchema>>, 'database' | 'metrics' | 'tracing'>;

export async function openStores(
  { objectStore }: Pick<ServiceSettings, 'objectStore'>,
  { database, metrics, tracing }: Base,
  log: Log,
): Promise<OpenStores> {
  const place = describeStore(objectStore);
  const hooks = createStoreHooks(metrics, tracing);
  const names = objectStore.kind === 'several' ? objectStore.stores.map(({ name }) => name) : [];
  let copies: CopySet | undefined;
  const copyMetrics = createCopyMetrics(metrics, names, () => copies);
  if (objectStore.kind !== 'several') {
    const store = await openObjectStore(objectStore, hooks).catch((error) => {
      throw new Error(explainFailure('object store', place, error).full, { cause: error });
    });
    return {
      store,
      copies: undefined,
      spareChecks: {},
      places: { 'object store': place },
      prepare: async () => undefined,
      keepCatchingUp: async () => undefined,
    };
  }
  const catalogue = createCopyCatalogue(database.kysely);
  const store = await openReplicatedStore(
    objectStore,
    {
      catalogue,
      onState: (name, reason) => {
        if (reason === undefined) log.info({ store: name }, 'an object store is used');
        else log.warn({ store: name, reason }, 'an object store is not used');
      },
      onFault: (name, key, fault) => {
        copyMetrics.onFault(name, fault);
        log.error({ store: name, key }, `a copy is ${fault}: another one was read`);
      },
    },
    hooks,
  );
  const set = store.copies;
  copies = set;
  return {
    store,
    copies: set,
    spareChecks: Object.fromEntries(
      objectStore.stores.map((one) => [toDependencyName(one), async () => throwIfBlocked(set, one.name)]),
    ),
    places: { 'object store': place, ...describeStores(objectStore) },
    prepare: () => set.prepare(),
    keepCatchingUp: async (signal) => {
      const sampling = sampleCopiesPeriodically({ db: database.kysely, log }, signal);
      await catchUpContinuously(
        {
          copies: set,
          pace: createCopyPace(),
          onDone: (task, { outcome }) => copyMetrics.onDone(task.kind, outcome),
          onFailure: (task, err) => {
            copyMetrics.onFailure(task.kind);
            log.warn(
              { err, key: task.key, task: task.kind },
              'an object could not be copied; this will be retried',
            );
          },
        },
        signal,
      );
      await sampling;
    },
  };
}

function throwIfBlocked(copies: CopySet, name: string): void {
  const reason = copies.views().find((view) => view.name === name)?.writeBlocked;
  if (reason !== undefined) throw new ObjectStoreUnavailableError(reason);
}
