// Anonymous temporary file (anonymous-file.ts) for codec threads. Imports only one module of service-kit, because the
// whole package would also load logging and metrics.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '@holdfast/service-kit/make-folder';
import type { ByteSpool } from '@holdfast/warc';

/** Opens the file with synchronous calls, because the thread has nothing else to do. Throws file system errors. */
export function openAnonymousSpool(folder: string): ByteSpool {
  makeFolderSync(folder);
  const path = join(folder, randomUUID());
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return {
    append(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    read(position, target) {
      for (let at = 0; at < target.length; ) {
        const bytesRead = readSync(file, target, at, target.length - at, position + at);
        if (bytesRead === 0) throw new Error('the spool file is truncated');
        at += bytesRead;
      }
    },
    close() {
      closeSync(file);
    },
  };
}
