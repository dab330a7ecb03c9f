// Checks whether the folder of a store can be used. The check runs every few seconds. If it wrote a file each time, the
// file system's journal would write 20 MB per hour. Most checks therefore only test the permission to write.
import type { Disk } from './disk.ts';
import { probeWriting, type StoreRoot } from './root.ts';

/** Interval of checks that write a file while the store works, in milliseconds. */
const WRITE_EVERY_MS = 5 * 60_000;

export class RootCheck {
  readonly #disk: Disk;
  readonly #root: StoreRoot;
  readonly #nowMs: () => number;
  #writtenMs = Number.NEGATIVE_INFINITY;

  constructor(disk: Disk, root: StoreRoot, nowMs: () => number) {
    this.#disk = disk;
    this.#root = root;
    this.#nowMs = nowMs;
  }

  /**
   * Resolves if the marker file exists and files can be written. Writes a file at the first call, then every few
   * minutes, and after a failure. Also resolves if the disk is full, because the store can still be read.
   */
  async run(): Promise<void> {
    const { mark, temporary } = this.#root;
    try {
      await this.#disk.stat(mark);
      if (this.#nowMs() - this.#writtenMs > WRITE_EVERY_MS) {
        await probeWriting(this.#disk, this.#root);
        this.#writtenMs = this.#nowMs();
      } else await this.#disk.access(temporary, this.#disk.constants.W_OK);
    } catch (error) {
      this.suspect();
      throw error;
    }
  }

  /** Makes the next check write a file. Call this after a failed write. */
  suspect(): void {
    this.#writtenMs = Number.NEGATIVE_INFINITY;
  }
}
