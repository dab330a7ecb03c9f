// Reads one journal object: decrypts it, decompresses it, and splits it into lines. Detects damage by the gzip
// checksum, the authentication tag, and the trailer.
import { createDecipheriv, type DecipherGCM } from 'node:crypto';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { NoSuchObjectError, ObjectStoreUnavailableError } from '@holdfast/object-store';
import {
  CIPHER_TAG_BYTES,
  JOURNAL_CIPHER,
  type KeyEnvelope,
  UnknownJournalKeyError,
  unwrapObjectKey,
} from '../keys/journal-keys.ts';
import { makeJournalCopyKey, type StoredJournalObject } from './names.ts';
import { describeContext, type JournalHeader, type JournalLocation, type JournalTrailer } from './write.ts';

/** Thrown if an object is damaged. */
export class DamagedJournalError extends Error {
  override name = 'DamagedJournalError';
}

export interface JournalReader {
  /** Called once, before `onLines`. */
  onHeader?(header: JournalHeader): void | Promise<void>;
  /** Called with batches of lines between header and trailer, without line breaks. */
  onLines?(lines: readonly string[]): void | Promise<void>;
}

type ObjectIdentity = Pick<StoredJournalObject, 'key' | 'epoch' | 'isEncrypted'>;

/** Number of characters after which the collected lines are passed to `onLines`. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** Maximum size of an envelope, in bytes. */
const MAX_ENVELOPE_BYTES = 4096;

/**
 * Reads the object or copy with this key. Resolves to its trailer. Throws DamagedJournalError, NoSuchObjectError,
 * UnknownJournalKeyError or ObjectStoreUnavailableError. The lines passed to `onLines` are verified only when the
 * promise has resolved.
 */
