// Continuation tokens: a position in a listing that any replica can go on from, with nothing kept on a server. URL-safe,
// bound to the other parameters of the listing, and signed, so that a position is always one that we gave out.
// Signed, not secret: a client can read what a position holds.
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The token is not one of ours, was damaged, or belongs to a listing with other parameters. */
export class BadPageTokenError extends Error {
  override readonly name = 'BadPageTokenError';
}

export interface PageToken {
  /** `position` is anything JSON can hold. Rejects (RangeError) what would not fit into a token. */
  encode(position: unknown): string;
  /** Gives back what `encode` was given. Throws BadPageTokenError. */
  decode(token: string): unknown;
}

// Layout: version (1) · fingerprint of the parameters (8) · signature (16) · position as JSON in UTF-8; base64url.
const VERSION = 1;
const FINGERPRINT_BYTES = 8;
const SIGNATURE_BYTES = 16;
const HEAD_BYTES = 1 + FINGERPRINT_BYTES + SIGNATURE_BYTES;

/** Longest token made or read: it may hold a URL of 65,536 characters, and the shell takes request lines up to 1 MiB. */
export const MAX_TOKEN_LENGTH = 400_000;

/** A key that all replicas derive alike from a secret they share. */
export function pageTokenKey(secret: string | Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'holdfast page token', 32));
}

/** `parameters`: everything that decides which items are listed and in what order, in a fixed order. */
export function pageToken(key: Uint8Array, parameters: readonly unknown[]): PageToken {
  const fingerprint = hash('sha256', canonical(parameters), 'buffer').subarray(0, FINGERPRINT_BYTES);
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
      const bytes = bytesOf(token);
      const json = bytes.subarray(HEAD_BYTES);
      if (!bytes.subarray(1, 1 + FINGERPRINT_BYTES).equals(fingerprint)) {
        throw new BadPageTokenError('The continuation token belongs to a request with other parameters.');
      }
      if (!timingSafeEqual(bytes.subarray(1 + FINGERPRINT_BYTES, HEAD_BYTES), sign(json))) throw damaged();
      return JSON.parse(json.toString('utf8'));
    },
  };
}

const secretKeys = new WeakMap<Uint8Array, KeyObject>();

/** Made once: a signature by plain bytes takes five times as long. */
function secretKeyOf(key: Uint8Array): KeyObject {
  const made = secretKeys.get(key) ?? createSecretKey(key);
  secretKeys.set(key, made);
  return made;
}

function bytesOf(token: string): Buffer {
  if (token.length > MAX_TOKEN_LENGTH || !/^[A-Za-z0-9_-]+$/.test(token)) throw damaged();
  const bytes = Buffer.from(token, 'base64url');
  // One spelling only: the last character of base64 can hold bits that decoding ignores.
  if (bytes.length <= HEAD_BYTES || bytes[0] !== VERSION || bytes.toString('base64url') !== token)
    throw damaged();
  return bytes;
}

function damaged(): BadPageTokenError {
  return new BadPageTokenError('The continuation token is damaged or was not made by this service.');
}

/** undefined and null differ from each other and from being absent at the end. */
function canonical(parameters: readonly unknown[]): string {
  return JSON.stringify(parameters.map((value) => (value === undefined ? [] : [value])));
}
