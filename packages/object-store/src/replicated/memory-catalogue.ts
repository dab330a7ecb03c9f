// Catalogue in memory, which is lost when the process ends. Suitable for services with few objects, which compare all
// stores at every start.
import type { BlockChecksums, ClaimedCopyTask, CopyCatalogue, CopyTask, StoreRecord } from './catalogue.ts';

const MAX_SUMS = 1_000;

interface StoredCopyTask extends CopyTask {
  version: number;
  tries: number;
  dueMs: number;
  addedMs: number;
  failure?: string;
}

export class MemoryCatalogue implements CopyCatalogue {
  readonly records = new Map<string, StoreRecord>();
  readonly tasks = new Map<string, StoredCopyTask>();
  readonly #sums = new Map<string, BlockChecksums>();
  #version = 0;
  /** Makes every method reject, for tests. */
  isAway = false;

  async stores(): Promise<StoreRecord[]> {
    this.#check();
    return [...this.records.values()];
  }

  async saveStore(record: StoreRecord): Promise<void> {
    this.#check();
    this.records.set(record.id, record);
  }

  async saveFilling(change: Pick<StoreRecord, 'id' | 'fillRound' | 'scannedKey' | 'state'>): Promise<void> {
    this.#check();
    const record = this.records.get(change.id);
    if (record?.fillRound === change.fillRound) this.records.set(change.id, { ...record, ...change });
  }

  async removeStore(id: string): Promise<void> {
    this.#check();
    this.records.delete(id);
    for (const [at, task] of this.tasks) if (task.storeId === id) this.tasks.delete(at);
  }

  async addCopies(tasks: readonly CopyTask[]): Promise<void> {
    this.#check();
    for (const task of tasks) this.#storeTask(task);
  }

  async noteCopies(tasks: readonly CopyTask[]): Promise<void> {
    this.#check();
    for (const task of tasks) if (!this.tasks.has(toTaskKey(task))) this.#storeTask(task);
  }

  async beginDelete(key: string, storeIds: readonly string[]): Promise<string[]> {
    this.#check();
    this.#sums.delete(key);
    return storeIds.filter((storeId) => {
      const isReplaced = this.tasks.has(toTaskKey({ key, storeId }));
      this.#storeTask({ key, storeId, kind: 'delete' });
      return isReplaced;
    });
  }

  async endDelete(key: string, storeIds: readonly string[]): Promise<void> {
    this.#check();
    for (const storeId of storeIds) {
      const at = toTaskKey({ key, storeId });
      if (this.tasks.get(at)?.kind === 'delete') this.tasks.delete(at);
    }
  }

  async tasksOf(key: string): Promise<CopyTask[]> {
    this.#check();
    return [...this.tasks.values()].filter((task) => task.key === key);
  }

  async hasHidden(storeIds: readonly string[]): Promise<boolean> {
    this.#check();
    const missing = [...this.tasks.values()].filter(({ kind, storeId }) => {
      return kind === 'copy' && storeIds.includes(storeId);
    });
    const counts = Map.groupBy(missing, ({ key }) => key);
    return [...counts.values()].some(({ length }) => length === storeIds.length);
  }

  async shareTasks(storeId: string): Promise<void> {
    const others = [...this.tasks.values()].filter(
      (task) => task.kind === 'copy' && task.storeId !== storeId,
    );
    await this.noteCopies(
      others.map(({ key, sizeBytes, crc32 }) => ({ key, storeId, kind: 'copy', sizeBytes, crc32 })),
    );
  }

  async take(storeIds: readonly string[], limit: number, leaseMs: number): Promise<ClaimedCopyTask[]> {
    this.#check();
    const nowMs = Date.now();
    const due = [...this.tasks.values()]
      .filter(({ storeId, kind, dueMs, crc32 }) => {
        return storeIds.includes(storeId) && dueMs <= nowMs && (kind !== 'repair' || crc32 !== undefined);
      })
      .slice(0, limit);
    for (const task of due) task.dueMs = nowMs + leaseMs;
    return due.map(({ version, tries, ...task }) => ({ ...task, version: String(version), tries }));
  }

  async claim(task: CopyTask, leaseMs: number): Promise<ClaimedCopyTask | undefined> {
    this.#check();
    const at = toTaskKey(task);
    if (!this.records.has(task.storeId) || this.tasks.get(at)?.kind === 'delete') return undefined;
    this.#storeTask(task);
    const held = this.tasks.get(at)!;
    held.dueMs = Date.now() + leaseMs;
    return { ...task, version: String(held.version), tries: 0 };
  }

  async finish(task: ClaimedCopyTask): Promise<boolean> {
    this.#check();
    return this.#findClaimedTask(task) !== undefined && this.tasks.delete(toTaskKey(task));
  }

  async listRepairsWithoutChecksum(limit: number): Promise<CopyTask[]> {
    this.#check();
    return [...this.tasks.values()]
      .filter(({ kind, crc32 }) => kind === 'repair' && crc32 === undefined)
      .slice(0, limit);
  }

  async postpone(task: ClaimedCopyTask, delayMs: number, failure: string): Promise<void> {
    this.#check();
    const held = this.#findClaimedTask(task);
    if (held) Object.assign(held, { dueMs: Date.now() + delayMs, tries: held.tries + 1, failure });
  }

  async counts() {
    this.#check();
    return [...this.records.keys()].map((storeId) => {
      const own = [...this.tasks.values()].filter((task) => task.storeId === storeId);
      const count = (kind: CopyTask['kind']) => own.filter((task) => task.kind === kind).length;
      const oldestMs = Math.max(0, ...own.map(({ addedMs }) => Date.now() - addedMs));
      return {
        storeId,
        missing: count('copy'),
        damaged: count('repair'),
        deletes: count('delete'),
        oldestMs,
      };
    });
  }

  async saveSums(key: string, sums: BlockChecksums): Promise<void> {
    this.#check();
    if (this.#sums.size >= MAX_SUMS) this.#sums.clear();
    this.#sums.set(key, sums);
  }

  async sums(key: string): Promise<BlockChecksums | undefined> {
    this.#check();
    return this.#sums.get(key);
  }

  #storeTask(task: CopyTask): void {
    const nowMs = Date.now();
    this.tasks.set(toTaskKey(task), {
      ...task,
      version: ++this.#version,
      tries: 0,
      dueMs: nowMs,
      addedMs: nowMs,
    });
  }

  #findClaimedTask(task: ClaimedCopyTask): StoredCopyTask | undefined {
    const held = this.tasks.get(toTaskKey(task));
    return String(held?.version) === task.version ? held : undefined;
  }

  #check(): void {
    if (this.isAway) throw new Error('the catalogue is away');
  }
}

function toTaskKey({ key, storeId }: Pick<CopyTask, 'key' | 'storeId'>): string {
  return `${storeId} ${key}`;
}
