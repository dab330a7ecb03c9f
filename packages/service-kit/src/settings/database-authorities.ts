// Makes PostgreSQL clients verify the server's certificate with the certificate authorities in a file. The path of the
// file becomes a parameter of the database URL. Services, migrations and the CLI therefore all use it.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { splitHosts } from './host-list.ts';
import type { SettingsSpec } from './spec.ts';

/**
 * Adds the path of the certificate authority file to each database URL for which such a file is set. Returns one
 * sentence for each fault.
 */
export function addDatabaseAuthorities(spec: SettingsSpec, values: Record<string, unknown>): string[] {
  return Object.entries(spec).flatMap(([key, setting]) => {
    if (setting.kind !== 'url' || setting.authorities === undefined) return [];
    const [fileKey = ''] = Object.entries(spec).find(([, { name }]) => name === setting.authorities) ?? [];
    const [url, file] = [values[key], values[fileKey]];
    if (typeof url !== 'string' || typeof file !== 'string') return [];
    const fault = findFault(new URL(splitHosts(url)[0]!), file, {
      url: setting.name,
      file: setting.authorities,
    });
    if (fault === undefined) values[key] = addAuthorities(url, file);
    return fault === undefined ? [] : [fault];
  });
}

/** Adds the missing TLS parameters. Edits the URL as text, because the URL parser rejects URLs with several hosts. */
function addAuthorities(text: string, file: string): string {
  const { searchParams } = new URL(splitHosts(text)[0]!);
  const wanted = { sslmode: 'verify-full', sslrootcert: file };
  const missing = Object.entries(wanted).filter(([name]) => !searchParams.has(name));
  const parameters = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parameters.reduce((url, one) => `${url}${url.includes('?') ? '&' : '?'}${one}`, text);
}

function findFault(
  { hostname, searchParams }: URL,
  file: string,
  names: { readonly url: string; readonly file: string },
): string | undefined {
  if ((searchParams.get('host') || hostname).startsWith('/'))
    return `${names.file} has no effect, because ${names.url} leads to a socket of this machine`;
  const mode = searchParams.get('sslmode') ?? 'verify-full';
  if (mode !== 'verify-full')
    return `${names.file} requires sslmode=verify-full, but ${names.url} says sslmode=${mode}`;
  const other = searchParams.get('sslrootcert') ?? file;
  if (other !== file) return `${names.file} and the sslrootcert in ${names.url} name two files`;
  return findFileFault(file, names.file);
}

function findFileFault(file: string, name: string): string | undefined {
  let pem: Buffer;
  try {
    pem = readFileSync(file);
  } catch (error) {
    return `${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  try {
    new X509Certificate(pem);
    return undefined;
  } catch {
    return `${name} must contain certificates in PEM format`;
  }
}
