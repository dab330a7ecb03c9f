// Random revisits of earlier and later records, in the same or other AUs, with the same or other URLs. They refer to
// the original by ID, by URL and date, or by digest. Originals and revisits are spread over many small segments.
// Responses and stored artifacts must equal the output of a simple two-pass model.
import { createHash } from 'node:crypto';
import { chooseSeed } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startTestService } from '../../service.ts';
import { buildRevisit, createAuid, gzip, makeResponse, toSha256 } from './made-archives.ts';

const RECORDS = 60;

interface Made {
  readonly url: string;
  readonly bytes: Buffer;
  /** Payload. Undefined for a revisit whose original is missing. */
  readonly text: string | undefined;
}

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.#state / 0x80000000) * limit);
  }

  chance(part: number): boolean {
    return this.below(1_000) < part * 1_000;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

it('revisits in any order are resolved as a plain model says', async () => {
  const random = new Random(chooseSeed('revisits in any order'));
  const service = await startTestService({ SEGMENT_RECORDS: '7' });
  const earlier: Made[] = [];
  for (const auid of [createAuid(), createAuid()]) {
    const upload = captures(random, auid, earlier);
    const { statuses } = await service.client.importArchive(gzip(...upload.map(({ bytes }) => bytes)), {
      auid,
    });
    expect(statuses.map(({ url, status, digest }) => [url, status, digest])).toEqual(
      upload.map(({ url, text }) => [
        url,
        text === undefined ? 'ERROR' : 'OK',
        text === undefined ? undefined : toSha256(text),
      ]),
    );
    for (const [i, { artifactUuid }] of statuses.entries()) {
      if (artifactUuid === undefined || !random.chance(0.2)) continue;
      const payload = await service.client.bytes(`/artifacts/${artifactUuid}/payload`);
      expect(payload.toString()).toBe(upload[i]!.text);
    }
    earlier.push(...upload);
  }
});

/**
 * Creates captures and revisits. Each URL occurs once per AU, so that the result does not depend on the order of
 * storage.
 */
function captures(random: Random, auid: string, earlier: readonly Made[]): Made[] {
  const made: Made[] = [];
  const originals = Array.from({ length: RECORDS / 3 }, (_, i): Made => {
    const [url, text] = [`http://o/${i}?${auid}`, `the payload ${i} of ${auid}`];
    return { url, text, bytes: makeResponse(url, text) };
  });
  for (let i = 0; i < RECORDS; i++) {
    if (i % 3 === 0) made.push(originals[i / 3]!);
    else {
      const url = `http://r/${i}?${auid}`;
      const of = random.pick([...originals, ...earlier.filter(({ text }) => text !== undefined)]);
      const isOfNothing = random.chance(0.05);
      const isEarlier = earlier.includes(of);
      const fields = isOfNothing
        ? { 'WARC-Refers-To': '<urn:uuid:nothing>' }
        : nameOf(of, isEarlier ? random.pick(['date', 'digest']) : random.pick(['id', 'date', 'digest']));
      made.push({ url, text: isOfNothing ? undefined : of.text, bytes: buildRevisit(url, fields) });
    }
  }
  return made;
}

function nameOf({ url, text, bytes }: Made, by: 'id' | 'date' | 'digest'): Record<string, string> {
  const field = (name: string) => new RegExp(`${name}: (.*)\r\n`).exec(bytes.toString())![1]!;
  if (by === 'id') return { 'WARC-Refers-To': field('WARC-Record-ID') };
  if (by === 'digest')
    return { 'WARC-Payload-Digest': `sha1:${createHash('sha1').update(text!).digest('hex')}` };
  return { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': field('WARC-Date') };
}
