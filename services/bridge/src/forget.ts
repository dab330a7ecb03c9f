// The end of a bridge that is not to come back: nothing is kept for it any more, and what was is removed.
import { openDatabase, outboxOf, refuseSharedSessions, withAdvisoryLock } from '@holdfast/pg-kit';
import type { ForgetSettings } from './env.ts';

/** Throws an Error where a bridge is at work. */
export async function forgetBridge(
  { configurationUrl, repositoryUrl }: ForgetSettings,
  say: (words: string) => void,
): Promise<void> {
  const given = [
    ['configuration', configurationUrl],
    ['repository', repositoryUrl],
  ] as const;
  for (const [owner, url] of given) {
    if (url !== undefined) say(`${owner}: ${await forgetOne(url, owner)}`);
  }
}

async function forgetOne(url: string, owner: string): Promise<string> {
  const database = openDatabase<never>({
    url,
    poolSize: 2,
    applicationName: 'holdfast bridge',
    onError: () => undefined,
  });
  try {
    await refuseSharedSessions(database.pool);
    const forget = () => outboxOf(database.pool, owner).forget();
    const done = await withAdvisoryLock(database.pool, `bridge ${owner}`, forget, { wait: false });
    if (!done.acquired) throw new Error(`a bridge is telling changes of the ${owner} service; stop it first`);
    return `nothing is kept for a bridge any more; ${done.result} changes were not told`;
  } finally {
    await database.close();
  }
}
