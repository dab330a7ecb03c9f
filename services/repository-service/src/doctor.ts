// Checks the index and the stores for `./holdfast doctor` and for GET /doctor, which load this module on demand. The
// checks change nothing, apart from test objects.

import { examineMail } from '@holdfast/notify/check-mail';
import { notifySpec } from '@holdfast/notify/notify-settings';
import {
  examineStore,
  type ObjectStoreSettings,
  openExistingStore,
  ReplicatedStore,
} from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { checkDatabase, checkReadReplica } from '@holdfast/pg-kit/doctor';
import { listServiceDisks } from '@holdfast/service-kit';
import {
  checkDisks,
  checkFolder,
  checkMachine,
  checkStore,
  compareHistory,
  limitTime,
  type NodeFindings,
  planConnections,
  type StoreState,
  toSentence,
} from '@holdfast/service-kit/doctor';
import { type Environment, readSettings } from '@holdfast/service-kit/settings';
import type { ServiceSettings } from './env.ts';
import { createCopyCatalogue } from './index/copies/copy-catalogue.ts';
import { hasNoAu } from './index/keeping/epochs.db.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import { compareWithStore } from './jobs/older-index/compare.ts';
import { refuseDuringRebuild } from './jobs/rebuild/refusals.ts';
import { listConfiguredStores, listStoreDisks, toDependencyName } from './store-location.ts';

interface DoctorTarget {
  readonly database: Database<IndexSchema>;
  readonly objectStore: ObjectStoreSettings;
}

export const doctorPart = {
  owner: 'repository',
  migrations,
  listStoreDisks,
  listConfiguredStores,

  checkStores,

  /** Checks the mail server that is configured in the environment. Both services use it. */
  examineMail(findings: NodeFindings, environment: Environment): Promise<void> {
    return examineMail(findings, readSettings(environment, notifySpec));
  },

  /** Throws BeingRebuiltError, OlderIndexError (the index is older than the store) or ObjectStoreUnavailableError. */
  async compare({ database, objectStore }: DoctorTarget): Promise<void> {
    await refuseDuringRebuild(database.kysely);
    const store = await openReadOnly(database, objectStore);
    try {
      await compareWithStore({ db: database.kysely, store });
    } finally {
      await store.close();
    }
  },
};

/** Checks everything that the service uses, for GET /doctor. `settings`: settings of the whole service. */
export async function examineService(settings: ServiceSettings, findings: NodeFindings): Promise<void> {
  const { objectStore, spoolFolder, databaseReadUrl } = settings;
  checkMachine(findings, undefined);
  await checkFolder(findings, {
    id: 'spool',
    name: 'spool folder',
    folder: spoolFolder,
    setting: 'SPOOL_DIR',
  });
  const disks = listServiceDisks(settings, listStoreDisks(objectStore));
  await checkDisks(findings, disks, settings.diskReserveBytes);
  const examined = await checkDatabase<IndexSchema>(findings, {
    id: 'database',
    url: settings.databaseUrl,
    parts: [doctorPart],
    plannedConnections: planConnections('repository-service', settings),
  });
  try {
    if (databaseReadUrl !== undefined) await checkReadReplica(findings, databaseReadUrl);
    const database = examined?.usable.has('repository') ? examined.database : undefined;
    const isUsable = await checkStores(findings, { objectStore, database });
    if (isUsable && database !== undefined)
      await compareHistory(findings, 'index', () => doctorPart.compare({ database, objectStore }));
  } finally {
    await examined?.database.close(0);
  }
  await examineMail(findings, settings);
}

const CONTENT_MS = 10_000;
const IDENTITIES_MS = 30_000;

/**
 * Checks each store. With several stores, also checks that each of them is in use. `database` is undefined if it cannot
 * be used. Returns whether some store can be compared with the database.
 */
async function checkStores(
  findings: NodeFindings,
  {
    objectStore,
    database,
  }: {
    readonly objectStore: ObjectStoreSettings;
    readonly database: Database<IndexSchema> | undefined;
  },
): Promise<boolean> {
  const hasContent = database !== undefined && (await hasKnownContent(database));
  const states: StoreState[] = [];
  for (const { name, place, settings } of listConfiguredStores(objectStore)) {
    const folder = settings.kind === 'fs' ? settings.folder : undefined;
    const target = { name, place, folder, examine: () => examineStore(settings) };
    states.push(await checkStore(findings, target, hasContent));
  }
  if (!states.includes('usable')) {
    if (states.includes('unusable'))
      findings.skipped(
        'index.age',
        'The databases were not compared with the stores, because no store can be used.',
      );
    return false;
  }
  if (objectStore.kind === 'several' && database !== undefined && hasContent) {
    const blocked = await limitTime(IDENTITIES_MS, () => findBlockedStores({ database, objectStore }));
    for (const [name, reason] of Object.entries(blocked)) {
      const id = `${name.replaceAll(' ', '-')}.identity`;
      findings.fault(id, toSentence(`the ${name} is not used: ${reason}`), {
        remedy: 'docs/object-stores.md, "Several stores".',
      });
    }
  }
  return true;
}

/** Returns whether the index contains an AU. If so, the stores must not be empty. */
function hasKnownContent({ kysely }: Database<IndexSchema>): Promise<boolean> {
  return limitTime(CONTENT_MS, async () => !(await hasNoAu(kysely))).catch(() => false);
}

/** Returns the reasons why stores are not in use, keyed by dependency name. Returns no reasons for a single store. */
async function findBlockedStores({
  database,
  objectStore,
}: DoctorTarget): Promise<Readonly<Record<string, string>>> {
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
}

/** Opens the stores without writing to the stores or to the catalogue. */
function openReadOnly({ kysely }: Database<IndexSchema>, objectStore: ObjectStoreSettings) {
  const nothing = async () => undefined;
  const catalogue = { ...createCopyCatalogue(kysely), saveStore: nothing, saveFilling: nothing };
  return openExistingStore(objectStore, { catalogue, marksStores: false });
}
