// Attack: uploads of a few kilobytes that inflate to gigabytes. All clients but one disconnect while the service reads
// their uploads. Upload slots and codec threads must be free for other uploads immediately. The service reads the
// upload of the remaining client up to the limit.
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import {
  INFLATING_RECORD_BYTES,
  makeInflatingMember,
  makeWaczBomb,
  makeWarc,
  makeZstdFrame,
} from '@holdfast/testkit';
import {
  makeTimeFinding,
  makeZeroFinding,
  type SiegeAttack,
  type SiegeFinding,
  type SiegeTarget,
} from './attack.ts';

const MAX_MS = 2_000;
const ROUNDS = 2;
/** Number of uploads that the service accepts at the same time, in total and per user. */
const SLOTS = 16;
const SLOTS_OF_USER = 12;
const GIB = 2 ** 30;

type Fields = readonly ('auid' | 'archive')[];

export const abortedUploads: SiegeAttack = {
  name: 'aborted-uploads',
  env: {
    repository: {
      MAX_IMPORTS: String(SLOTS),
      MAX_IMPORTS_PER_USER: String(SLOTS_OF_USER),
      // Disables the limit on inflated bytes, so that only the disconnect ends an upload.
      INFLATED_FLOOR: '1TiB',
    },
  },

  async prepare({ repository }) {
    await repository.client.importArchive(makeWarc(3, 500, 'before').bytes, { auid: 'before' });
  },

  async run(target) {
    const wacz = makeWaczBomb((8 * GIB) / INFLATING_RECORD_BYTES);
    const member = makeInflatingMember();
    const gzip = Buffer.concat(Array.from({ length: 128 }, () => member));
    const zstd = makeZstdFrame(Buffer.concat(Array.from({ length: 8 }, () => gunzipSync(member))));
    target.say(`uploads of ${wacz.length}, ${gzip.length} and ${zstd.length} bytes`);
    const kinds: readonly (readonly [string, Buffer, Fields])[] = [
      ['WACZ files of 8 GiB', wacz, ['auid', 'archive']],
      ['WACZ files of 8 GiB, spooled', wacz, ['archive', 'auid']],
      ['gzip of 8 GiB', gzip, ['auid', 'archive']],
      ['zstandard of 512 MiB', Buffer.concat(Array.from({ length: 16 }, () => zstd)), ['auid', 'archive']],
    ];
    const findings: SiegeFinding[] = [];
    for (const [what, bytes, fields] of kinds) {
      for (let round = 1; round <= ROUNDS; round++) {
        findings.push(...(await abortUploads(target, `${what}, round ${round}`, bytes, fields)));
      }
    }
    return findings;
  },
};

/** Fills all slots with uploads, then disconnects all clients at the same moment. */
async function abortUploads(
  target: SiegeTarget,
  what: string,
  bytes: Buffer,
  fields: Fields,
): Promise<SiegeFinding[]> {
  const { logins } = target;
  const gone = new AbortController();
  const sent = Array.from({ length: SLOTS }, (_, i) =>
    send(target, i < SLOTS_OF_USER ? logins.admin : logins.contentAdminRole, { bytes, fields }, gone.signal),
  );
  let refused = 0;
  for (const one of sent) void one.then((answer) => (refused += answer === 503 ? 1 : 0));
  // Each worker has its own share of the slots. A worker whose slots are full refuses an upload even if another worker
  // has free slots.
  while ((await readCodecUploads(target)) + refused < SLOTS) await sleep(20);
  await sleep(500);
  gone.abort();
  const goneMs = performance.now();
  const answers = await Promise.all(sent);
  let freeMs = 0;
  let busyMs = 0;
  while (freeMs === 0 || busyMs === 0) {
    if (freeMs === 0 && (await importSmallArchive(target)) !== 503) freeMs = performance.now() - goneMs;
    if (busyMs === 0 && (await readCodecUploads(target)) === 0) busyMs = performance.now() - goneMs;
  }
  return [
    makeTimeFinding(`until an import is taken again after ${SLOTS} ${what}`, freeMs, MAX_MS),
    makeTimeFinding(`until no codec thread reads them`, busyMs, MAX_MS),
    makeZeroFinding(
      'answered in spite of that',
      answers.filter((answer) => answer !== 'gone' && answer !== 503).length,
      SLOTS,
    ),
  ];
}

async function send(
  { repository }: SiegeTarget,
  authorization: string,
  { bytes, fields }: { bytes: Buffer; fields: Fields },
  signal: AbortSignal,
): Promise<number | 'gone'> {
  const form = new FormData();
  for (const field of fields) {
    if (field === 'auid') form.set(field, 'inflating');
    else form.set(field, new Blob([new Uint8Array(bytes)]), 'inflating');
  }
  try {
    const request = { method: 'POST', headers: { authorization }, body: form, signal };
    const answer = await fetch(`${repository.client.url}/archives`, request);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'gone';
  }
}

/** Imports a small archive as another user. Returns the response status. */
async function importSmallArchive({ repository }: SiegeTarget): Promise<number> {
  const { status } = await repository.client.importArchive(makeWarc(1, 500, 'small').bytes, {
    auid: 'small',
  });
  return status;
}

async function readCodecUploads({ repository }: SiegeTarget): Promise<number> {
  const metrics = await (await fetch(`${repository.metricsUrl}/metrics`)).text();
  return Number(/^holdfast_codec_uploads(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
}
