// Files and standard input as input sources. All files are checked before the first byte is sent.
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { readSystemCode } from '@holdfast/service-kit/text';
import { UsageError } from '../terminal/usage-error.ts';

export interface InputSource {
  /** Name as typed by the user. */
  readonly name: string;
  /** File name that is sent to the service. */
  readonly fileName: string;
  /** Size of the source. Undefined for a stream of unknown length. */
  readonly sizeBytes?: number;
  open(): Readable;
}

/** Thrown if an input file or standard input cannot be read. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

export interface StandardInput extends Readable {
  readonly isTTY?: boolean;
}

/** Bytes per read. With Node's default of 64 KiB, sending a file takes twice as long. */
const READ_BYTES = 1024 * 1024;

/** Finds the sources without opening them. Throws a `UsageError` that lists all unreadable sources. */
export function findSources(names: readonly string[], standardInput: StandardInput): InputSource[] {
  const troubles: string[] = [];
  const found: InputSource[] = [];
  for (const name of names) {
    const source = name === '-' ? createStdinSource(standardInput) : createFileSource(name);
    if (typeof source === 'string') troubles.push(source);
    else found.push(source);
  }
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'));
  return found;
}

function createStdinSource(standardInput: StandardInput): InputSource | string {
  if (standardInput.isTTY) return 'Standard input (-) is the terminal: pipe a WARC file into it.';
  return { name: '-', fileName: 'stdin.warc', open: () => standardInput };
}

function createFileSource(name: string): InputSource | string {
  try {
    const stat = statSync(name);
    if (stat.isDirectory()) return `${name} is a folder. Specify the WARC files in it.`;
    if (stat.isSocket()) return `${name} is a socket. Specify a file.`;
    const fileName = basename(name);
    if (stat.isFIFO()) return { name, fileName, open: () => openPipe(name) };
    if (!stat.isFile())
      return { name, fileName, open: () => createReadStream(name, { highWaterMark: READ_BYTES }) };
    // Reads at most as many bytes as the request's Content-Length, because the file may grow during the upload.
    const end = Math.max(stat.size - 1, 0);
    const open = () => createReadStream(name, { highWaterMark: READ_BYTES, end });
    return { name, fileName, sizeBytes: stat.size, open };
  } catch (error) {
    const code = readSystemCode(error) ?? String(error);
    return code === 'ENOENT' ? `${name} does not exist.` : `${name} cannot be read (${code}).`;
  }
}

/** Opens a named pipe without blocking. A blocking open waits in a thread that would keep the process from exiting. */
function openPipe(name: string): Readable {
  const descriptor = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd: descriptor, readable: true, writable: false });
}
