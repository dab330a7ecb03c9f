// Removes a bridge permanently: deletes its outboxes, so that the services stop queueing changes.
import { openDatabase, openOutbox, refuseSharedSessions, withAdvisoryLock } from '@holdfast/pg-kit';
import type { ForgetSettings } from './env.ts';

/** Deletes the outboxes in both databases. Throws an Error if a bridge is running. */
export async function forgetBridge(
  { configurationUrl, repositoryUrl }: ForgetSettings,
  say: (words: string) => void,
): Promise<void> {
  const given = [
    ['configuration', configurationUrl],
    ['repository', repositoryUrl],
  ] as const;
  for (const [owner, url] of given) {
    if (url !== undefined) say(`${owner}: ${await discardOutbox(url, owner)}`);
  }
}

async function discardOutbox(url: string, owner: string): Promise<string> {
  const database = openDatabase<never>({
    url,
    poolSize: 2,
    applicationName: 'holdfast bridge',
    onError: () => undefined,
  });
  try {
    await refuseSharedSessions(database.pool);
    const forget = () => openOutbox(database.pool, owner).forget();
    const done = await withAdvisoryLock(database.pool, `bridge ${owner}`, forget, { wait: false });
    if (!done.acquired)
      throw new Error(`a bridge is publishing changes of the ${owner} service; stop it first`);
    return `changes are no longer kept for a bridge; ${done.result} changes were not published`;
  } finally {
    await database.close();
  }
}
