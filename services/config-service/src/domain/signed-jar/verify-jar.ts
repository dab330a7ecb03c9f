// Verifies that no entry of a JAR has changed since a trusted signer signed it. Stricter than LOCKSS: also rejects
// duplicate names and missing signed entries, because two parsers could read such a JAR differently.
import { createHash } from 'node:crypto';
import { findAttributeHash } from './algorithms.ts';
import { type ManifestSection, type ManifestSections, parseManifestSections } from './manifest-sections.ts';
import { type CertificateChain, verifySigners } from './signature-block.ts';
import { SignatureError } from './signature-error.ts';
import { describeSigner, refuseUntrusted, type SignatureTrust } from './trust.ts';

/** Access to an archive, which must not change between verification and loading. */
export interface JarContents {
  /** Names of all entries, in archive order. */
  readonly names: readonly string[];
  /** Reads an entry. Rejects with a message for the user if it cannot be read or is longer than `limitBytes`. */
  read(name: string, limitBytes: number): Promise<Buffer>;
  /** Returns the base64 digests of the entry's bytes, keyed by Node's hash names. */
  digests(name: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const MANIFEST = 'META-INF/MANIFEST.MF';
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_SIGNATURES = 10;

/** Returns the names of the signers. Throws SignatureError, or an error thrown by `read`. */
export async function verifyJar(jar: JarContents, trust: SignatureTrust): Promise<string> {
  refuseDuplicates(jar.names);
  const manifestName = jar.names.find((name) => name.toUpperCase() === MANIFEST);
  if (manifestName === undefined) throw new SignatureError('is not signed: it has no manifest');
  const manifestBytes = await jar.read(manifestName, MAX_FILE_BYTES);
  const manifest = parseManifestSections(MANIFEST, manifestBytes);
  const signatures = await verifySignatures(jar, manifest, manifestBytes);
  const { signed, signers } = collectTrustedEntries(signatures, trust);
  for (const name of jar.names.filter(needsSignature)) {
    if (!signed.has(name))
      throw new SignatureError(`has the entry ${JSON.stringify(name)}, which is not signed`);
    await refuseChangedEntries(jar, name, manifest.entries.get(name));
  }
  const present = new Set(jar.names);
  const gone = [...signed].find((name) => needsSignature(name) && !present.has(name));
  if (gone !== undefined)
    throw new SignatureError(`was signed with the entry ${JSON.stringify(gone)}, which is missing now`);
  return [...signers].join(' and ');
}

/** Entries in META-INF need no signature, because plugins are never loaded from there. */
function needsSignature(name: string): boolean {
  return !/^META-INF\//i.test(name) && !name.endsWith('/');
}

function refuseDuplicates(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const key = needsSignature(name) ? name : name.toUpperCase();
    if (seen.has(key)) throw new SignatureError(`has the entry ${JSON.stringify(name)} twice`);
    seen.add(key);
  }
}

interface Signature {
  readonly chains: readonly CertificateChain[];
  /** Names of the entries that this signature covers. */
  readonly names: readonly string[];
}

async function verifySignatures(
  jar: JarContents,
  manifest: ManifestSections,
  bytes: Buffer,
): Promise<Signature[]> {
  const byName = new Map(jar.names.map((name) => [name.toUpperCase(), name]));
  const files = jar.names.filter((name) => /^META-INF\/[^/]+\.SF$/i.test(name));
  const pairs = files.flatMap((file) => {
    const blocks = ['RSA', 'DSA', 'EC'].map((kind) => byName.get(file.toUpperCase().replace(/SF$/, kind)));
    const block = blocks.find((one) => one !== undefined);
    return block === undefined ? [] : [{ file, block }];
  });
  if (pairs.length === 0) throw new SignatureError('is not signed');
  if (pairs.length > MAX_SIGNATURES) throw new SignatureError(`has more than ${MAX_SIGNATURES} signatures`);
  const found: Signature[] = [];
  for (const { file, block } of pairs) {
    const signatureFile = await jar.read(file, MAX_FILE_BYTES);
    const chains = verifySigners(await jar.read(block, MAX_FILE_BYTES), signatureFile);
    const sections = parseManifestSections(file, signatureFile);
    found.push({ chains, names: listSignedNames(file, sections, manifest, bytes) });
  }
  return found;
}

/**
 * Returns the names of the signed entries. If the JAR was signed again later, the digest of the whole manifest no
 * longer matches; the digest of each section must then match.
 */
function listSignedNames(
  file: string,
  { main, entries }: ManifestSections,
  manifest: ManifestSections,
  bytes: Buffer,
): string[] {
  if (isDigested(main, '-Digest-Manifest', bytes)) return [...entries.keys()];
  if (isDigested(main, '-Digest-Manifest-Main-Attributes', manifest.main.bytes) === false)
    throw new SignatureError(`has a manifest that is not the one that ${file} signs`);
  for (const [name, section] of entries) {
    const part = manifest.entries.get(name);
    if (part === undefined || !isDigested(section, '-Digest', part.bytes))
      throw new SignatureError(`has a manifest that differs from ${file} for ${JSON.stringify(name)}`);
  }
  return [...entries.keys()];
}

/** Returns whether the section's digests match `bytes`, or undefined if it has no digest with a safe hash. */
function isDigested({ attributes }: ManifestSection, suffix: string, bytes: Buffer): boolean | undefined {
  const digests = digestsIn(attributes, suffix);
  if (digests.length === 0) return undefined;
  return digests.every(([hash, value]) => createHash(hash).update(bytes).digest('base64') === value);
}

function digestsIn(attributes: ReadonlyMap<string, string>, suffix: string): [hash: string, value: string][] {
  return [...attributes].flatMap(([name, value]) => {
    const hash = findAttributeHash(name, suffix);
    return hash === undefined ? [] : [[hash, value.trim()] as [string, string]];
  });
}

/**
 * Collects the entries that trusted signers have signed. Throws the error of the first signer if no signer is trusted.
 */
function collectTrustedEntries(signatures: readonly Signature[], trust: SignatureTrust) {
  const signed = new Set<string>();
  const signers = new Set<string>();
  const reasons: unknown[] = [];
  for (const { chains, names } of signatures) {
    for (const chain of chains) {
      try {
        refuseUntrusted(chain, trust);
        signers.add(describeSigner(chain[0]));
        for (const name of names) signed.add(name);
      } catch (error) {
        reasons.push(error);
      }
    }
  }
  if (signers.size === 0) throw reasons[0];
  return { signed, signers };
}

async function refuseChangedEntries(
  jar: JarContents,
  name: string,
  section: ManifestSection | undefined,
): Promise<void> {
  const digests = digestsIn(section?.attributes ?? new Map(), '-Digest');
  if (digests.length === 0)
    throw new SignatureError(`has the entry ${JSON.stringify(name)} without a secure digest`);
  const found = await jar.digests(
    name,
    digests.map(([hash]) => hash),
  );
  if (digests.some(([hash, value]) => found.get(hash) !== value))
    throw new SignatureError(`has the entry ${JSON.stringify(name)}, which was changed after signing`);
}
