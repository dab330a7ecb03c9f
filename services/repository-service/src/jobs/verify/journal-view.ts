// Reads the state according to the journal, from journal objects and from rows that are not shipped yet.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readJournalLines } from '../../index/keeping/journal.db.ts';
import { stageLines } from '../../index/rebuild/stage-lines.db.ts';
import { findStagedSegment, type LaterChanges, readLaterChanges } from '../../index/rebuild/staging.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { readJournalObjects } from '../journal/read.ts';
import type { VerifyFindings } from './findings.ts';

const ON_THEIR_WAY = 100_000;

export class JournalView {
  readonly #staged: Executor<IndexSchema>;
  readonly #deps: { db: Executor<IndexSchema>; store: ObjectStore };
  readonly #read = new Set<string>();
  /** Queue of statements, because the temporary tables belong to one connection. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(staged: Executor<IndexSchema>, deps: { db: Executor<IndexSchema>; store: ObjectStore }) {
    this.#staged = staged;
    this.#deps = deps;
  }

  /**
   * Reads new lines. Reads the table before the objects, so that a line that is shipped meanwhile is read twice instead
   * of never.
   */
  async follow(findings: VerifyFindings): Promise<void> {
    const rows = await readJournalLines(this.#deps.db, ON_THEIR_WAY);
    for await (const { key, lines } of readJournalObjects(this.#deps.store, '', this.#read)) {
      if (!lines) findings.add({ kind: 'damaged journal object', subject: key });
      await this.#inTurn(() => stageLines(this.#staged, lines ?? []));
      this.#read.add(key);
    }
    await this.#inTurn(() => stageLines(this.#staged, rows));
  }

  segment(key: string) {
    return this.#inTurn(() => findStagedSegment(this.#staged, key));
  }

  changes(artifacts: readonly string[]): Promise<Map<string, LaterChanges>> {
    return this.#inTurn(() => readLaterChanges(this.#staged, artifacts));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
