// Generates WARC files in any packing with random records and companion records (request, metadata). Also generates a
// simple model of each file: the capture of each companion record, the warcinfo of each capture, and the damaged
// records.
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeZip, makeZstdFrame } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

export interface FileRecord {
  readonly id: string;
  readonly type: string;
  /** Bytes of the record in the file; the repository must store the same bytes. */
  readonly member: Buffer;
  isDamaged: boolean;
}

export interface GeneratedCapture extends FileRecord {
  readonly url: string;
  /** WARC-Date, unique among captures. */
  readonly date: string;
  readonly method: string;
  /** Capture whose payload a revisit refers to; undefined for other captures. */
  readonly original: GeneratedCapture | undefined;
  readonly payload: string;
  readonly companions: GeneratedCompanion[];
}

export interface GeneratedCompanion extends FileRecord {
  /** Capture that the companion record belongs to, if any. */
  readonly of: GeneratedCapture | undefined;
}

export interface RandomFile {
  readonly records: readonly FileRecord[];
  readonly captures: readonly GeneratedCapture[];
  /** The warcinfo record that applies to each capture, by the capture's record ID. */
  readonly warcinfos: ReadonlyMap<string, FileRecord | undefined>;
  readonly form: ArchivePacking;
  readonly bytes: Buffer;
}

/** Packing of the records: gzip members, zstd frames, or a WACZ with gzip members. */
export type ArchivePacking = (typeof FORMS)[number];

const FORMS = ['gzip', 'gzip', 'zstd', 'wacz'] as const;

const METHODS = ['GET', 'POST', 'PUT'];

/** Generates a file. `name` is part of every URL, so no two files have a URL in common. */
export function generateRandomFile(random: SeededRandom, name: string): RandomFile {
  const maker = new CaptureGenerator(random, name);
  const groups = Array.from({ length: 3 + random.below(12) }, () => maker.group());
  // Shuffles revisits, so that some precede their originals.
  for (let i = 0; i < groups.length; i++) {
    const other = random.below(groups.length);
    if (groups[i]!.some(({ type }) => type === 'revisit'))
      [groups[i], groups[other]] = [groups[other]!, groups[i]!];
  }
  const records = [...(random.chance(0.8) ? [maker.warcinfo()] : []), ...groups.flat()];
  if (random.chance(0.1)) markDamagedRecord(random, records, maker.captures);
  const form = random.pick(FORMS);
  return {
    records,
    captures: maker.captures,
    warcinfos: mapToWarcinfos(records),
    form,
    bytes: packArchive(records, form),
  };
}

function packArchive(records: readonly FileRecord[], form: ArchivePacking): Buffer {
  const packed = records.map(({ member, isDamaged }) => {
    const bytes = form === 'zstd' ? makeZstdFrame(gunzipSync(member)) : member;
    return isDamaged ? damageChecksum(bytes) : bytes;
  });
  const archive = Buffer.concat(packed);
  return form === 'wacz' ? makeZip([{ name: 'archive/data.warc.gz', content: archive }]).bytes : archive;
}

class CaptureGenerator {
  readonly captures: GeneratedCapture[] = [];
  readonly #random: SeededRandom;
  readonly #name: string;
  #next = 0;

  constructor(random: SeededRandom, name: string) {
    this.#random = random;
    this.#name = name;
  }

  warcinfo(): FileRecord {
    const id = this.#id();
    return record('warcinfo', { id, block: `software: ${id}\r\n`, contentType: 'application/warc-fields' });
  }

