// Encryption keys of journal objects (envelope encryption). Each object has a random AES-256-GCM key, which is
// encrypted with a journal key. A new journal key therefore does not require rewriting the objects.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const JOURNAL_CIPHER = 'aes-256-gcm';
export const CIPHER_TAG_BYTES = 16;
export const CIPHER_IV_BYTES = 12;
const KEY_BYTES = 32;

export interface JournalKey {
  /** Key ID, derived from the key. Stored unencrypted with each object. */
  readonly id: string;
  readonly bytes: Buffer;
}

export interface JournalKeys {
  /** Key for new objects. If undefined, new objects are not encrypted. */
  readonly current: JournalKey | undefined;
  /** Keys for decryption by ID, including the current key. */
  readonly all: ReadonlyMap<string, JournalKey>;
}

/** Settings of all programs that read or write an encrypted journal. */
export const journalKeySpec = {
  journalKey: {
    kind: 'secret',
    name: 'JOURNAL_KEY',
    minLength: 43,
    defaultText: 'the journal of the configuration is stored in clear',
    about:
      'key that encrypts the journal of the configuration: 32 random bytes as 64 hexadecimal digits or in base64. Keep a copy outside the node: without the key, an encrypted journal is lost',
  },
  olderJournalKeys: {
    kind: 'secret',
    name: 'JOURNAL_KEYS_OLD',
    minLength: 43,
    defaultText: 'none',
    about:
      'earlier values of `JOURNAL_KEY`, separated by commas, with which older objects can still be decrypted',
  },
} as const;

/** Thrown if an object is encrypted with a key that is not in the settings. */
export class UnknownJournalKeyError extends Error {
  override name = 'UnknownJournalKeyError';
}

/**
 * Parses the journal keys. `current` and `older` are the values of the settings in `journalKeySpec`. Throws an Error
 * whose message contains the name of the faulty setting.
 */
export function parseJournalKeys(current: string | undefined, older: string | undefined): JournalKeys {
  const own = current === undefined ? undefined : parseKey(current, 'JOURNAL_KEY');
  const earlier = (older ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => parseKey(text, 'JOURNAL_KEYS_OLD'));
  const all = new Map([...earlier, ...(own ? [own] : [])].map((key) => [key.id, key]));
  return { current: own, all };
}

/** Returns one sentence for each fault in the settings. */
export function findJournalKeyFaults(settings: {
  readonly journalKey: string | undefined;
  readonly olderJournalKeys: string | undefined;
}): string[] {
  try {
    parseJournalKeys(settings.journalKey, settings.olderJournalKeys);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function parseKey(text: string, setting: string): JournalKey {
  const trimmed = text.trim();
  const bytes = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : Buffer.alloc(0);
  if (bytes.length !== KEY_BYTES) {
    throw new Error(
      `${setting} must be 32 bytes, as 64 hexadecimal digits or in base64: openssl rand -hex 32 makes one`,
    );
  }
  return { id: computeKeyId(bytes), bytes };
}

function computeKeyId(bytes: Buffer): string {
  return createHash('sha256').update('holdfast journal key ').update(bytes).digest('hex').slice(0, 16);
}

/** Unencrypted JSON before the encrypted bytes of an object. */
export interface KeyEnvelope {
  readonly cipher: typeof JOURNAL_CIPHER;
  readonly keyId: string;
  /** Wrapped object key: IV, encrypted key and authentication tag, in base64. */
  readonly wrappedKey: string;
  /** IV for the object's content, in base64. */
  readonly iv: string;
}

export interface JournalObjectKey {
  readonly bytes: Buffer;
  readonly envelope: KeyEnvelope;
}

/** Generates a random key for one object. `context` binds the key to the object's name and epoch. */
export function createJournalObjectKey(key: JournalKey, context: string): JournalObjectKey {
  const bytes = randomBytes(KEY_BYTES);
  const iv = randomBytes(CIPHER_IV_BYTES);
  const cipher = createCipheriv(JOURNAL_CIPHER, key.bytes, iv).setAAD(Buffer.from(context));
  const wrapped = Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  const own = randomBytes(CIPHER_IV_BYTES);
  return {
    bytes,
    envelope: {
      cipher: JOURNAL_CIPHER,
      keyId: key.id,
      wrappedKey: wrapped.toString('base64'),
      iv: own.toString('base64'),
    },
  };
}

/** Decrypts an object key. Throws UnknownJournalKeyError. */
export function unwrapObjectKey(keys: JournalKeys, envelope: KeyEnvelope, context: string): Buffer {
  const key = keys.all.get(envelope.keyId);
  if (key === undefined) {
    throw new UnknownJournalKeyError(
      `the journal of the configuration is encrypted with the key ${envelope.keyId}, which neither JOURNAL_KEY nor JOURNAL_KEYS_OLD has`,
    );
  }
  const wrapped = Buffer.from(envelope.wrappedKey, 'base64');
  const end = wrapped.length - CIPHER_TAG_BYTES;
  const decipher = createDecipheriv(JOURNAL_CIPHER, key.bytes, wrapped.subarray(0, CIPHER_IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(wrapped.subarray(end));
  return Buffer.concat([decipher.update(wrapped.subarray(CIPHER_IV_BYTES, end)), decipher.final()]);
}
