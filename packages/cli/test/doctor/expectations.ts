// Test helper: checks the reports of `holdfast doctor`.
import { expect } from '@jest/globals';
import { type Diagnosis, SECRETS } from './sick-node.ts';

/** Secrets that must not appear in any report. */
export const knownSecrets: string[] = Object.values(SECRETS);

/**
 * Expects that the first line of the report names the fault, that the exit code is 1, and that the report contains no
 * secret.
 */
export function expectFault({ code, firstLine, text }: Diagnosis, fault: RegExp): void {
  expect(firstLine).toMatch(/^✗ /);
  expect(firstLine).toMatch(fault);
  expect(code).toBe(1);
  expectNoSecrets(text);
}

export function expectWarning({ code, firstLine, text }: Diagnosis, warning: RegExp): void {
  expect(firstLine).toMatch(/^! /);
  expect(firstLine).toMatch(warning);
  expect(code).toBe(0);
  expectNoSecrets(text);
}

export function expectNoSecrets(text: string): void {
  for (const secret of knownSecrets) expect(text).not.toContain(secret);
}
