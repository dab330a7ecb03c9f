// What is sent: files checked before the first byte goes out, or standard input.
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { systemCode } from '@holdfast/service-kit/text';
import { UsageError } from '../terminal/usage-error.ts';

export interface Source {
  /** The name as it was typed. */
  readonly name: string;
  /** Name that the service is told. */
  readonly fileName: string;
  /** `undefined` for a stream of unknown length. */
  readonly sizeBytes?: number;
  open(): Readable;
}

/** The file itself failed while it was read. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

export interface StandardInput extends Readable {
  readonly isTTY?: boolean;
}

/** Large reads: half the time of the default ones. */
const READ_BYTES = 1024 * 1024;

/** Throws `UsageError` naming everything that cannot be read. */
export function sources(names: readonly string[], standardInput: StandardInput): Source[] {
  const troubles: string[] = [];
  const found: Source[] = [];
  for (const name of names) {
    const source = name === '-' ? fromStandardInput(standardInput) : fromFile(name);
    if (typeof source === 'string') troubles.push(source);
    else found.push(source);
  }
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'));
  return found;
}

function fromStandardInput(standardInput: StandardInput): Source | string {
  if (standardInput.isTTY) return 'Standard input (-) is the terminal: pipe a WARC file into it.';
  return { name: '-', fileName: 'stdin.warc', open: () => standardInput };
}

function fromFile(name: string): Source | string {
  try {
    const stat = statSync(name);
    if (stat.isDirectory()) return `${name} is a folder: name the WARC files in it.`;
    if (stat.isSocket()) return `${name} is a socket: name a file.`;
    const fileName = basename(name);
    if (stat.isFIFO()) return { name, fileName, open: () => openPipe(name) };
    if (!stat.isFile())
      return { name, fileName, open: () => createReadStream(name, { highWaterMark: READ_BYTES }) };
    // Not a byte more than was announced, should the file be growing.
    const end = Math.max(stat.size - 1, 0);
    const open = () => createReadStream(name, { highWaterMark: READ_BYTES, end });
    return { name, fileName, sizeBytes: stat.size, open };
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    return code === 'ENOENT' ? `${name} does not exist.` : `${name} cannot be read (${code}).`;
  }
}

/** Waits for a writer without a thread that waits with it: the program can be stopped meanwhile. */
function openPipe(name: string): Readable {
  const descriptor = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd: descriptor, readable: true, writable: false });
}
