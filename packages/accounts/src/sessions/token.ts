// Encodes sessions and unfinished logins as signed texts, and verifies them. Independent of cookies and of the users.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface SessionClaims {
  readonly name: string;
  /** Time of the login. */
  readonly begunMs: number;
  readonly untilMs: number;
  /** Binds the session to the user's password or, for a user of a provider, to the user's entry in the users file. */
  readonly proof: string;
  /** Identity and roles of a user who logged in through an OpenID Connect provider. */
  readonly provider?: ProviderClaims | undefined;
}

export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Roles at the time of the login. */
  readonly roles: readonly string[];
}

/** Maximum length of a token. Longer texts are rejected. */
const MAX_CHARACTERS = 4_096;
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

/** Computes a value that changes with the provider, and with the user's entry in the users file. */
export function computeProviderProof(
  key: Buffer,
  { issuer, subject }: Pick<ProviderClaims, 'issuer' | 'subject'>,
  stamp: string,
): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['provider', issuer, subject, stamp]))
    .digest('base64url');
}

export function signSession(key: Buffer, { name, begunMs, untilMs, proof, provider }: SessionClaims): string {
  const of = provider === undefined ? [] : [[provider.issuer, provider.subject, provider.roles]];
  return signText(key, 'session', [name, begunMs, untilMs, proof, ...of]);
}

/** Returns the claims of a token. Returns undefined unless the text is a token signed with this key. */
export function parseSessionToken(key: Buffer, text: string): SessionClaims | undefined {
  const values = parseSignedText(key, 'session', text) as
    | [string, number, number, string, [string, string, readonly string[]]?]
    | undefined;
  if (values === undefined) return undefined;
  const [name, begunMs, untilMs, proof, of] = values;
  const provider = of && { issuer: of[0], subject: of[1], roles: of[2] };
  return { name, begunMs, untilMs, proof, ...(provider && { provider }) };
}

/** Purpose of a signed text. A text that was signed for one purpose is invalid for any other purpose. */
type SignedPurpose = 'session' | 'login';

export function signText(key: Buffer, purpose: SignedPurpose, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${computeSignature(key, purpose, payload).toString('base64url')}`;
}

/** Returns the value of a signed text, or undefined if the text was not signed with this key for this purpose. */
export function parseSignedText(key: Buffer, purpose: SignedPurpose, text: string): unknown {
  const [, payload, signature] = (text.length <= MAX_CHARACTERS && FORM.exec(text)) || [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), computeSignature(key, purpose, payload)))
    return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function computeSignature(key: Buffer, purpose: SignedPurpose, payload: string): Buffer {
  return createHmac('sha256', key).update(`${purpose} ${payload}`).digest();
}
