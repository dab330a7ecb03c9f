// Sends one AU of a LOCKSS store. Combines small files into one upload, because each upload has a high fixed cost.

import { RefusalError, UsageError } from '@holdfast/cli-kit';
import { describeSystemError } from '@holdfast/client';
import { type SendTools, type ShipmentResult, sendShipment } from '../transfer/send.ts';
import { isCommittedInSource } from './journal.ts';
import type { MigrationProgressFile } from './migration-progress.ts';
import { readRecords } from './records.ts';
import { type AuMigrationResult, createAuResult, type StoreAu } from './store-au.ts';
import type { TemporaryRecord } from './temporary-artifacts.ts';
import { type FilePart, findUnsentPart, listTemporaryParts } from './upload-parts.ts';

/** Maximum total size of the byte ranges that share an upload. */
const TOGETHER_BYTES = 32 * 1024 * 1024;
/** Maximum number of UUIDs in a form field. */
const MAX_UUIDS = 100_000;

export async function sendAu(
  tools: SendTools,
  ledger: MigrationProgressFile,
  au: StoreAu,
): Promise<AuMigrationResult> {
  const found = createAuResult();
  const isCopied = ({ record }: TemporaryRecord) => au.states.last.get(record.uuid!) === 'COPIED';
  const files = au.files.flatMap((file) => findNewParts(tools, ledger, au, file, found));
  const temporary = au.temporary.filter((one) => !isCopied(one));
  await sendPieces(tools, au, [...files, ...listTemporaryParts(au, temporary, found)], found);
  // Also sends temporary artifacts that the journal reports as copied, but that are missing in the AU's files.
  const there = found.artifacts.uuids();
  const left = au.temporary.filter((one) => isCopied(one) && !there.has(one.record.uuid!));
  await sendPieces(tools, au, listTemporaryParts(au, left, found), found);
  return found;
}

function findNewParts(
  tools: SendTools,
  ledger: MigrationProgressFile,
  au: StoreAu,
  file: string,
  found: AuMigrationResult,
): FilePart[] {
  try {
    const piece = findUnsentPart(tools, ledger, au, file, found);
    return piece ? [piece] : [];
  } catch (error) {
    recordFailure(error, tools, file, found);
    return [];
  }
}

function recordFailure(error: unknown, tools: SendTools, where: string, found: AuMigrationResult): void {
  rethrowUnlessFileError(error, tools);
  found.problems.push({ where, message: `it could not be taken over: ${describeSystemError(error)}` });
}

function rethrowUnlessFileError(error: unknown, { signal }: SendTools): void {
  const isOfFile = !(error instanceof UsageError) && !(error instanceof RefusalError && error.status !== 400);
  if (signal.aborted || !isOfFile) throw error;
}

async function sendPieces(
  tools: SendTools,
  au: StoreAu,
  pieces: readonly FilePart[],
  found: AuMigrationResult,
): Promise<void> {
  for (const together of groupUploads(tools, au, pieces)) {
    const isOne = together.length === 1;
    if (!isOne && (await sendTogether(tools, au, together, found))) continue;
    // Does not report progress, because the failed upload has already counted these bytes and artifacts.
    const again = isOne ? tools : { ...tools, sent: () => undefined, arrived: () => undefined };
    for (const piece of together) await sendSeparately(again, au, piece, found);
  }
}

/** Groups file parts into uploads. The parts of an upload are either all compressed or all uncompressed. */
function groupUploads({ quarantine }: SendTools, au: StoreAu, pieces: readonly FilePart[]): FilePart[][] {
  const open = new Map<boolean, { pieces: FilePart[]; bytes: number }>();
  const all: FilePart[][] = [];
  for (const piece of pieces) {
    const { sizeBytes } = piece.part;
    const load = open.get(piece.isGzip);
    const fits = load !== undefined && load.bytes + sizeBytes <= TOGETHER_BYTES;
    if (quarantine || !isStateCertain(au, piece)) all.push([piece]);
    else if (fits) {
      load.pieces.push(piece);
      load.bytes += sizeBytes;
    } else {
      const next = { pieces: [piece], bytes: sizeBytes };
      open.set(piece.isGzip, next);
      all.push(next.pieces);
    }
  }
  return all;
}

