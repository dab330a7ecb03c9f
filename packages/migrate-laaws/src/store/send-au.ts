// One AU of a reference store sent: small files of it together, because each upload costs as much as many records do, and
// large ones by themselves.

import { RefusalError, UsageError } from '@holdfast/cli-kit';
import { failureWords } from '@holdfast/client';
import { type Arrival, type SendTools, send } from '../transfer/send.ts';
import { stateThere } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { newOf, type Piece, temporaryPieces } from './pieces.ts';
import { recordsOf } from './records.ts';
import { type FoundAu, nothingFound, type StoreAu } from './store-au.ts';
import type { TemporaryRecord } from './temporary.ts';

/** Pieces go together up to so many bytes. */
const TOGETHER_BYTES = 32 * 1024 * 1024;
/** A form has room for so many. */
const MOST_UUIDS = 100_000;

export async function sendAu(tools: SendTools, ledger: Ledger, au: StoreAu): Promise<FoundAu> {
  const found = nothingFound();
  const isCopied = ({ record }: TemporaryRecord) => au.states.last.get(record.uuid!) === 'COPIED';
  const files = au.files.flatMap((file) => newPiece(tools, ledger, au, file, found));
  const temporary = au.temporary.filter((one) => !isCopied(one));
  await sendPieces(tools, au, [...files, ...temporaryPieces(au, temporary, found)], found);
  // What is said to lie among the AU's files, and does not.
  const there = found.artifacts.uuids();
  const left = au.temporary.filter((one) => isCopied(one) && !there.has(one.record.uuid!));
  await sendPieces(tools, au, temporaryPieces(au, left, found), found);
  return found;
}

function newPiece(tools: SendTools, ledger: Ledger, au: StoreAu, file: string, found: FoundAu): Piece[] {
  try {
    const piece = newOf(tools, ledger, au, file, found);
    return piece ? [piece] : [];
  } catch (error) {
    noteFailure(error, tools, file, found);
    return [];
  }
}

function noteFailure(error: unknown, tools: SendTools, where: string, found: FoundAu): void {
  throwUnlessOfFile(error, tools);
  found.problems.push({ where, message: `it could not be taken over: ${failureWords(error)}` });
}

function throwUnlessOfFile(error: unknown, { signal }: SendTools): void {
  const isOfFile = !(error instanceof UsageError) && !(error instanceof RefusalError && error.status !== 400);
  if (signal.aborted || !isOfFile) throw error;
}

async function sendPieces(
  tools: SendTools,
  au: StoreAu,
  pieces: readonly Piece[],
  found: FoundAu,
): Promise<void> {
  for (const together of loads(tools, au, pieces)) {
    const isOne = together.length === 1;
    if (!isOne && (await sendTogether(tools, au, together, found))) continue;
    // Progress was told of what was sent together before.
    const again = isOne ? tools : { ...tools, sent: () => undefined, arrived: () => undefined };
    for (const piece of together) await sendAlone(again, au, piece, found);
  }
}

/** In their order, but what is compressed and what is not apart. */
function loads({ quarantine }: SendTools, au: StoreAu, pieces: readonly Piece[]): Piece[][] {
  const open = new Map<boolean, { pieces: Piece[]; bytes: number }>();
  const all: Piece[][] = [];
  for (const piece of pieces) {
    const { sizeBytes } = piece.part;
    const load = open.get(piece.isGzip);
    const fits = load !== undefined && load.bytes + sizeBytes <= TOGETHER_BYTES;
    if (quarantine || !isSure(au, piece)) all.push([piece]);
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

/** The AU's journal alone says what state each of its artifacts is in, wherever it lies. */
function isSure({ states: { last, damages, deleted } }: StoreAu, { isLast, records }: Piece): boolean {
  if (isLast || damages.length > 0 || last.size > MOST_UUIDS || deleted.size > MOST_UUIDS) return false;
  return records === undefined || records.every(({ uuid }) => (last.get(uuid!) ?? 'OTHER') !== 'OTHER');
}

/** False when something was wrong: damage to one file may have spoilt what is told of the next one. */
async function sendTogether(
  tools: SendTools,
  au: StoreAu,
  pieces: readonly Piece[],
  found: FoundAu,
): Promise<boolean> {
  let arrivals: Arrival[];
  try {
    const parts = pieces.map(({ part }) => part);
    arrivals = await send(tools, { ...au, ...listsOf(au, true), parts });
  } catch (error) {
    throwUnlessOfFile(error, tools);
    return false;
  }
  const isFine = arrivals.every(({ errors }) => errors === 0);
  // What it has stored is found when it comes again.
  const stored = arrivals.reduce((sum, arrival) => sum + arrival.stored, 0);
  if (isFine) for (const [i, piece] of pieces.entries()) piece.arrived(arrivals[i]!);
  else Object.assign(found, { stored: found.stored + stored, found: found.found - stored });
  return isFine;
}

async function sendAlone(tools: SendTools, au: StoreAu, piece: Piece, found: FoundAu): Promise<void> {
  const { part, records } = piece;
  try {
    const lists = records
      ? {
          except: [],
          uncommitted: uncommittedOf(
            au,
            records.map(({ uuid }) => uuid!),
            false,
          ),
        }
      : await fitting(au, part.where, { start: part.start, end: part.start + part.sizeBytes });
    const [arrival] = await send(tools, { ...au, ...lists, parts: [part] });
    piece.arrived(arrival!);
  } catch (error) {
    noteFailure(error, tools, part.where, found);
  }
}

interface Lists {
  readonly except: readonly string[];
  readonly uncommitted: readonly string[];
}

function listsOf({ states }: StoreAu, isPermanent: boolean): Lists {
  return {
    except: [...states.deleted],
    uncommitted: uncommittedOf({ states }, [...states.last.keys()], isPermanent),
  };
}

function uncommittedOf({ states }: Pick<StoreAu, 'states'>, uuids: readonly string[], isPermanent: boolean) {
  return uuids.filter((uuid) => stateThere(states, uuid, isPermanent) === false);
}

/** Where there are too many for a form, those that are in the file. */
async function fitting(au: StoreAu, file: string, range: { start: number; end: number }): Promise<Lists> {
  const { except, uncommitted } = listsOf(au, true);
  if (except.length <= MOST_UUIDS && uncommitted.length <= MOST_UUIDS) return { except, uncommitted };
  const there = new Set<string>();
  for await (const { uuid } of recordsOf(file, range)) if (uuid !== undefined) there.add(uuid);
  const within = (uuids: readonly string[]) => uuids.filter((uuid) => there.has(uuid));
  return { except: within(except), uncommitted: within(uncommitted) };
}
