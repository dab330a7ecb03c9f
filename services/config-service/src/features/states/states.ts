// State documents of AUs: reading them with their defaults, and changing them in one transaction with the notification
// of the change. states.wire.ts knows what the documents look like.
import { inTransaction } from '@holdfast/pg-kit';
import type { JsonObject } from '../../domain/aus/documents.ts';
import { type AuState, type WholeAuState, wholeState } from '../../domain/aus/state-defaults.ts';
import { holdAu } from '../../index/aus/au-configuration.db.ts';
import {
  type DocumentTable,
  mergeState,
  replaceDocument,
  selectAgreements,
  selectDocument,
  upsertAgreements,
} from '../../index/aus/states.db.ts';
import { type Change, notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { isKnown } from '../aus/aus.ts';
import { noSuchAu } from '../errors.ts';

export interface StatesDeps {
  readonly db: Db;
  /** Whether AUs that are not known have documents, too. Default: they have none. */
  readonly acceptsUnknownAus?: boolean;
}

/** What is passed on with what was written. */
export interface WriteOptions {
  readonly cookie?: string | undefined;
  /** The document as the client sent it. */
  readonly sent?: unknown;
}

/** Every member; what was never set, of whatever AU, has its default. */
export async function readState(db: Db, auid: string): Promise<WholeAuState> {
  return wholeState(auid, await selectDocument(db, 'au_state', auid));
}

/** Sets the members given. Throws 404 when the AU is not known and has no state either. */
export async function updateState(
  deps: StatesDeps,
  auid: string,
  members: Omit<AuState, 'auId'>,
  told: WriteOptions = {},
): Promise<void> {
  await change(
    deps,
    { kind: 'AuState', auid, json: members, ...told },
    {
      isThere: async (tx) => (await selectDocument(tx, 'au_state', auid)) !== undefined,
      write: (tx) => mergeState(tx, { auid, members }),
    },
  );
}

/** The document; undefined when there is none but the AU is known. Otherwise throws 404. */
export async function readDocument(
  deps: StatesDeps,
  table: DocumentTable,
  auid: string,
): Promise<JsonObject | undefined> {
  const document = await selectDocument(deps.db, table, auid);
  if (document === undefined && !(await mayHaveDocuments(deps, auid))) throw noSuchAu(auid);
  return document;
}

/** Replaces the whole document. Throws 404 when the AU is not known and has no such document either. */
export async function writeDocument(
  deps: StatesDeps,
  table: 'au_suspect_urls' | 'no_au_peers',
  { auid, document }: { auid: string; document: JsonObject },
  told: WriteOptions = {},
): Promise<void> {
  const kind = table === 'no_au_peers' ? 'NoAuPeerSet' : 'AuSuspectUrlVersions';
  await change(
    deps,
    { kind, auid, json: document, ...told },
    {
      isThere: async (tx) => (await selectDocument(tx, table, auid)) !== undefined,
      write: (tx) => replaceDocument(tx, table, { auid, document }),
    },
  );
}

/** Entries by peer. Throws 404 when the AU is not known and has none. */
export async function readAgreements(
  deps: StatesDeps,
  auid: string,
): Promise<[peerId: string, entry: JsonObject][]> {
  const entries = await selectAgreements(deps.db, auid);
  if (entries.length === 0 && !(await mayHaveDocuments(deps, auid))) throw noSuchAu(auid);
  return entries;
}

/** Replaces the entries of the peers named. Throws 404 when the AU is not known and has none. */
export async function updateAgreements(
  deps: StatesDeps,
  { auid, entries }: { auid: string; entries: readonly (readonly [peerId: string, entry: JsonObject])[] },
  told: WriteOptions = {},
): Promise<void> {
  await change(
    deps,
    { kind: 'AuAgreements', auid, json: Object.fromEntries(entries), ...told },
    {
      isThere: async (tx) => (await selectAgreements(tx, auid)).length > 0,
      write: (tx) => upsertAgreements(tx, auid, entries),
    },
  );
}

interface Writing {
  /** Whether there is such a document already. */
  isThere(tx: Db): Promise<boolean>;
  write(tx: Db): Promise<void>;
}

/** A configured AU is held while its document is written, so that removing the AU leaves none behind. */
async function change(
  deps: StatesDeps,
  notice: Change & { auid: string },
  { isThere, write }: Writing,
): Promise<void> {
  const { auid } = notice;
  await inTransaction(deps.db, async (tx) => {
    const isHeld = await holdAu(tx, auid);
    const writable = isHeld || (await isThere(tx)) || (await mayHaveDocuments({ ...deps, db: tx }, auid));
    if (!writable) throw noSuchAu(auid);
    await write(tx);
    await notifyChanges(tx, [notice]);
  });
}

async function mayHaveDocuments(
  { db, acceptsUnknownAus = false }: StatesDeps,
  auid: string,
): Promise<boolean> {
  return acceptsUnknownAus || isKnown(db, auid);
}
