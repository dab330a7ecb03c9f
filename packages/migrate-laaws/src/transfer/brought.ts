// Which artifacts a source brought to a target: only those may be deleted here when the source says that they are gone. Kept
// in files, one for each AU, so that later runs know. A line is written when the service has said that it stored the artifact.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { systemCode } from '@holdfast/service-kit/text';
import type { Au } from './target.ts';

export interface Brought {
  /** Whether this source, or one that is said to be the same, brought the artifact. Throws `UsageError`. */
  has(au: Au, uuid: string): boolean;
  /** What a crash of the machine loses of it is never deleted. Throws `UsageError` when it cannot be written. */
  add(au: Au, uuid: string): void;
  close(): void;
}

/** AUs whose lists are held at once. */
const MOST_OPEN = 64;

interface OpenList {
  readonly uuids: Set<string>;
  readonly path: string;
  descriptor: number | undefined;
}

/** `folder`: of this source and this target. `others`: those of the same source under other names, which are only read. */
export function openBrought(folder: string, others: readonly string[]): Brought {
  const open = new Map<string, OpenList>();

  function listOf({ namespace, auid }: Au): OpenList {
    const name = createHash('sha256')
      .update(JSON.stringify([namespace, auid]))
      .digest('hex');
    const file = join(name.slice(0, 2), `${name.slice(2, 40)}.uuids`);
    const found = open.get(name) ?? {
      uuids: new Set([folder, ...others].flatMap((one) => read(join(one, file)))),
      path: join(folder, file),
      descriptor: undefined,
    };
    // The one that was used last is the last to go.
    open.delete(name);
    open.set(name, found);
    const [oldest] = open;
    if (open.size > MOST_OPEN && oldest !== undefined) {
      close(oldest[1]);
      open.delete(oldest[0]);
    }
    return found;
  }

  return {
    has: (au, uuid) => listOf(au).uuids.has(uuid),
    add(au, uuid) {
      const list = listOf(au);
      if (list.uuids.has(uuid)) return;
      append(list, uuid);
      list.uuids.add(uuid);
    },
    close() {
      for (const list of open.values()) close(list);
      open.clear();
    },
  };
}

const UUID_LINE = /^[0-9a-f-]{36}$/;

function read(path: string): string[] {
  try {
    // A line that was cut names no artifact.
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => UUID_LINE.test(line));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw unusable(path, error);
  }
}

function append(list: OpenList, uuid: string): void {
  try {
    if (list.descriptor === undefined) {
      mkdirSync(dirname(list.path), { recursive: true });
      list.descriptor = openSync(list.path, 'a', 0o600);
      // A killed run may have ended within a line.
      writeSync(list.descriptor, '\n');
    }
    writeSync(list.descriptor, `${uuid}\n`);
  } catch (error) {
    throw unusable(list.path, error);
  }
}

function close({ descriptor }: OpenList): void {
  if (descriptor !== undefined) closeSync(descriptor);
}

function unusable(path: string, error: unknown): UsageError {
  const why = systemCode(error) ?? String(error);
  return new UsageError(
    `What this source has brought is remembered in ${path}, which cannot be used (${why}).`,
  );
}