export async function readJournalCopy(
  place: JournalLocation,
  object: ObjectIdentity,
  key: string,
  reader: JournalReader = {},
): Promise<JournalTrailer> {
  const input = await place.store.read(key);
  let storeError: unknown;
  input.on('error', (error) => {
    storeError = error;
  });
  const lines = new LineReader(reader);
  try {
    await pipeline(
      input,
      object.isEncrypted ? createDecryption(place, object) : new PassThrough(),
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await lines.take(chunk);
      },
    );
    return await lines.end();
  } catch (error) {
    if (error instanceof UnknownJournalKeyError || error instanceof CallbackError) throw unwrap(error);
    if (storeError instanceof ObjectStoreUnavailableError || storeError instanceof NoSuchObjectError)
      throw storeError;
    throw new DamagedJournalError(`${key} is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Reads an object, then its copy if the object is unreadable. Returns the key of the readable one. If neither is
 * readable, returns `damaged` or `missing`. Throws UnknownJournalKeyError or ObjectStoreUnavailableError.
 */
export async function findReadableCopy(
  place: JournalLocation,
  object: ObjectIdentity,
): Promise<{ key: string } | 'damaged' | 'missing'> {
  let outcome: 'damaged' | 'missing' = 'missing';
  for (const key of [object.key, makeJournalCopyKey(place.prefix, object.key)]) {
    try {
      await readJournalCopy(place, object, key);
      return { key };
    } catch (error) {
      if (error instanceof DamagedJournalError) outcome = 'damaged';
      else if (!(error instanceof NoSuchObjectError)) throw error;
    }
  }
  return outcome;
}

/**
 * Throws UnknownJournalKeyError if the key of this object is not in the settings. Ignores missing and damaged objects.
 */
export async function checkJournalKey(place: JournalLocation, object: ObjectIdentity): Promise<void> {
  if (!object.isEncrypted) return;
  for (const key of [object.key, makeJournalCopyKey(place.prefix, object.key)]) {
    const info = await place.store.stat(key);
    if (info === undefined) continue;
    const length = Math.min(info.sizeBytes, MAX_ENVELOPE_BYTES);
    const envelope = parseEnvelope(await place.store.readBytes(key, { offset: 0, length }));
    if (envelope === undefined) continue;
    try {
      unwrapObjectKey(place.keys, envelope.value, describeContext(object.key, object.epoch));
      return;
    } catch (error) {
      if (error instanceof UnknownJournalKeyError) throw error;
    }
  }
}

/** Wraps an error of the caller's callbacks, so that it is not reported as damage. */
class CallbackError extends Error {}

function unwrap(error: Error): unknown {
  return error instanceof CallbackError ? error.cause : error;
}

function parseEnvelope(bytes: Buffer): { value: KeyEnvelope; length: number } | undefined {
  const end = bytes.indexOf(0x0a);
  if (end < 0) return undefined;
  try {
    return { value: JSON.parse(bytes.toString('utf8', 0, end)) as KeyEnvelope, length: end + 1 };
  } catch {
    return undefined;
  }
}

/** Creates a stream that reads the envelope, decrypts the rest, and checks the authentication tag at the end. */
function createDecryption({ keys }: JournalLocation, { key, epoch }: ObjectIdentity): Transform {
  const context = describeContext(key, epoch);
  let decipher: DecipherGCM | undefined;
  let pending = Buffer.alloc(0);
  const open = (): void => {
    const envelope = parseEnvelope(pending);
    if (envelope === undefined) {
      if (pending.length > MAX_ENVELOPE_BYTES) throw new Error('it does not begin with an envelope');
      return;
    }
    if (envelope.value.cipher !== JOURNAL_CIPHER) throw new Error('its cipher is unknown');
    const own = unwrapObjectKey(keys, envelope.value, context);
    decipher = createDecipheriv(JOURNAL_CIPHER, own, Buffer.from(envelope.value.iv, 'base64'), {
      authTagLength: CIPHER_TAG_BYTES,
    }).setAAD(Buffer.from(context));
    pending = pending.subarray(envelope.length);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        pending = Buffer.concat([pending, chunk]);
        if (decipher === undefined) open();
        if (decipher === undefined || pending.length <= CIPHER_TAG_BYTES) return done();
        const text = decipher.update(pending.subarray(0, -CIPHER_TAG_BYTES));
        pending = pending.subarray(-CIPHER_TAG_BYTES);
        done(null, text);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (decipher === undefined) throw new Error('it has no complete envelope');
        decipher.setAuthTag(pending);
        done(null, decipher.final());
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Splits text into lines. Holds back each line until the next line arrives, because the last line is the trailer. */
class LineReader {
  readonly #reader: JournalReader;
  /** Chunks of an incomplete line. */
  #parts: Buffer[] = [];
  #header: JournalHeader | undefined;
  #lines: string[] = [];
  #characters = 0;
  #count = 0;

  constructor(reader: JournalReader) {
    this.#reader = reader;
  }

  async take(chunk: Buffer): Promise<void> {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.#parts.push(chunk.subarray(start, end));
      await this.#processLine(Buffer.concat(this.#parts).toString());
      this.#parts = [];
      start = end + 1;
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  async end(): Promise<JournalTrailer> {
    const last = this.#lines.pop();
    if (this.#parts.length > 0 || last === undefined) throw new Error('its end is missing');
    const trailer = JSON.parse(last) as JournalTrailer;
    if (trailer.end?.lines !== this.#count - 1) throw new Error('lines are missing');
    await this.#flushLines();
    return trailer;
  }

  async #processLine(line: string): Promise<void> {
    if (this.#header === undefined) {
      const header = JSON.parse(line) as JournalHeader;
      this.#header = header;
      await runCallback(() => this.#reader.onHeader?.(header));
      return;
    }
    if (this.#characters >= BATCH_CHARACTERS) await this.#flushLines();
    this.#lines.push(line);
    this.#characters += line.length;
    this.#count++;
  }

  async #flushLines(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    if (lines.length > 0) await runCallback(() => this.#reader.onLines?.(lines));
  }
}

async function runCallback(callback: () => void | Promise<void>): Promise<void> {
  try {
    await callback();
  } catch (error) {
    throw new CallbackError('the reader failed', { cause: error });
  }
}
