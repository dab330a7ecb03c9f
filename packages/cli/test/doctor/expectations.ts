// Expectations of reports of the doctor.
import { expect } from '@jest/globals';
import { type Diagnosis, SECRETS } from './sick-node.ts';

/** Secrets that no report may contain. */
export const knownSecrets: string[] = Object.values(SECRETS);

/** Names the fault in the first line, exits with 1, and prints no secret. */
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
