// What is known of a user beside the name: for sessions, which end with the password that they began with.
import { createHash } from 'node:crypto';
import type { PasswordHash } from './password.ts';
import type { User } from './roles.ts';

export interface Account {
  readonly user: User;
  /** Changes whenever the password does, and is the same in all processes that know it. A secret like a password's hash. */
  readonly stamp: string;
}

/** Of a user whose hash is kept in a file: whoever sets the same password again sets another one. */
export function stampOfHash({ salt, key }: PasswordHash): string {
  return createHash('sha256').update('hash').update(salt).update(key).digest('base64');
}

/** This is for a user whose password is a setting. */
export function stampOfPassword(password: string): string {
  return createHash('sha256').update('password').update(password.normalize('NFC')).digest('base64');
}
