// What is known of a user beside the name: for sessions, which end with the password that they began with.
import { createHash } from 'node:crypto';
import type { PasswordHash } from './password.ts';
import type { User } from './roles.ts';

export interface Account {
  readonly user: User;
  /** Changes whenever the password does, and when the user is disabled; is the same in all processes that know it. A secret like a password's hash. */
  readonly stamp: string;
}

/**
 * For a user whose hash is kept in a file: setting the same password again makes another stamp. So does `sessionMark`, which
 * the file contains for a user who was disabled once.
 */
export function stampOfHash({ salt, key }: PasswordHash, sessionMark = ''): string {
  return createHash('sha256').update('hash').update(salt).update(key).update(sessionMark).digest('base64');
}

/** This is for a user whose password is a setting. */
export function stampOfPassword(password: string): string {
  return createHash('sha256').update('password').update(password.normalize('NFC')).digest('base64');
}
