// Lists the artifacts that were transferred from each source to a target. When an artifact is deleted in a source, it
// is deleted in the target only if that source's list contains it. Each AU has one list. A line is appended after the
// service has stored the artifact.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';
import type { AuReference } from './target.ts';

export interface TransferredArtifacts {
  /** Returns whether the artifact came from this source or one of its aliases in --as. Throws `UsageError`. */
  has(au: AuReference, uuid: string): boolean;
  /**
   * Appends a line. Does not flush it to disk: if a machine crash loses the line, the artifact is never deleted in the
   * target. Throws `UsageError` if the line cannot be written.
   */
  add(au: AuReference, uuid: string): void;
  close(): void;
}

/** Maximum number of lists in memory, one per AU. */
const MAX_OPEN = 64;

interface OpenList {
  readonly uuids: Set<string>;
  readonly path: string;
  descriptor: number | undefined;
}

/**
 * Opens the lists of artifacts that were transferred from this source to this target, one list per AU. `others` are the
 * folders with the lists of the source's aliases. These lists are only read.
 */
export function openTransferredArtifacts(folder: string, others: readonly string[]): TransferredArtifacts {
  const open = new Map<string, OpenList>();

  function openList({ namespace, auid }: AuReference): OpenList {
    const name = createHash('sha256')
      .update(JSON.stringify([namespace, auid]))
      .digest('hex');
    const file = join(name.slice(0, 2), `${name.slice(2, 40)}.uuids`);
    const found = open.get(name) ?? {
      uuids: new Set([folder, ...others].flatMap((one) => readUuids(join(one, file)))),
      path: join(folder, file),
      descriptor: undefined,
    };
    // Moves the list to the end of the map, so that the map is ordered by last use.
    open.delete(name);
    open.set(name, found);
    const [oldest] = open;
    if (open.size > MAX_OPEN && oldest !== undefined) {
      closeList(oldest[1]);
      open.delete(oldest[0]);
    }
    return found;
  }

  return {
    has: (au, uuid) => openList(au).uuids.has(uuid),
    add(au, uuid) {
      const list = openList(au);
      if (list.uuids.has(uuid)) return;
      appendUuid(list, uuid);
      list.uuids.add(uuid);
    },
    close() {
      for (const list of open.values()) closeList(list);
      open.clear();
    },
  };
}

const UUID_LINE = /^[0-9a-f-]{36}$/;

function readUuids(path: string): string[] {
  try {
    // Ignores incomplete lines.
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => UUID_LINE.test(line));
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return [];
    throw makeUnusableError(path, error);
  }
}

function appendUuid(list: OpenList, uuid: string): void {
  try {
    if (list.descriptor === undefined) {
      mkdirSync(dirname(list.path), { recursive: true });
      list.descriptor = openSync(list.path, 'a', 0o600);
      // Begins with a line break, because a killed run may have left an incomplete line.
      writeSync(list.descriptor, '\n');
    }
    writeSync(list.descriptor, `${uuid}\n`);
  } catch (error) {
    throw makeUnusableError(list.path, error);
  }
}

function closeList({ descriptor }: OpenList): void {
  if (descriptor !== undefined) closeSync(descriptor);
}

function makeUnusableError(path: string, error: unknown): UsageError {
  const why = readSystemCode(error) ?? String(error);
  return new UsageError(`The list of artifacts from this source, ${path}, cannot be used (${why}).`);
}
