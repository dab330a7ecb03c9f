// The users file on disk: read whole, and written so that a service sees either the old one or the new one.
import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode, UsageError } from '../terminal/usage-error.ts';
import { parseDocument, type UsersDocument } from './users-document.ts';

/** Throws `UsageError`. `whenMissing` is what a file that does not exist holds. */
export async function readDocument(file: string, whenMissing?: UsersDocument): Promise<UsersDocument> {
  try {
    return parseDocument(await readFile(file, 'utf8'));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    if (systemCode(error) !== 'ENOENT') throw troubleWith(file, 'read', error);
    if (whenMissing === undefined) throw new UsageError(`${file} does not exist.`);
    return whenMissing;
  }
}

/**
 * Replaces the file. Its owner stays, for root may change the file of a service's user, and only the owner may read it
 * (mode 600). A link stays a link: the file it leads to is replaced.
 */
export async function writeDocument(file: string, document: UsersDocument): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file);
    const fresh = join(dirname(target), `.${randomUUID()}.users`);
    try {
      const handle = await open(fresh, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(document, null, 2)}\n`);
        const before = await stat(target).catch(() => undefined);
        if (before !== undefined && process.getuid?.() === 0) await handle.chown(before.uid, before.gid);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(fresh, target);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  } catch (error) {
    throw troubleWith(file, 'written', error);
  }
}

function troubleWith(file: string, what: string, error: unknown): UsageError {
  return new UsageError(`${file} cannot be ${what} (${systemCode(error) ?? String(error)}).`);
}
