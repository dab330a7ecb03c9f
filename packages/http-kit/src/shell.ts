// The Express app both services wear.
import express, { type Express } from 'express';
import type { ShellOptions } from './types.ts';

/** Throws when a handler names no operation of the contract, or an operation has no handler nor a place in notBuilt. */
export function createShell(_options: ShellOptions): Express {
  return express();
}
