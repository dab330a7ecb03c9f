// Writes one journal object and its copy: compressed JSON lines, encrypted if a key is set.
import { createCipheriv } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import {
  CIPHER_TAG_BYTES,
  createJournalObjectKey,
  JOURNAL_CIPHER,
  type JournalKeys,
  type JournalObjectKey,
} from '../keys/journal-keys.ts';
import {
  type JournalObjectKind,
  type JournalPosition,
  makeJournalCopyKey,
  makeJournalObjectName,
} from './names.ts';

export interface JournalLocation {
  readonly store: ObjectStore;
  /** Key prefix of the journal, such as `config/journal/`. The copies then have the prefix `config/journal-copy/`. */
  readonly prefix: string;
  readonly keys: JournalKeys;
}

/** First line of an object. Each service adds fields for its journal. */
export interface JournalHeader extends JournalPosition {
  readonly format: string;
  readonly kind: JournalObjectKind;
}

/** Last line of an object. An object without a trailer is incomplete. */
export interface JournalTrailer {
  /** Number of lines between header and trailer. */
  readonly end: { readonly lines: number };
}

export interface WrittenJournalObject {
  readonly key: string;
  /** Size of the object, without its copy. */
  readonly sizeBytes: number;
  readonly lines: number;
}

/**
 * Writes an object and its copy durably. `lines` end in line breaks. Appends the trailer. After an error, either the
 * object or the copy may exist.
 */
export async function writeJournalObject(
  place: JournalLocation,
  header: JournalHeader,
  lines: AsyncIterable<readonly string[]>,
  trailer: () => Record<string, unknown> = () => ({}),
): Promise<WrittenJournalObject> {
  const { store, prefix, keys } = place;
  const name = makeJournalObjectName(prefix, { ...header, isEncrypted: keys.current !== undefined });
  const objectKey =
    keys.current && createJournalObjectKey(keys.current, describeContext(name.key, header.epoch));
  const writers = [name.key, makeJournalCopyKey(prefix, name.key)].map((key) => store.create(key));
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
      objectKey ? createEncryption(objectKey, describeContext(name.key, header.epoch)) : new PassThrough(),
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

/** Returns the associated data of the encryption. It prevents decryption of objects that were renamed or moved. */
export function describeContext(key: string, epoch: string): string {
  return `${key}\n${epoch}`;
}

/** Creates a stream that encrypts data and appends the authentication tag. */
function createEncryption({ bytes, envelope }: JournalObjectKey, context: string): Transform {
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
