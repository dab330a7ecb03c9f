// Verifies the signatures of a JAR and returns the signers.
import type { ZipFile } from 'yauzl';
import { SignatureError } from '../../domain/signed-jar/signature-error.ts';
import type { SignatureTrust } from '../../domain/signed-jar/trust.ts';
import { type JarContents, verifyJar } from '../../domain/signed-jar/verify-jar.ts';
import { computeEntryDigests, listArchiveEntries, openArchive, readEntryBytes } from './archive-entries.ts';

export type SignatureVerdict =
  | { readonly signedBy: string }
  /**
   * Reason why the signatures were rejected, without subject and full stop; the caller prepends the name of the JAR.
   */
  | { readonly refused: string };

/** Maximum total size of the decompressed entries. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Verifies the signatures of a JAR. Rejects with the abort reason of `signal`. */
export async function verifyArchiveSignature(
  jar: Buffer,
  trust: SignatureTrust,
  signal: AbortSignal,
): Promise<SignatureVerdict> {
  let zip: ZipFile | undefined;
  try {
    zip = await openArchive(jar);
    return { signedBy: await verifyJar(await contentsOf(zip, signal), trust) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SignatureError) return { refused: error.message };
    return { refused: `cannot be read: ${(error as Error).message}` };
  } finally {
    zip?.close();
  }
}

async function contentsOf(zip: ZipFile, signal: AbortSignal): Promise<JarContents> {
  const entries = await listArchiveEntries(zip, signal);
  const byName = new Map(entries.map(({ name, entry }) => [name, entry]));
  let bytesLeft = MAX_BYTES;
  return {
    names: entries.map(({ name }) => name),
    read: (name, limitBytes) => readEntryBytes(zip, byName.get(name)!, limitBytes),
    async digests(name, hashes) {
      signal.throwIfAborted();
      const entry = byName.get(name)!;
      const digests = await computeEntryDigests(zip, entry, bytesLeft, hashes);
      bytesLeft -= entry.uncompressedSize;
      return digests;
    },
  };
}
