// Encodes a session as a signed text, and verifies such texts. Independent of cookies and of the list of users.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface SessionClaims {
  /** Name of the user. */
  readonly name: string;
  /** Time of the login. */
  readonly begunMs: number;
  readonly untilMs: number;
  /** Binds the session to the user's password; see `computePasswordProof`. */
  readonly proof: string;
}

/** Maximum length of a token. Longer texts are rejected. */
const MAX_CHARACTERS = 2_048;
const FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/** Derives the session key from a secret, so that the secret can also be used for other purposes. */
export function deriveSessionKey(secret: string | Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'holdfast session', 32));
}

/** Computes a value that changes with the user's password. `stamp` is `UserAccount.stamp`. */
export function computePasswordProof(key: Buffer, name: string, stamp: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['password', name, stamp]))
    .digest('base64url');
}

export function signSession(key: Buffer, { name, begunMs, untilMs, proof }: SessionClaims): string {
  const payload = Buffer.from(JSON.stringify([name, begunMs, untilMs, proof])).toString('base64url');
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

/** Returns the claims of a token. Returns undefined unless the text is a token signed with this key. */
export function parseSessionToken(key: Buffer, text: string): SessionClaims | undefined {
  const [, payload, signature] = (text.length <= MAX_CHARACTERS && FORM.exec(text)) || [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(key, payload))) return undefined;
  const [name, begunMs, untilMs, proof] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { name, begunMs, untilMs, proof };
}

function signatureOf(key: Buffer, payload: string): Buffer {
  return createHmac('sha256', key).update(`session ${payload}`).digest();
}
