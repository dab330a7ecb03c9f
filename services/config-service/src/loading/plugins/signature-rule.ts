// Determines how a JAR from a URL must be signed. The settings or the configuration files contain the keystore.
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toListItems } from '@holdfast/config-format';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import { parameterKeys } from '../../domain/configuration/parameters.ts';
import { parseSourceUrl, redactUrl, resolveSourceUrl } from '../../domain/configuration/source-url.ts';
import { type Keystore, MAX_KEYSTORE_BYTES, readKeystore } from '../../domain/signed-jar/keystore.ts';
import { SignatureError } from '../../domain/signed-jar/signature-error.ts';
import type { SignatureTrust } from '../../domain/signed-jar/trust.ts';
import { findMergedParameter, readParameters } from '../../index/configuration/merged.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type DownloadDeps, downloadPluginFile } from './download.ts';

export interface SignatureSettings {
  /** Path of the keystore. If undefined, a keystore in configuration files is used. */
  readonly keystore: string | undefined;
  readonly keystorePassword: string | undefined;
  /** True to accept expired certificates. If undefined, the parameter in configuration files applies. */
  readonly acceptsExpired: boolean | undefined;
}

export type SignatureRule =
  /** Trust in signers. If `trust` is undefined, no signatures are required. */
  | { readonly trust: SignatureTrust | undefined }
  /** Explains why the keystore is not available. Without it, no file from a URL can be verified. */
  | { readonly problem: string };

interface NamedKeystore {
  /** Display name of the keystore. */
  readonly shown: string;
  readonly location: { readonly path: string } | { readonly url: string };
  readonly password: string | undefined;
}

/** Returns the rule. Adds the keystore's URL to `asked`. Rejects with the abort reason of `signal`. */
export async function makeSignatureRule(
  deps: Omit<DownloadDeps, 'trust'> & { readonly allowedOrigins: OriginSet },
  { keystore, keystorePassword, acceptsExpired }: SignatureSettings,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<SignatureRule> {
  const parameters = await readParameters(deps.db);
  try {
    const named =
      keystore === undefined
        ? await findConfiguredKeystore(deps.db, deps.allowedOrigins)
        : { shown: 'PLUGIN_KEYSTORE', location: { path: keystore }, password: keystorePassword };
    if (named === undefined) return { trust: undefined };
    return {
      trust: {
        keystore: await readConfiguredKeystore(deps, named, asked, signal),
        acceptsExpired: acceptsExpired ?? parameters.acceptExpired ?? true,
        nowMs: deps.nowMs(),
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SignatureError)) throw error;
    return { problem: `${error.message}, so that no plugin from a registry can be verified` };
  }
}

/**
 * Returns the keystore in configuration files. A user keystore overrides the keystore of the LOCKSS network. Throws
 * SignatureError.
 */
async function findConfiguredKeystore(db: Db, allowed: OriginSet): Promise<NamedKeystore | undefined> {
  const pairs = [
    [parameterKeys.userKeystore, parameterKeys.userKeystorePassword],
    [parameterKeys.keystore, parameterKeys.keystorePassword],
  ] as const;
  for (const [key, passwordKey] of pairs) {
    const found = await findMergedParameter(db, key);
    const [name] = toListItems(found?.value);
    if (name === undefined) continue;
    const password = (await findMergedParameter(db, passwordKey))?.value;
    const shown = `${key}: the keystore ${JSON.stringify(redactUrl(name))}`;
    return {
      shown,
      location: locationOf(name, found?.source, allowed, shown),
      password: typeof password === 'string' && password !== '' ? password : undefined,
    };
  }
  return undefined;
}

/**
 * Returns the URL of a keystore. Rejects file URLs in stored files, because storing a file must not make the service
 * read local files.
 */
function locationOf(name: string, source: string | undefined, allowed: OriginSet, shown: string) {
  try {
    const { url, remote } =
      source === undefined ? parseSourceUrl(name) : resolveSourceUrl(name, parseSourceUrl(source), allowed);
    if (remote) return { url };
    if (source === undefined) throw new Error('is a local file, which a stored file must not name');
    return { path: fileURLToPath(url) };
  } catch (error) {
    throw new SignatureError(`${shown} ${(error as Error).message}`);
  }
}

async function readConfiguredKeystore(
  deps: Omit<DownloadDeps, 'trust'>,
  { shown, location, password }: NamedKeystore,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<Keystore> {
  try {
    if ('path' in location) return readKeystore(await readFileStart(location.path), password);
    asked.add(location.url);
    const { file, problem } = await downloadPluginFile({ ...deps, trust: undefined }, location.url, signal);
    if (file === undefined) throw new SignatureError(`cannot be loaded (${problem})`);
    return readKeystore(file.body, password);
  } catch (error) {
    if (error instanceof SignatureError) throw new SignatureError(`${shown} ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new SignatureError(`${shown} cannot be read (${code})`);
  }
}

/** Reads the start of the file: up to one byte more than the maximum size of a keystore. */
async function readFileStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_KEYSTORE_BYTES + 1));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
