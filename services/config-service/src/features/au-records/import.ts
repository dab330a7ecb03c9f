// Stores AUs with their documents, many per transaction. Each AU has a separate result, and a failure of one AU does
// not affect others.
import type { configuration } from '@holdfast/api-types';
import { DatabaseUnavailableError, runInTransaction } from '@holdfast/pg-kit';
import { findConfigurationFault, findFaultWithoutPlugin } from '../../domain/aus/check-configuration.ts';
import { makeName } from '../../domain/aus/make-name.ts';
import { type AuRecordParts, type MergeResult, mergeRecords } from '../../domain/aus/merge-record.ts';
import { findDeclaredSecrets, isSecret, maskSecret } from '../../domain/aus/secrets.ts';
import { decodeBuiltInConfiguration } from '../../domain/plugins/built-in-plugins.ts';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { lockAus } from '../../index/aus/au-configuration.db.ts';
import {
  replaceAgreements,
  type StoredRecord,
  selectRecords,
  upsertAus,
  upsertDocuments,
} from '../../index/aus/records.db.ts';
import { type ConfigurationChange, notifyChanges } from '../../index/notify-changes.db.ts';
import { findPlugins } from '../../index/plugins/plugins.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { findTitleEntries } from '../../index/titles/titles.db.ts';
import { isPluginOptional } from '../aus/aus.ts';
import type { GroupDeps } from '../groups/group.ts';
import type { OfferedRecord } from './record.wire.ts';

export type AuImportResult = configuration.components['schemas']['AuImportResult'];
export type ImportVerdict = Pick<AuImportResult, 'isSuccess' | 'outcome' | 'message'>;

const MAX_AUID_BYTES = 2_560;

export const makeFailureVerdict = (message: string): ImportVerdict => ({
  isSuccess: false,
  outcome: 'Failed',
  message,
});

/** Imports the records. Returns one result per record, in order. The AUIDs must be distinct. */
export async function importRecords(
  deps: GroupDeps,
  records: readonly OfferedRecord[],
  options: { readonly replace: boolean },
): Promise<readonly ImportVerdict[]> {
  const known = await loadBatchContext(deps.db, records);
  try {
    return await runInTransaction(deps.db, (tx) => storeAll({ ...deps, db: tx }, known, records, options));
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    if (records.length === 1) {
      deps.log.error({ err: error, auid: records[0]!.auid }, 'one AU of an import failed');
      return [
        makeFailureVerdict(
          'Internal error. The service log contains the cause under the ID of this request.',
        ),
      ];
    }
    // Retries each half separately to isolate the record that fails, so that all others are stored.
    const middle = Math.ceil(records.length / 2);
    const first = await importRecords(deps, records.slice(0, middle), options);
    return [...first, ...(await importRecords(deps, records.slice(middle), options))];
  }
}

/** Loaded plugins of the AUs in a batch, and a function that determines whether an AU is known. */
interface BatchContext {
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly isKnown: (auid: string) => boolean;
}

interface ImportDecision {
  readonly record: OfferedRecord;
  readonly verdict: ImportVerdict;
  readonly changes: AuRecordParts | undefined;
}

/** Stores records, after locking the configured AUs among them. */
async function storeAll(
  deps: GroupDeps,
  known: BatchContext,
  records: readonly OfferedRecord[],
  { replace }: { readonly replace: boolean },
): Promise<readonly ImportVerdict[]> {
  const auids = records.map(({ auid }) => auid);
  await lockAus(deps.db, auids);
  const stored = await selectRecords(deps.db, auids);
  const judged = records.map((record) => decideImport(deps, { ...known, stored }, record, replace));
  await writeChanges(deps, { ...known, stored }, judged);
  return judged.map(({ verdict }) => verdict);
}

async function loadBatchContext(db: Db, records: readonly OfferedRecord[]): Promise<BatchContext> {
  const homeless = records.filter(({ configuration }) => configuration === undefined);
  const titles = await findTitleEntries(
    db,
    homeless.map(({ auid }) => auid),
  );
  const plugins = await findPlugins(db, [...new Set(records.map(({ pluginId }) => pluginId))]);
  return { plugins, isKnown: (auid) => titles.has(auid) || decodeBuiltInConfiguration(auid) !== undefined };
}

interface StoredRecords {
  readonly stored: ReadonlyMap<string, StoredRecord>;
}

function decideImport(
  deps: GroupDeps,
  known: BatchContext & StoredRecords,
  record: OfferedRecord,
  replace: boolean,
): ImportDecision {
  const refused = (why: string): ImportDecision => ({
    record,
    verdict: makeFailureVerdict(why),
    changes: undefined,
  });
  const { auid, pluginId, configuration } = record;
  if (Buffer.byteLength(auid) > MAX_AUID_BYTES) return refused('The AUID is too long.');
  const stored = known.stored.get(auid)!;
  const plugin = known.plugins.get(pluginId);
  const { changes, conflicts } = mergeRecords(plugin, stored, record, { replace });
  if (conflicts.length > 0) {
    const message = `Conflict: ${conflicts.join('; ')}`;
    return { record, verdict: { isSuccess: false, outcome: 'Conflict', message }, changes: undefined };
  }
  const fault =
    configuration === undefined
      ? findUnknownAuFault(known, stored, auid)
      : changes.configuration && configurationFault(deps, plugin, { ...record, configuration });
  if (fault !== undefined) return refused(fault);
  return { record, verdict: makeSuccessVerdict(stored, changes), changes };
}

