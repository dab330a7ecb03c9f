// Writes one journal object and its copy: lines of JSON, compressed, and encrypted if there is a key.
import { createCipheriv } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import {
  CIPHER_TAG_BYTES,
  JOURNAL_CIPHER,
  type JournalKeys,
  makeObjectKey,
  type ObjectKey,
} from '../keys/journal-keys.ts';
import { type JournalObjectKind, type JournalPosition, nameJournalCopy, nameJournalObject } from './names.ts';

export interface JournalLocation {
  readonly store: ObjectStore;
  /** Ends in `/`. The copies are next to it, as in `config/journal/` and `config/journal-copy/`. */
  readonly prefix: string;
  readonly keys: JournalKeys;
}

/** First line of an object. The service that owns the journal adds members. */
export interface JournalHeader extends JournalPosition {
  readonly format: string;
  readonly kind: JournalObjectKind;
}

/** Last line of an object. An object without it is not complete. */
export interface JournalTrailer {
  /** Number of lines between header and trailer. */
  readonly end: { readonly lines: number };
}

export interface WrittenObject {
  readonly key: string;
  /** Size of one copy. */
  readonly sizeBytes: number;
  readonly lines: number;
}

/**
 * Resolves when the object and its copy are durable. `lines` end in line breaks; the trailer is added. After an error,
 * one of the copies may exist.
 */
export async function writeJournalObject(
  place: JournalLocation,
  header: JournalHeader,
  lines: AsyncIterable<readonly string[]>,
  trailer: () => Record<string, unknown> = () => ({}),
): Promise<WrittenObject> {
  const { store, prefix, keys } = place;
  const name = nameJournalObject(prefix, { ...header, isEncrypted: keys.current !== undefined });
  const objectKey = keys.current && makeObjectKey(keys.current, describeContext(name.key, header.epoch));
  const writers = [name.key, nameJournalCopy(prefix, name.key)].map((key) => store.create(key));
  const write = async (chunk: Uint8Array) => {
    await Promise.all(writers.map((writer) => writer.write(chunk)));
  };
  let count = 0;
  const text = async function* () {
    yield `${JSON.stringify(header)}\n`;
    for await (const some of lines) {
      count += some.length;
      if (some.length > 0) yield some.join('');
    }
    yield `${JSON.stringify({ end: { lines: count, ...trailer() } })}\n`;
  };
  try {
    if (objectKey) await write(Buffer.from(`${JSON.stringify(objectKey.envelope)}\n`));
    await pipeline(
      Readable.from(text()),
      createGzip(),
      objectKey ? encryption(objectKey, describeContext(name.key, header.epoch)) : passThrough(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await write(chunk);
      },
    );
    const closed = await Promise.allSettled(writers.map((writer) => writer.close()));
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
    const [first] = closed as PromiseFulfilledResult<{ sizeBytes: number }>[];
    return { key: name.key, sizeBytes: first!.value.sizeBytes, lines: count };
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.abort()));
    throw error;
  }
}

/** The associated data ensures that an object cannot be decrypted if it was renamed or moved to another epoch. */
export function describeContext(key: string, epoch: string): string {
  return `${key}\n${epoch}`;
}

function passThrough(): Transform {
  return new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
}

/** Appends the tag to the encrypted bytes. */
function encryption({ bytes, envelope }: ObjectKey, context: string): Transform {
  const cipher = createCipheriv(JOURNAL_CIPHER, bytes, Buffer.from(envelope.iv, 'base64'), {
    authTagLength: CIPHER_TAG_BYTES,
  }).setAAD(Buffer.from(context));
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}
