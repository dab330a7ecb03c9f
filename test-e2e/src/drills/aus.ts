// Usage: npm run drill -- aus [AUS]. Imports AUS AUs (default 40,000) with four documents each into an empty node,
// exports them, imports the export into another node and exports again. The two exports must be identical. Prints the
// duration of each step. If the corpus is available, repeats this with the AUs of the corpus, in a node that has the
// corpus's plugins. These AUs are first added by title, then imported from an au.txt file.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { corpus, createTemporaryFolder, startProcess, startTestPostgres } from '@holdfast/testkit';
import { startConfig } from '../support/config-server.ts';
import { runDrill } from '../support/run-drill.ts';

const aus = Number(process.argv[2] ?? 40_000);
const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const password = 'hunter22';

await runDrill(async () => {
  const folder = await createTemporaryFolder();
  const file = (name: string) => join(folder, name);
  const node = async (env: Record<string, string> = {}) => {
    const { server } = await startTestPostgres({ unsafe: true });
    const { url } = await startConfig(server.url, password, env);
    return (...words: string[]) => runTimedCommand(url, words);
  };
  const [one, other, third] = [await node(), await node(), await node()];

  const given = file('given.jsonl');
  await pipeline(Readable.from(records(aus), { objectMode: false }), createWriteStream(given));
  console.log(`${aus} AUs with four documents each: ${megabytes((await stat(given)).size)}`);
  await one('import', given);
  await one('export', file('first.jsonl'));
  await other('import', file('first.jsonl'));
  await other('export', file('second.jsonl'));
  await expectSameBytes(given, file('first.jsonl'));
  await expectSameBytes(file('first.jsonl'), file('second.jsonl'));
  await other('import', given);
  await one('export', file('au.txt'));
  await third('import', file('au.txt'));
  await third('export', file('again.txt'));
  await expectSameBytes(file('au.txt'), file('again.txt'));

  if (!corpus.available) return console.log('There is no corpus beside the clone.');
  const real = { PLUGIN_SOURCES: corpus.path('plugins'), TDB_SOURCES: corpus.path('tdb') };
  const [held, empty] = [await node(real), await node(real)];
  await held('add', '--title', '*');
  await held('export', file('real.txt'));
  await empty('import', file('real.txt'));
  await empty('export', file('real-again.txt'));
  await expectSameBytes(file('real.txt'), file('real-again.txt'));
  await empty('import', file('real.txt'));
  await empty('delete', '--title', '*', '--yes');
});

/**
 * Runs `holdfast aus` and prints its duration. Prints AUs that could not be imported; such AUs do not make the drill
 * fail.
 */
async function runTimedCommand(url: string, words: readonly string[]): Promise<void> {
  const startedMs = performance.now();
  const started = await startProcess(process.execPath, [program, 'aus', ...words], {
    env: { HOLDFAST_CONFIG_URL: url, HOLDFAST_PASSWORD: password },
  });
  const { code } = await started.exited;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const said = started.output().trimEnd().split('\n');
  for (const line of said.slice(0, 3)) console.log(`    ${line.slice(0, 200)}`);
  console.log(`${words[0]}: ${seconds} s; ${said.at(-1)}`);
  if (code !== 0 && code !== 1) throw new Error(`'aus ${words.join(' ')}' ended with ${code}`);
}

async function expectSameBytes(one: string, other: string): Promise<void> {
  const [a, b] = [await computeFileDigest(one), await computeFileDigest(other)];
  if (a !== b) throw new Error(`${one} and ${other} differ`);
  console.log(`the same bytes: SHA-256 ${a}`);
}

async function computeFileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Yields records in AUID order, with the JSON fields in the order of an export. */
function* records(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(recordOf(index))}\n`;
}

function recordOf(index: number): object {
  const handle = `au${String(index).padStart(7, '0')}`;
  const time = 1_700_000_000_000 + index;
  return {
    auId: `org|lockss|plugin|NamedPlugin&handle~${handle}`,
    auConfig: { features: 'crawledAu', handle, 'reserved.displayName': `Journal of Tides ${index}` },
    auState: {
      auCreationTime: time,
      lastCrawlTime: time + 1,
      lastCrawlAttempt: time + 2,
      lastCrawlResultMsg: 'Successful',
      lastCrawlResult: 3,
      lastTopLevelPollTime: time + 3,
      lastPollStart: time + 4,
      lastPollResult: 6,
      pollDuration: 5,
      averageHashDuration: 6,
      v3Agreement: 0.75,
      highestV3Agreement: 0.9,
      accessType: 'OpenAccess',
      hasSubstance: 'Yes',
      substanceVersion: '1',
      metadataVersion: '2',
      lastMetadataIndex: time + 5,
      lastContentChange: time + 6,
      numAgreePeersLastPoR: 4,
      cdnStems: ['https://cdn.example.org/'],
    },
    auAgreements: { rawMap: Object.fromEntries(peers(12).map((id) => [id, { id, map: agreements(index) }])) },
    auSuspectUrlVersions: {
      suspectVersions: [1, 2].map((version) => ({
        url: `http://www.example.org/${handle}/${version}`,
        version,
        created: time,
        computedHash: { bytes: 'q83vEg==', algorithm: 'SHA-256' },
        storedHash: null,
      })),
    },
    noAuPeers: { rawSet: peers(3), date: time },
  };
}

function peers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `TCP:[192.0.2.${100 + index}]:9729`);
}

function agreements(index: number): object {
  const agreement = {
    percentAgreement: (index % 101) / 100,
    percentAgreementTime: 1_700_000_000_000,
    highestPercentAgreement: 1,
    highestPercentAgreementTime: 1_690_000_000_000,
  };
  return { POP: agreement, POR: agreement };
}