/** Returns the reason why the documents cannot be stored without a configuration, or undefined if they can. */
function findUnknownAuFault(
  { isKnown }: BatchContext,
  stored: StoredRecord,
  auid: string,
): string | undefined {
  const { auid: _, ...parts } = stored;
  const hasMore = Object.values(parts).some((part) => part !== undefined);
  return hasMore || isKnown(auid) ? undefined : 'The AU is neither configured nor in the title database.';
}

function configurationFault(
  deps: GroupDeps,
  plugin: Plugin | undefined,
  {
    auid,
    pluginId,
    configuration,
  }: Pick<OfferedRecord, 'auid' | 'pluginId'> & Required<Pick<AuRecordParts, 'configuration'>>,
): string | undefined {
  if (plugin === undefined && !isPluginOptional(deps, pluginId)) return `Plugin not found: ${pluginId}`;
  const au = { auid, configuration: configuration! };
  const declared = findDeclaredSecrets(plugin);
  const hidden = Object.entries(au.configuration).find(
    ([key, value]) => isSecret(declared, key) && value !== '' && value === maskSecret(value),
  );
  if (hidden !== undefined)
    return `The parameter ${hidden[0]} is masked. Export the AU again as a user who may see passwords.`;
  return plugin === undefined ? findFaultWithoutPlugin(au) : findConfigurationFault(plugin, au);
}

function makeSuccessVerdict(stored: StoredRecord, changes: MergeResult['changes']): ImportVerdict {
  const changed = (Object.keys(changes) as (keyof AuRecordParts)[]).filter(
    (name) => changes[name] !== undefined,
  );
  const said = (outcome: ImportVerdict['outcome'], message: string): ImportVerdict => ({
    isSuccess: true,
    outcome,
    message,
  });
  if (changed.length === 0) return said('Unchanged', 'Nothing changed.');
  if (stored.configuration === undefined && changes.configuration !== undefined) {
    const isInactive = changes.configuration['reserved.disabled'] === 'true';
    return said('Added', isInactive ? 'Added (inactive)' : 'Added');
  }
  return said('Changed', `Changed: ${changed.join(', ')}`);
}

async function writeChanges(
  { db, nowMs: now }: GroupDeps,
  known: BatchContext & StoredRecords,
  judged: readonly ImportDecision[],
): Promise<void> {
  const nowMs = now();
  const parts = judged.flatMap(({ record, changes }) =>
    changes === undefined
      ? []
      : [
          {
            auid: record.auid,
            pluginId: record.pluginId,
            ...withCreationTime(known, record.auid, changes, nowMs),
          },
        ],
  );
  const all = <Name extends keyof AuRecordParts>(name: Name) =>
    parts.flatMap(({ auid, [name]: part }) => (part === undefined ? [] : [{ auid, part }]));
  const documents = (name: 'state' | 'suspectUrls' | 'noAuPeers') =>
    all(name).map(({ auid, part }) => ({ auid, document: part! }));
  const aus = parts.flatMap(({ auid, pluginId, configuration, state }) => {
    if (configuration === undefined) return [];
    const createdMs = typeof state?.auCreationTime === 'number' ? state.auCreationTime : nowMs;
    return [
      {
        auid,
        pluginId,
        configuration,
        createdMs,
        madeName: makeName(known.plugins.get(pluginId), configuration),
      },
    ];
  });
  await upsertAus(db, aus, nowMs);
  await upsertDocuments(db, 'au_state', documents('state'));
  await replaceAgreements(
    db,
    all('agreements').map(({ auid, part }) => ({ auid, entries: part! })),
  );
  await upsertDocuments(db, 'au_suspect_urls', documents('suspectUrls'));
  await upsertDocuments(db, 'no_au_peers', documents('noAuPeers'));
  await notifyChanges(db, [
    ...aus.map(({ auid }): ConfigurationChange => ({ kind: 'AuConfigStored', auid })),
    ...documents('state').map(
      ({ auid, document }): ConfigurationChange => ({ kind: 'AuState', auid, json: document }),
    ),
    ...all('agreements').map(
      ({ auid, part }): ConfigurationChange => ({
        kind: 'AuAgreements',
        auid,
        json: Object.fromEntries(part!),
      }),
    ),
    ...documents('suspectUrls').map(
      ({ auid, document }): ConfigurationChange => ({ kind: 'AuSuspectUrlVersions', auid, json: document }),
    ),
    ...documents('noAuPeers').map(
      ({ auid, document }): ConfigurationChange => ({ kind: 'NoAuPeerSet', auid, json: document }),
    ),
  ]);
}

/** Adds the creation time to the state of an AU that is configured for the first time. */
function withCreationTime(
  { stored }: StoredRecords,
  auid: string,
  changes: AuRecordParts,
  nowMs: number,
): AuRecordParts {
  const { configuration, state = stored.get(auid)?.state ?? {} } = changes;
  if (configuration === undefined || stored.get(auid)?.configuration !== undefined) return changes;
  const hasTime = typeof state.auCreationTime === 'number' && state.auCreationTime >= 0;
  return hasTime ? changes : { ...changes, state: { ...state, auCreationTime: nowMs } };
}
