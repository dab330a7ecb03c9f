import { startSystem } from './service/system.ts';
import { importOverHttp } from './service/import-over-http.ts';
import { residentBytes, watchMemory } from './service/resident-memory.ts';
const [kind, n, rounds, ...sets] = process.argv.slice(2);
const systems = [];
for (const set of sets) systems.push(await startSystem(Object.fromEntries(set.split(',').map((e) => e.split(/=(.*)/s).slice(0, 2)))));
try {
  for (let i = 0; i < Number(rounds); i++) for (const [j, s] of systems.entries()) {
    const w = watchMemory(s.pid); const idle = residentBytes(s.pid);
    const c = s.processorSeconds!(); const t = performance.now();
    await Promise.all(Array.from({ length: Number(n) }, (_, k) => importOverHttp(s, `/root/.cache/holdfast/bench/${kind}-scale1-edition1.warc.gz`, `au${i}-${k}`, 'bench')));
    console.log(kind, sets[j], ((performance.now() - t) / 1000).toFixed(2), 's cpu', (s.processorSeconds!() - c).toFixed(2), 'mem', ((w.peakBytes() - idle) / 1e6).toFixed(0)); w.stop();
  }
} finally { for (const s of systems) await s.stop(); }
