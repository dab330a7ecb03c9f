// Test helper: made-up captures with as many ties as possible, as rows in PostgreSQL's format, and pieces of them.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RawRows } from '@holdfast/pg-kit';
import type { Capture, Position } from '../../src/domain/replay/capture.ts';
import { captureLayout } from '../../src/index/replay/raw-captures.ts';
import { OpenPiece } from '../../src/replay-copy/piece.ts';
import { PieceMemory } from '../../src/replay-copy/piece-memory.ts';
import {
  type PieceRange,
  type WritePiecesOptions,
  type WrittenPiece,
  writePieces,
} from '../../src/replay-copy/write-pieces.ts';

export const everything: PieceRange = { from: '', below: undefined };

export function capture(place: Partial<Position> & Partial<Capture>): Capture {
  const id = place.id ?? makeUuid(`${place.urlkey} ${place.collectionMs}`);
  return {
    id,
    urlkey: 'org,example)/',
    url: 'http://example.org/',
    collectionMs: 0,
    httpStatus: 200,
    mime: 'text/html',
    redirect: undefined,
    sha1: createHash('sha1').update(id).digest('hex'),
    method: undefined,
    requestBody: undefined,
    lengthBytes: 5_000,
    ...place,
  };
}

export function makeUuid(name: string): string {
  const hex = createHash('md5').update(name).digest('hex');
  return uuid(hex);
}

export function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function compareCaptures(a: Position, b: Position): number {
  return (
    Buffer.compare(Buffer.from(a.urlkey), Buffer.from(b.urlkey)) ||
    a.collectionMs - b.collectionMs ||
    Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))
  );
}

/** Yields rows in batches, with other bytes before, between and after them, as in PostgreSQL's messages. */
export async function* readRows(captures: Iterable<Capture>, perBatch = 1_000): AsyncGenerator<RawRows> {
  let batch: Buffer[] = [];
  for (const one of captures) {
    batch.push(rowOf(one));
    if (batch.length < perBatch) continue;
    yield rawRows(batch);
    batch = [];
  }
  if (batch.length > 0) yield rawRows(batch);
}

const BETWEEN = Buffer.from('between');

function rawRows(rows: readonly Buffer[]): RawRows {
  const parts: Buffer[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const row of rows) {
    starts.push(length + BETWEEN.length);
    parts.push(BETWEEN, row);
    length += BETWEEN.length + row.length;
  }
  return { bytes: Buffer.concat([...parts, BETWEEN]), starts };
}

function rowOf(one: Capture): Buffer {
  const values: Record<keyof typeof captureLayout.number, Buffer> = {
    urlkey: text(one.urlkey),
    collectionMs: int64(one.collectionMs),
    url: text(one.url),
    mime: text(one.mime),
    httpStatus: value(one.httpStatus === undefined ? undefined : int16(one.httpStatus)),
    sha1: value(Buffer.from(one.sha1, 'hex')),
    redirect: text(one.redirect),
    lengthBytes: int64(one.lengthBytes),
    id: value(Buffer.from(one.id.replaceAll('-', ''), 'hex')),
    method: text(one.method),
    requestBody: text(one.requestBody),
  };
  const names = Object.keys(captureLayout.number) as (keyof typeof values)[];
  return Buffer.concat(names.map((name) => values[name]));
}

function value(bytes: Buffer | undefined): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes?.length ?? -1);
  return bytes ? Buffer.concat([length, bytes]) : length;
}

const text = (words: string | undefined): Buffer =>
  value(words === undefined ? undefined : Buffer.from(words));

function int64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return value(bytes);
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(number);
  return bytes;
}

/** Returns the captures in the form in which rows and pieces contain them. */
export function plain(captures: readonly Capture[]): Capture[] {
  return captures.map((one) => ({
    id: one.id,
    urlkey: one.urlkey,
    url: one.url,
    collectionMs: one.collectionMs,
    httpStatus: one.httpStatus,
    mime: one.mime,
    redirect: one.redirect,
    sha1: one.sha1,
    method: one.method,
    requestBody: one.requestBody,
    lengthBytes: one.lengthBytes,
  }));
}

let names = 0;
export const deps = { newName: () => `piece-${++names}` };

export function write(
  folder: string,
  sorted: Iterable<Capture>,
  options: WritePiecesOptions = {},
  range: PieceRange = everything,
): Promise<WrittenPiece[]> {
  return writePieces(deps, folder, readRows(sorted, 100), range, options);
}

export function roomyMemory(): PieceMemory {
  return new PieceMemory({ nowMs: () => 0 }, { indexBytes: 64 * 1024 * 1024 });
}

export function openAll(
  folder: string,
  written: readonly WrittenPiece[],
  memory: PieceMemory,
): Promise<OpenPiece[]> {
  return Promise.all(written.map(({ file }) => OpenPiece.open(memory, join(folder, file))));
}

/** Returns reproducible numbers in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
