// Computes and checks password hashes: salted, memory-hard (scrypt), encoded as one line of text.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt parameters: `logN` is log2 of the cost N, `r` the block size, `p` the parallelism. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** Default parameters: 32 MiB and about 0.15 s per hash. OWASP's password storage cheat sheet recommends them. */
export const DEFAULT_SCRYPT_COST: ScryptCost = { logN: 15, r: 8, p: 3 };

/** Maximum parameters of hashes in a users file. */
const MOST: ScryptCost = { logN: 18, r: 8, p: 16 };
const KEY_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,88})\$([A-Za-z0-9+/]{43})$/;

export interface PasswordHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Hashes a password as an entry for a users file: `$scrypt$ln=15,r=8,p=3$salt$key`, base64 without padding. */
export async function hashPassword(
  password: string,
  cost: ScryptCost = DEFAULT_SCRYPT_COST,
): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, cost);
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(key)}`;
}

/** Parses a hash. Returns undefined if the text is not a hash, or if the hash exceeds the maximum parameters. */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const cost = { logN: Number(found[1]), r: Number(found[2]), p: Number(found[3]) };
  const fits = cost.logN >= 1 && cost.logN <= MOST.logN && cost.r >= 1 && cost.r <= MOST.r;
  if (!fits || cost.p < 1 || cost.p > MOST.p) return undefined;
  return { cost, salt: Buffer.from(found[4]!, 'base64'), key: Buffer.from(found[5]!, 'base64') };
}

/** Compares in constant time. */
export async function isCorrectPassword(password: string, hash: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await deriveKey(password, hash.salt, hash.cost), hash.key);
}

function deriveKey(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  const N = 2 ** cost.logN;
  const maxmem = 2 * 128 * N * cost.r + 1024 * 1024;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N, r: cost.r, p: cost.p, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

const toUnpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
