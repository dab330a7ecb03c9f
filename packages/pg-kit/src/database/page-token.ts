// Continuation tokens. A token contains a position in a listing, from which any replica can continue without stored
// state. Tokens are URL-safe, bound to the listing's other parameters, and signed so that clients cannot forge
// positions. Clients can read the position.
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Thrown if a token is damaged, was not issued by this node, or belongs to a listing with different parameters. */
export class BadPageTokenError extends Error {
  override readonly name = 'BadPageTokenError';
}

export interface PageToken {
  /** Encodes a position, which is any JSON value. Throws RangeError if the token would be too long. */
  encode(position: unknown): string;
  /** Returns the position that was passed to `encode`. Throws BadPageTokenError. */
  decode(token: string): unknown;
}

// Layout: version (1) · fingerprint of the parameters (8) · signature (16) · position as JSON in UTF-8; base64url.
const VERSION = 1;
const FINGERPRINT_BYTES = 8;
const SIGNATURE_BYTES = 16;
const HEAD_BYTES = 1 + FINGERPRINT_BYTES + SIGNATURE_BYTES;

/** Maximum length of a token, which may contain a URL of 65,536 characters. http-kit accepts request lines of 1 MiB. */
export const MAX_TOKEN_LENGTH = 400_000;

/** Derives the signing key from a secret that all replicas share. */
export function derivePageTokenKey(secret: string | Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'holdfast page token', 32));
}

/**
 * Creates tokens for one listing. `parameters` must have a fixed order. They determine the items of the listing and the
 * order of the items.
 */
export function createPageToken(key: Uint8Array, parameters: readonly unknown[]): PageToken {
  const fingerprint = hash('sha256', encodeParameters(parameters), 'buffer').subarray(0, FINGERPRINT_BYTES);
  const sign = (json: Uint8Array) =>
    createHmac('sha256', secretKeyOf(key))
      .update(Uint8Array.of(VERSION))
      .update(fingerprint)
      .update(json)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    encode: (position) => {
      const json = Buffer.from(JSON.stringify(position));
      const token = Buffer.concat([Uint8Array.of(VERSION), fingerprint, sign(json), json]).toString(
        'base64url',
      );
      if (token.length > MAX_TOKEN_LENGTH)
        throw new RangeError(`a page token of ${token.length} characters is too long`);
      return token;
    },
    decode: (token) => {
      const bytes = decodeToken(token);
      const json = bytes.subarray(HEAD_BYTES);
      if (!bytes.subarray(1, 1 + FINGERPRINT_BYTES).equals(fingerprint)) {
        throw new BadPageTokenError('The continuation token belongs to a request with other parameters.');
      }
      if (!timingSafeEqual(bytes.subarray(1 + FINGERPRINT_BYTES, HEAD_BYTES), sign(json)))
        throw createDamagedTokenError();
      return JSON.parse(json.toString('utf8'));
    },
  };
}

const secretKeys = new WeakMap<Uint8Array, KeyObject>();

/** Caches the KeyObject: signing with the bytes of the key takes five times as long. */
function secretKeyOf(key: Uint8Array): KeyObject {
  const made = secretKeys.get(key) ?? createSecretKey(key);
  secretKeys.set(key, made);
  return made;
}

function decodeToken(token: string): Buffer {
  if (token.length > MAX_TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(token)) throw createDamagedTokenError();
  const bytes = Buffer.from(token, 'base64url');
  // Accepts only the canonical base64url text, because decoding ignores some bits of the last character.
  if (bytes.length <= HEAD_BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== token)
    throw createDamagedTokenError();
  return bytes;
}

function createDamagedTokenError(): BadPageTokenError {
  return new BadPageTokenError('The continuation token is damaged or was not made by this service.');
}

/** Encodes the parameters unambiguously: undefined, null and a missing parameter differ. */
function encodeParameters(parameters: readonly unknown[]): string {
  return JSON.stringify(parameters.map((value) => (value === undefined ? [] : [value])));
}