  /** Returns a capture with its companion records, a companion record without a capture, or a warcinfo record. */
  group(): FileRecord[] {
    const kind = this.#random.share();
    if (kind < 0.1) return [this.warcinfo()];
    if (kind < 0.2) return [this.#companion('metadata', undefined, [])];
    const capture = kind < 0.4 ? this.#makeRevisit() : this.#makeResponse();
    this.captures.push(capture);
    const requests = this.#random.chance(0.7) ? [this.#makeRequest(capture)] : [];
    const about = Array.from({ length: this.#random.below(3) }, () => this.#makeMetadata(capture));
    capture.companions.push(...requests.map(({ companion }) => companion), ...about);
    const linked = requests.filter(({ isLinked }) => isLinked).map(({ companion }) => companion);
    const companions = requests.filter(({ isLinked }) => !isLinked).map(({ companion }) => companion);
    const [before, after] = [[] as FileRecord[], [] as FileRecord[]];
    for (const one of [...linked, ...about]) (this.#random.chance(0.5) ? before : after).push(one);
    return [...before, ...companions, capture, ...after];
  }

  #makeResponse(): GeneratedCapture {
    const [id, url] = [this.#id(), this.#url()];
    const method = this.#random.pick(METHODS);
    const payload = `${id} ${'lorem ipsum '.repeat(this.#random.below(2_000))}`;
    const date = this.#date();
    const made = record('response', { id, url, date, block: `HTTP/1.1 200 OK\r\n\r\n${payload}` });
    return { ...made, url, date, method, original: undefined, payload, companions: [] };
  }

  /** Returns a revisit of a random earlier response, or a response if there is none. */
  #makeRevisit(): GeneratedCapture {
    const responses = this.captures.filter(({ original }) => !original);
    const original = responses[this.#random.below(Math.max(1, responses.length))];
    if (!original) return this.#makeResponse();
    const [id, url] = [this.#id(), this.#url()];
    const fields = { 'WARC-Refers-To': original.id, 'WARC-Profile': PROFILE };
    const date = this.#date();
    const made = record('revisit', {
      id,
      url,
      date,
      block: 'HTTP/1.1 200 OK\r\nX-Seen: again\r\n\r\n',
      fields,
    });
    return { ...made, url, date, method: 'GET', original, payload: original.payload, companions: [] };
  }

  /**
   * Returns a request record. Only some requests name their capture; all others must be matched by their position in
   * the file.
   */
  #makeRequest(capture: GeneratedCapture): { companion: GeneratedCompanion; isLinked: boolean } {
    const isLinked = this.#random.chance(0.5);
    const block = `${capture.method} / HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx`;
    const named = isLinked ? [capture] : [];
    return { companion: this.#companion('request', capture, named, block), isLinked };
  }

  #makeMetadata(capture: GeneratedCapture): GeneratedCompanion {
    return this.#companion(this.#random.chance(0.8) ? 'metadata' : 'conversion', capture, [capture]);
  }

  #companion(
    type: string,
    of: GeneratedCapture | undefined,
    named: GeneratedCapture[],
    block?: string,
  ): GeneratedCompanion {
    const id = this.#id();
    const fields = named.map(({ id: other }) => ['WARC-Concurrent-To', other]);
    const made = record(type, {
      ...{ id, url: of?.url ?? this.#url(), date: of?.date ?? this.#date() },
      ...{ block: block ?? `about: ${id}\r\n`, fields: Object.fromEntries(fields) },
      contentType: type === 'request' ? 'application/http; msgtype=request' : 'text/plain',
    });
    return { ...made, of };
  }

  #id(): string {
    this.#next += 1;
    return `<urn:records:${this.#name}:${this.#next}>`;
  }

  #url(): string {
    return `http://www.example.org/${this.#name}/${this.#random.below(3)}`;
  }

  #date(): string {
    this.#next += 1;
    return new Date(1_582_230_020_000 + this.#next * 1_000).toISOString();
  }
}

const PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';

interface RecordParts {
  id: string;
  url?: string;
  date?: string;
  block: string;
  contentType?: string;
  fields?: Record<string, string>;
}

function record(type: string, { id, url, date, block, contentType, fields = {} }: RecordParts): FileRecord {
  const header = {
    ...{ 'WARC-Type': type, 'WARC-Record-ID': id, 'WARC-Date': date ?? '2020-02-20T20:20:20Z', ...fields },
    ...(url !== undefined && { 'WARC-Target-URI': url }),
    'Content-Type': contentType ?? 'application/http; msgtype=response',
    'Content-Length': String(Buffer.byteLength(block)),
  };
  const lines = Object.entries(header).map(([name, value]) => `${name}: ${value}\r\n`);
  const member = gzipSync(`WARC/1.1\r\n${lines.join('')}\r\n${block}\r\n\r\n`);
  return { id, type, member, isDamaged: false };
}

/** Damages a record that no revisit refers to. */
function markDamagedRecord(
  random: SeededRandom,
  records: readonly FileRecord[],
  captures: readonly GeneratedCapture[],
): void {
  const originals = new Set(captures.flatMap(({ original }) => original?.id ?? []));
  const candidates = records.filter(({ id }) => !originals.has(id));
  const chosen = candidates[random.below(Math.max(1, candidates.length))];
  if (chosen) chosen.isDamaged = true;
}

/** Flips a bit in the checksum: the 8-byte trailer of a gzip member, or the last 4 bytes of a zstd frame. */
function damageChecksum(packed: Buffer): Buffer {
  const bytes = Buffer.from(packed);
  const at = bytes.length - (bytes[0] === GZIP ? 6 : 2);
  bytes[at] = bytes[at]! ^ 1;
  return bytes;
}

const GZIP = 0x1f;

function mapToWarcinfos(records: readonly FileRecord[]): Map<string, FileRecord | undefined> {
  const found = new Map<string, FileRecord | undefined>();
  let current: FileRecord | undefined;
  for (const one of records) {
    if (one.type === 'warcinfo' && !one.isDamaged) current = one;
    else found.set(one.id, current);
  }
  return found;
}
