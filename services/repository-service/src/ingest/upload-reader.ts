// One upload inside a codec thread: feeds its bytes to the WARC reader piece by piece, gathers what comes out into
// batches, and stops feeding while too many of those are not yet taken.
import { type Damage, type ImportRecord, WarcReader } from '@holdfast/warc';
import type { CodecOutput, Finding, StoredMember } from './capture.ts';
import { captureOf } from './capture-of.ts';

export interface UploadReaderOptions {
  inlineLimitBytes: number;
  maxOutputsUnderWay: number;
  /** The output's bytes belong to the receiver. */
  output(value: CodecOutput): void;
  /** One pushed chunk was read to its end. */
  read(): void;
  done(): void;
}

// What a piece inflates to is bounded by deflate's 1:1032, so this bounds what one call can find.
const pieceBytes = 32 * 1024;
const batchBytes = 1024 * 1024;
const batchFindings = 1000;

export class UploadReader {
  #options: UploadReaderOptions;
  #reader: WarcReader;
  #input: Uint8Array[] = [];
  #inputAt = 0;
  #ended = false;
  #underWay = 0;
  #streaming = false;
  #findings: Finding[] = [];
  #bytes: Uint8Array | undefined;
  #filled = 0;

  constructor(options: UploadReaderOptions) {
    this.#options = options;
    this.#reader = new WarcReader(
      {
        record: (record) => this.#record(record),
        memberChunk: (chunk) => this.#chunk(chunk),
        damage: (damage) => this.#damage(damage),
      },
      { inlineLimitBytes: options.inlineLimitBytes },
    );
  }

  push(bytes: Uint8Array): void {
    this.#input.push(bytes);
    this.#pump();
  }

  end(): void {
    this.#ended = true;
    this.#pump();
  }

  /** An output was taken by its receiver. */
  taken(): void {
    this.#underWay -= 1;
    this.#pump();
  }

  close(): void {
    this.#input = [];
    this.#reader.close();
  }

  #pump(): void {
    while (this.#input.length > 0 && this.#underWay < this.#options.maxOutputsUnderWay) this.#feed();
    if (this.#input.length > 0) return;
    if (this.#ended) this.#finish();
    else if (this.#underWay === 0) this.#flush();
  }

  #feed(): void {
    const chunk = this.#input[0]!;
    const piece = chunk.subarray(this.#inputAt, this.#inputAt + pieceBytes);
    this.#inputAt += piece.length;
    this.#reader.write(piece);
    if (this.#inputAt < chunk.length) return;
    this.#input.shift();
    this.#inputAt = 0;
    this.#options.read();
  }

  #finish(): void {
    this.#ended = false;
    this.#reader.end();
    this.#reader.close();
    this.#flush();
    this.#options.done();
  }

  #record(record: ImportRecord): void {
    const { member } = record;
    if (member instanceof Uint8Array && this.#filled + member.length > batchBytes) this.#flush();
    const capture = captureOf(record, this.#keep(member));
    this.#streaming = false;
    this.#add(capture);
  }

  #keep(member: ImportRecord['member']): StoredMember {
    if (member === undefined) return { at: 'nowhere' };
    if (!(member instanceof Uint8Array)) return { at: 'chunks', length: member.streamed };
    this.#bytes ??= new Uint8Array(Math.max(batchBytes, member.length));
    const start = this.#filled;
    this.#bytes.set(member, start);
    this.#filled += member.length;
    return { at: 'batch', start, length: member.length };
  }

  #damage(damage: Damage): void {
    this.#add({
      finding: 'damage',
      offset: damage.offset,
      message: damage.message,
      recordId: damage.recordId,
      url: damage.url,
      abandonsChunks: this.#streaming,
    });
    this.#streaming = false;
  }

  #add(finding: Finding): void {
    this.#findings.push(finding);
    if (this.#findings.length >= batchFindings) this.#flush();
  }

  /** What was found before a large record goes out before its first chunk. */
  #chunk(chunk: Uint8Array): void {
    this.#flush();
    this.#streaming = true;
    this.#underWay += 1;
    this.#options.output({ output: 'chunk', bytes: chunk.slice() });
  }

  #flush(): void {
    if (this.#findings.length === 0) return;
    const bytes = this.#bytes?.subarray(0, this.#filled) ?? new Uint8Array(0);
    const findings = this.#findings;
    this.#findings = [];
    this.#bytes = undefined;
    this.#filled = 0;
    this.#underWay += 1;
    this.#options.output({ output: 'findings', findings, bytes });
  }
}
