// Reads and changes state documents of AUs. Adds defaults on reading. Writes a change and its notification in one
// transaction. states.wire.ts defines the format of the documents.
import { runInTransaction } from '@holdfast/pg-kit';
import type { JsonObject } from '../../domain/aus/documents.ts';
import { type AuState, completeState, type WholeAuState } from '../../domain/aus/state-defaults.ts';
import { preventAuRemoval } from '../../index/aus/au-configuration.db.ts';
import {
  type DocumentTable,
  mergeState,
  replaceDocument,
  selectAgreements,
  selectDocument,
  upsertAgreements,
} from '../../index/aus/states.db.ts';
import { type ConfigurationChange, notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { isKnownAu } from '../aus/aus.ts';
import { makeNoSuchAuError } from '../errors.ts';

export interface StatesDeps {
  readonly db: Db;
  /** True if documents of unknown AUs are accepted. Default: false. */
  readonly acceptsUnknownAus?: boolean;
}

/** Details of a write that are added to its change notification. */
export interface WriteOptions {
  readonly cookie?: string | undefined;
  /** Document as the client sent it. */
  readonly sent?: unknown;
}

/** Returns the complete state, even of an unknown AU. Fields that were never set have their defaults. */
export async function readState(db: Db, auid: string): Promise<WholeAuState> {
  return completeState(auid, await selectDocument(db, 'au_state', auid));
}

/** Changes only the given fields of the state. Throws 404 if the AU is unknown and has no state. */
export async function updateState(
  deps: StatesDeps,
  auid: string,
  members: Omit<AuState, 'auId'>,
  options: WriteOptions = {},
): Promise<void> {
  await changeDocument(
    deps,
    { kind: 'AuState', auid, json: members, ...options },
    {
      isThere: async (tx) => (await selectDocument(tx, 'au_state', auid)) !== undefined,
      write: (tx) => mergeState(tx, { auid, members }),
    },
  );
}

/** Reads a document. If there is none, returns undefined for a known AU, and throws 404 for an unknown AU. */
export async function readDocument(
  deps: StatesDeps,
  table: DocumentTable,
  auid: string,
): Promise<JsonObject | undefined> {
  const document = await selectDocument(deps.db, table, auid);
  if (document === undefined && !(await mayHaveDocuments(deps, auid))) throw makeNoSuchAuError(auid);
  return document;
}

/** Replaces the whole document. Throws 404 if the AU is unknown and does not have this document yet. */
export async function writeDocument(
  deps: StatesDeps,
  table: 'au_suspect_urls' | 'no_au_peers',
  { auid, document }: { auid: string; document: JsonObject },
  options: WriteOptions = {},
): Promise<void> {
  const kind = table === 'no_au_peers' ? 'NoAuPeerSet' : 'AuSuspectUrlVersions';
  await changeDocument(
    deps,
    { kind, auid, json: document, ...options },
    {
      isThere: async (tx) => (await selectDocument(tx, table, auid)) !== undefined,
      write: (tx) => replaceDocument(tx, table, { auid, document }),
    },
  );
}

/** Returns the agreements of the AU by peer. Throws 404 if the AU is unknown and has no agreements. */
export async function readAgreements(
  deps: StatesDeps,
  auid: string,
): Promise<[peerId: string, entry: JsonObject][]> {
  const entries = await selectAgreements(deps.db, auid);
  if (entries.length === 0 && !(await mayHaveDocuments(deps, auid))) throw makeNoSuchAuError(auid);
  return entries;
}

/** Replaces the agreements with the given peers. Throws 404 if the AU is unknown and has no agreements. */
export async function updateAgreements(
  deps: StatesDeps,
  { auid, entries }: { auid: string; entries: readonly (readonly [peerId: string, entry: JsonObject])[] },
  options: WriteOptions = {},
): Promise<void> {
  await changeDocument(
    deps,
    { kind: 'AuAgreements', auid, json: Object.fromEntries(entries), ...options },
    {
      isThere: async (tx) => (await selectAgreements(tx, auid)).length > 0,
      write: (tx) => upsertAgreements(tx, auid, entries),
    },
  );
}

interface DocumentWrite {
  isThere(tx: Db): Promise<boolean>;
  write(tx: Db): Promise<void>;
}

/**
 * Changes a document. Locks the AU if it is configured, so that a concurrent removal cannot leave the document behind.
 */
async function changeDocument(
  deps: StatesDeps,
  notice: ConfigurationChange & { auid: string },
  { isThere, write }: DocumentWrite,
): Promise<void> {
  const { auid } = notice;
  await runInTransaction(deps.db, async (tx) => {
    const isHeld = await preventAuRemoval(tx, auid);
    const writable = isHeld || (await isThere(tx)) || (await mayHaveDocuments({ ...deps, db: tx }, auid));
    if (!writable) throw makeNoSuchAuError(auid);
    await write(tx);
    await notifyChanges(tx, [notice]);
  });
}

async function mayHaveDocuments(
  { db, acceptsUnknownAus = false }: StatesDeps,
  auid: string,
): Promise<boolean> {
  return acceptsUnknownAus || isKnownAu(db, auid);
}
