// Uses the self-contained archive behind each documented TLS proxy, as a user without npm would: the README's first
// session, a large import, ranges, an interrupted import, and every kind of login.
import { rm, statfs } from 'node:fs/promises';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { readPrintedSession, readSessionSettings } from '../readme/first-session.ts';
import { importThroughProxy, interruptThroughProxy } from './proxied-imports.ts';
import { logInWithBrowser, useApiToken, useProviderToken } from './proxied-logins.ts';
import { type ProxyName, startBehindProxy } from './proxied-node.ts';
import { runProxiedSession } from './proxied-session.ts';
import type { UnpackedPrograms } from './unpacked-node.ts';

export interface ProxiedUse {
  readonly proxy: ProxyName;
  /** Number of commands in the first session. */
  readonly commands: number;
  readonly sizeBytes: number;
  readonly importSeconds: number;
  /** Number of artifacts that were visible after the interrupted import. */
  readonly visibleAfterInterruption: number;
  readonly revocationMs: number;
}

/**
 * Size of the import to interrupt. The service stores the first records of an import of this size before the import
 * ends.
 */
const INTERRUPTED_BYTES = 200e6;
/** Space for the programs, PostgreSQL and the interrupted import. */
const SPARE_BYTES = 2e9;

/** Uses the programs behind Caddy and then behind nginx. Throws if anything fails. `sizeBytes`: size of the import. */
export async function useBehindProxies(programs: UnpackedPrograms, sizeBytes: number): Promise<ProxiedUse[]> {
  const executable = findInstalledBrowser();
  if (executable === undefined) throw new Error('Chromium is not installed');
  const { bavail, bsize } = await statfs(programs.folder);
  // The store and the spool of the service each contain a copy of the import.
  if (bavail * bsize < 2 * sizeBytes + SPARE_BYTES)
    throw new Error(`${programs.folder} has less free space than ${2 * sizeBytes + SPARE_BYTES} bytes`);
  const browser = await openBrowser(executable);
  const uses: ProxiedUse[] = [];
  for (const proxy of ['caddy', 'nginx'] as const) {
    const node = await startBehindProxy(programs, proxy, readSessionSettings(readPrintedSession().start));
    const commands = await runProxiedSession(node);
    await logInWithBrowser(node, browser);
    const revocationMs = Math.round(await useApiToken(node));
    await useProviderToken(node);
    const visibleAfterInterruption = await interruptThroughProxy(node, INTERRUPTED_BYTES);
    const importSeconds = Math.round(await importThroughProxy(node, sizeBytes));
    uses.push({ proxy, commands, sizeBytes, importSeconds, visibleAfterInterruption, revocationMs });
    await node.stop();
    await rm(node.node.dataFolder, { recursive: true });
  }
  return uses;
}
