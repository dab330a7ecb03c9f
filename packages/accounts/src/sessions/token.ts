// A session as a text that only who has the key can make: what it says, and a signature. Knows no cookies and no users.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface SessionClaims {
  /** The user's. */
  readonly name: string;
  /** When somebody logged in. */
  readonly begunMs: number;
  readonly untilMs: number;
  /** What ties it to the user's password; see `passwordProof`. */
  readonly proof: string;
}

/** Longer ones are none. */
const MAX_CHARACTERS = 2_048;
const FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/** The key of sessions, from a secret that may serve other ends too. */
export function sessionKey(secret: string | Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'holdfast session', 32));
}

/** Differs whenever the user's password does. `stamp`: see auth/users.ts. */
export function passwordProof(key: Buffer, name: string, stamp: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['password', name, stamp]))
    .digest('base64url');
}

export function signSession(key: Buffer, { name, begunMs, untilMs, proof }: SessionClaims): string {
  const payload = Buffer.from(JSON.stringify([name, begunMs, untilMs, proof])).toString('base64url');
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

/** What a text says that was signed with this key; undefined of any other. */
export function readSession(key: Buffer, text: string): SessionClaims | undefined {
  const [, payload, signature] = (text.length <= MAX_CHARACTERS && FORM.exec(text)) || [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(key, payload))) return undefined;
  const [name, begunMs, untilMs, proof] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { name, begunMs, untilMs, proof };
}

function signatureOf(key: Buffer, payload: string): Buffer {
  return createHmac('sha256', key).update(`session ${payload}`).digest();
}
