// The messages between the service's thread and a codec thread. One thread reads many uploads at once, told apart
// by `upload`; bytes are transferred, not copied.
import type { CodecOutput } from '../domain/capture.ts';

export type ToCodec =
  | { message: 'open'; upload: number; inlineLimitBytes: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  | { message: 'end'; upload: number }
  /** One output was taken: the thread may send another, in the same memory. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type FromCodec =
  /** One input buffer was read: another may be sent. These the codec no longer needs; it keeps them until then. */
  | { message: 'read'; upload: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: CodecOutput }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'not a WARC' | 'codec'; detail: string };

/** Bytes of outputs a thread may have under way for one upload before it waits for some to be taken. */
export const MAX_BYTES_UNDER_WAY = 4 * 1024 * 1024;
/** Size of one input buffer, and how many of them an upload may have under way. */
export const INPUT_BUFFER_BYTES = 256 * 1024;
export const INPUT_BUFFERS = 16;
