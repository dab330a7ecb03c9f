// npm run drill -- siege [ATTACK…]: every attack of an outsider that was thought of (or those named), against services
// started for it; prints a table of what was seen beside what must hold. On a machine that does nothing else.
import { drillServers } from '@holdfast/testkit';
import { attacks } from '../siege/attacks.ts';
import { siege, tableOf } from '../siege/siege.ts';
import { runDrill } from '../support/run-drill.ts';

const names = process.argv.slice(2);
const chosen = attacks.filter(({ name }) => names.length === 0 || names.includes(name));

await runDrill(async () => {
  const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no such attack: ${unknown.join(', ')}; there are ${attacks.map(({ name }) => name).join(', ')}`,
    );
  await drillServers();
  const rows = await siege(chosen, console.log);
  console.log(tableOf(rows));
  const broken = rows.filter(({ isHeld }) => !isHeld);
  if (broken.length > 0) throw new Error(`${broken.length} of ${rows.length} did not hold`);
});
