// Objects whose first bytes are written last: the life of such a writer, the same for both stores. Bytes behind the
// room go through an ordinary writer that was given the room as zeros; what becomes of those is the target's.
import type { PartsOptions } from './parts.ts';
import type { LateEnding, LateWriter } from './port.ts';
import { type Target, TargetWriter } from './writer.ts';

/** A target that can put other bytes in place of the first ones, told before anything is published. */
export interface LateTarget extends Target {
  replaceFirst(bytes: Uint8Array): void;
  /** Throws BadKeyError. */
  setKey(key: string): void;
}

export function lateWriter(
  target: LateTarget,
  roomBytes: number,
  options: Omit<PartsOptions, 'send'>,
): LateWriter {
  const writer = new TargetWriter(target, options);
  let room: Promise<void> | undefined;
  const leaveRoom = () => {
    room ??= writer.write(Buffer.alloc(roomBytes));
    return room;
  };
  return {
    write: async (chunk) => {
      await leaveRoom();
      await writer.write(chunk);
    },
    close: async ({ key, beginning }: LateEnding) => {
      if (beginning.length !== roomBytes) {
        throw new RangeError(`the beginning is ${beginning.length} bytes, its room ${roomBytes}`);
      }
      target.setKey(key);
      await leaveRoom();
      target.replaceFirst(beginning);
      return writer.close();
    },
    abort: () => writer.abort(),
  };
}
