// Runs each attack on its own node and compares the measured values with their limits.
import type { SiegeAttack, SiegeFinding, SiegeTarget } from './attack.ts';
import { startTarget } from './target.ts';

export interface SiegeRow extends SiegeFinding {
  readonly attack: string;
}

/**
 * Runs the attacks one after another and prints each result immediately. Throws if a service is not ready after an
 * attack.
 */
export async function runSiege(
  attacks: readonly SiegeAttack[],
  say: (words: string) => void,
): Promise<SiegeRow[]> {
  const rows: SiegeRow[] = [];
  say(HEAD);
  for (const attack of attacks) {
    say(`${attack.name} …`);
    const target = await startTarget(attack, say);
    try {
      await attack.prepare(target);
      const findings = (await attack.run(target)).map((finding) => ({ attack: attack.name, ...finding }));
      for (const finding of findings) say(lineOf(finding));
      rows.push(...findings);
      await checkAlive(target);
    } finally {
      await target.stop();
    }
  }
  return rows;
}

/** Formats the results as a Markdown table. */
export function formatSiegeTable(rows: readonly SiegeRow[]): string {
  return [HEAD, ...rows.map(lineOf)].join('\n');
}

const COLUMNS = ['Attack', 'What', 'Figure', 'Bound', 'Verdict'];
const HEAD = [COLUMNS, COLUMNS.map(() => '---')].map(asLine).join('\n');

function lineOf({ attack, what, figure, bound, isHeld }: SiegeRow): string {
  return asLine([attack, what, figure, bound, isHeld ? 'held' : 'NOT HELD']);
}

function asLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

async function checkAlive({ repository, config }: SiegeTarget): Promise<void> {
  for (const url of [repository.client.url, config.url]) {
    const answer = await fetch(`${url}/status`, { signal: AbortSignal.timeout(30_000) });
    const { ready } = (await answer.json()) as { ready: boolean };
    if (!ready) throw new Error(`${url} is not ready after the attack`);
  }
}
