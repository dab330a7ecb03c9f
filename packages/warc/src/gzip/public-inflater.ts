// The way of inflating that leans on no internals of Node: pako's public zlib interface, and the choice between the two.
import { deflateRawSync } from 'node:zlib';
import {
  Z_BUF_ERROR,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';
import {
  BAD,
  ENDED,
  HandleInflater,
  type InflateStatus,
  NEEDS_INPUT,
  OUTPUT_FULL,
  type RawInflater,
} from './raw-inflater.ts';

/** Streaming, synchronous and exact about the end of a stream; about a quarter as fast as the engine inside Node. */
export class PublicInflater implements RawInflater {
  consumed = 0;
  produced = 0;
  fault = '';
  readonly #stream = new ZStream();

  constructor() {
    zlibInflateInit2(this.#stream, -15);
  }

  reset(): void {
    this.fault = '';
    zlibInflateReset(this.#stream);
  }

  step(input: Uint8Array, start: number, end: number, output: Uint8Array, outStart: number): InflateStatus {
    const stream = this.#stream;
    stream.input = input;
    stream.next_in = start;
    stream.avail_in = end - start;
    stream.output = output as Uint8Array<ArrayBuffer>;
    stream.next_out = outStart;
    stream.avail_out = output.length - outStart;
    const status = zlibInflate(stream, 0);
    this.consumed = end - start - stream.avail_in;
    this.produced = output.length - outStart - stream.avail_out;
    if (status === Z_STREAM_END) return ENDED;
    if (status !== Z_OK && status !== Z_BUF_ERROR) {
      this.fault = stream.msg || 'invalid deflate data';
      return BAD;
    }
    return stream.avail_out === 0 ? OUTPUT_FULL : NEEDS_INPUT;
  }

  close(): void {}
}

/** True when Node's zlib handle behaves as HandleInflater needs it to. Tried once, at first use. */
export function handleInflaterWorks(): boolean {
  worksMemo ??= probe();
  return worksMemo;
}

/** `auto` is the engine inside Node where it works, the public way where it does not. */
export function createInflater(kind: 'auto' | 'handle' | 'public' = 'auto'): RawInflater {
  if (kind === 'public' || (kind === 'auto' && !handleInflaterWorks())) return new PublicInflater();
  return new HandleInflater();
}

let worksMemo: boolean | undefined;

function probe(): boolean {
  try {
    const engine = new HandleInflater();
    const works = inflatesTwice(engine) && noticesDamage(engine) && inflatesTwice(engine);
    engine.close();
    return works;
  } catch {
    return false;
  }
}

/** Two streams through one engine: cut in the middle, output smaller than content, bytes of a trailer left alone. */
function inflatesTwice(engine: RawInflater): boolean {
  const plain = Buffer.from('WARC/1.1 '.repeat(400));
  const input = Buffer.concat([deflateRawSync(plain), Buffer.alloc(8, 0xee)]);
  for (let cut = 0; cut < 2; cut++) {
    engine.reset();
    const output = Buffer.alloc(1000);
    let inflated = '';
    let at = 0;
    let end = cut === 0 ? input.length : 5;
    for (let status: InflateStatus = OUTPUT_FULL, rounds = 0; status !== ENDED; rounds++) {
      status = engine.step(input, at, end, output, 0);
      if (status === BAD || rounds > 50) return false;
      inflated += output.toString('latin1', 0, engine.produced);
      at += engine.consumed;
      if (status === NEEDS_INPUT) {
        if (end === input.length) return false;
        end = input.length;
      }
    }
    if (at !== input.length - 8 || inflated !== plain.toString('latin1')) return false;
  }
  return true;
}

function noticesDamage(engine: RawInflater): boolean {
  engine.reset();
  return engine.step(Buffer.alloc(64, 0xff), 0, 64, Buffer.alloc(64), 0) === BAD && engine.fault !== '';
}
