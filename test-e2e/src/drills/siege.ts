// Usage: npm run drill -- siege [ATTACK…]. Runs all known attacks by an outsider, or only the named ones, against
// services that it starts. Prints each measured value with its limit. Run this drill on an otherwise idle machine.
import { startDrillServers } from '@holdfast/testkit';
import { siegeAttacks } from '../siege/attacks.ts';
import { formatSiegeTable, runSiege } from '../siege/siege.ts';
import { runDrill } from '../support/run-drill.ts';

const names = process.argv.slice(2);
const chosen = siegeAttacks.filter(({ name }) => names.length === 0 || names.includes(name));

await runDrill(async () => {
  const unknown = names.filter((name) => !siegeAttacks.some((attack) => attack.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no such attack: ${unknown.join(', ')}; there are ${siegeAttacks.map(({ name }) => name).join(', ')}`,
    );
  await startDrillServers();
  const rows = await runSiege(chosen, console.log);
  console.log(formatSiegeTable(rows));
  const broken = rows.filter(({ isHeld }) => !isHeld);
  if (broken.length > 0) throw new Error(`${broken.length} of ${rows.length} did not hold`);
});