/**
 * Returns whether the journal alone determines the state of every artifact in the part. Otherwise, the part cannot
 * share an upload with other parts.
 */
function isStateCertain(
  { states: { last, damages, deleted } }: StoreAu,
  { isLast, records }: FilePart,
): boolean {
  if (isLast || damages.length > 0 || last.size > MAX_UUIDS || deleted.size > MAX_UUIDS) return false;
  return records === undefined || records.every(({ uuid }) => (last.get(uuid!) ?? 'OTHER') !== 'OTHER');
}

/**
 * Sends several file parts in one upload. Returns false if the upload fails or contains errors. The caller must then
 * send each part separately, because damage in one part may affect the results of the next one.
 */
async function sendTogether(
  tools: SendTools,
  au: StoreAu,
  pieces: readonly FilePart[],
  found: AuMigrationResult,
): Promise<boolean> {
  let arrivals: ShipmentResult[];
  try {
    const parts = pieces.map(({ part }) => part);
    arrivals = await sendShipment(tools, { ...au, ...toLists(au, true), parts });
  } catch (error) {
    rethrowUnlessFileError(error, tools);
    return false;
  }
  const isFine = arrivals.every(({ errors }) => errors === 0);
  // Artifacts that the failed upload has stored count as stored, although the service reports them as duplicates when
  // each part is sent separately.
  const stored = arrivals.reduce((sum, arrival) => sum + arrival.stored, 0);
  if (isFine) for (const [i, piece] of pieces.entries()) piece.arrived(arrivals[i]!);
  else Object.assign(found, { stored: found.stored + stored, found: found.found - stored });
  return isFine;
}

async function sendSeparately(
  tools: SendTools,
  au: StoreAu,
  piece: FilePart,
  found: AuMigrationResult,
): Promise<void> {
  const { part, records } = piece;
  try {
    const lists = records
      ? {
          except: [],
          uncommitted: filterUncommitted(
            au,
            records.map(({ uuid }) => uuid!),
            false,
          ),
        }
      : await limitLists(au, part.where, { start: part.start, end: part.start + part.sizeBytes });
    const [arrival] = await sendShipment(tools, { ...au, ...lists, parts: [part] });
    piece.arrived(arrival!);
  } catch (error) {
    recordFailure(error, tools, part.where, found);
  }
}

interface UuidLists {
  readonly except: readonly string[];
  readonly uncommitted: readonly string[];
}

function toLists({ states }: StoreAu, isPermanent: boolean): UuidLists {
  return {
    except: [...states.deleted],
    uncommitted: filterUncommitted({ states }, [...states.last.keys()], isPermanent),
  };
}

function filterUncommitted(
  { states }: Pick<StoreAu, 'states'>,
  uuids: readonly string[],
  isPermanent: boolean,
) {
  return uuids.filter((uuid) => isCommittedInSource(states, uuid, isPermanent) === false);
}

/** Returns the UUIDs for the form fields. If there are too many, returns only those UUIDs that occur in the file. */
async function limitLists(
  au: StoreAu,
  file: string,
  range: { start: number; end: number },
): Promise<UuidLists> {
  const { except, uncommitted } = toLists(au, true);
  if (except.length <= MAX_UUIDS && uncommitted.length <= MAX_UUIDS) return { except, uncommitted };
  const there = new Set<string>();
  for await (const { uuid } of readRecords(file, range)) if (uuid !== undefined) there.add(uuid);
  const within = (uuids: readonly string[]) => uuids.filter((uuid) => there.has(uuid));
  return { except: within(except), uncommitted: within(uncommitted) };
}
