// Carries out attacks on nodes of their own, one after the other, and holds what was seen to what must hold.
import type { Attack, Finding, Target } from './attack.ts';
import { startTarget } from './target.ts';

export interface Row extends Finding {
  readonly attack: string;
}

/** Every attack in turn. Throws when a service does not survive one. */
export async function siege(attacks: readonly Attack[], say: (words: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const attack of attacks) {
    say(`${attack.name} …`);
    const target = await startTarget(attack, say);
    try {
      await attack.prepare(target);
      const findings = await attack.run(target);
      await checkAlive(target);
      rows.push(...findings.map((finding) => ({ attack: attack.name, ...finding })));
    } finally {
      await target.stop();
    }
  }
  return rows;
}

/** The table of what was seen, as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ attack, what, figure, bound, isHeld }) => [
    attack,
    what,
    figure,
    bound,
    isHeld ? 'held' : 'NOT HELD',
  ]);
  const head = ['Attack', 'What', 'Figure', 'Bound', 'Verdict'];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

async function checkAlive({ repository, config }: Target): Promise<void> {
  for (const url of [repository.client.url, config.url]) {
    const answer = await fetch(`${url}/status`, { signal: AbortSignal.timeout(30_000) });
    const { ready } = (await answer.json()) as { ready: boolean };
    if (!ready) throw new Error(`${url} is not ready after the attack`);
  }
}
