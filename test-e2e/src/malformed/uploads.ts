// Generates a malformed upload from a seed and an upload number, and checks the response to it.

import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';
import { makeBrokenForm, makeValidForm, type RawUpload, type UploadTarget } from './broken-forms.ts';
import { corruptArchive, makeGoodArchive, type NamedArchive } from './corrupt-archives.ts';
import type { RawUploadResponse, SendOptions } from './send.ts';

export interface MalformedUpload extends SendOptions {
  /** Description of the upload, including the seed and number to generate it again. */
  name: string;
}

/** Generates an upload. If `fixed` is given, the upload is a valid request with this archive. */
export function generateUpload(
  target: UploadTarget,
  seed: number,
  index: number,
  bombs: readonly NamedArchive[],
  fixed?: { archive: NamedArchive; random: SeededRandom },
): MalformedUpload {
  const random = fixed?.random ?? createRandomFromSeed(seed * 1_000_003 + index);
  const auid = `malformed&seed~${seed}&n~${index}`;
  const broken = !fixed && random.chance(0.4);
  const archive = fixed?.archive ?? (broken ? makeValidArchive(random) : chooseArchive(random, bombs));
  const form = { auid, archive: archive.bytes };
  const raw = broken ? makeBrokenForm(target, form, random) : makeValidForm(target, form, random);
  const breakOff = !fixed && random.chance(0.2) ? chooseBreakOff(raw, random) : undefined;
  const off = breakOff ? `, broken off by ${breakOff.by} after ${breakOff.afterBytes} bytes` : '';
  // Small chunks split the upload at any byte, but take too long for large uploads.
  const pieceBytes = raw.bytes.length < 20_000 ? random.pick([65_536, 1_000, 17]) : 65_536;
  const name = `upload ${index} of seed ${seed} (${raw.name} with ${archive.name}${off})`;
  return { ...raw, name, pieceBytes, breakOff };
}

const makeValidArchive = (random: SeededRandom): NamedArchive => ({
  name: 'a good archive',
  bytes: makeGoodArchive(random),
});

function chooseArchive(random: SeededRandom, bombs: readonly NamedArchive[]): NamedArchive {
  if (random.chance(0.1)) return random.pick(bombs);
  return random.chance(0.1) ? makeValidArchive(random) : corruptArchive(random);
}

/** Chooses where to break the connection: in the headers, in the last bytes, or anywhere. */
function chooseBreakOff({ bytes }: RawUpload, random: SeededRandom): SendOptions['breakOff'] {
  const length = bytes.length;
  const places = [() => Math.min(length, random.below(700)), () => Math.max(0, length - random.below(150))];
  const afterBytes = random.chance(0.3) ? random.below(length) : random.pick(places)();
  return { afterBytes, by: random.pick(['close', 'reset']) };
}

/** Throws if the service must not send this response to the upload. */
export function checkUploadResponse(
  { name, complete, breakOff }: MalformedUpload,
  { status, body, whole }: RawUploadResponse,
): void {
  const fault = (what: string) => new Error(`${name}: ${what}`);
  if (status === undefined) {
    if (complete && !breakOff) throw fault('not answered');
    return;
  }
  if (status !== 200 && (status < 400 || status > 499)) throw fault(`${status} ${body.slice(0, 1_000)}`);
  if (breakOff || !complete) return;
  if (!whole) throw fault(`the answer ${status} is cut: ${body.slice(-500)}`);
  if (status === 200) checkLines(body, fault);
}

function checkLines(body: string, fault: (what: string) => Error): void {
  for (const line of body.split('\n').filter(Boolean)) {
    const { status, offset, statusMessage } = JSON.parse(line);
    if (!['OK', 'ERROR', 'DUPLICATE', 'EXCLUDED'].includes(status) || !(offset >= 0)) throw fault(line);
    if (status === 'ERROR' && !statusMessage) throw fault(`an error without a reason: ${line}`);
    // An invalid form may stop an import after part of its archive has been stored. No other defect may stop an import.
    if (/^The import stopped here: (?!The (?:multipart )?form )/.test(statusMessage)) throw fault(line);
  }
}
