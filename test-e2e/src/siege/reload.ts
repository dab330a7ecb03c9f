// Reloads the configuration and waits until the reload has finished.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiegeTarget } from './attack.ts';

export async function reloadConfiguration({
  config,
  logins,
}: Pick<SiegeTarget, 'config' | 'logins'>): Promise<void> {
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(config.url + path, {
      method,
      headers: { authorization: logins.userAdminRole },
    });
    await answer.arrayBuffer();
    return answer.headers;
  };
  const wanted = Number((await ask('/config/reload', 'PUT')).get('x-load-number'));
  while (Number((await ask('/config/lastupdatetime')).get('x-loads-done')) < wanted) await sleep(100);
}
