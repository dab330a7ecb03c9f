// Test helper: wraps the real file system, records every call, and makes calls fail on request.
import { relative } from 'node:path';
import { type Disk, type FileHandle, defaultDisk as realDisk } from '../../src/fs/disk.ts';

export interface RecordingDisk {
  disk: Disk;
  /**
   * Returns the file system calls since the previous use of this method, such as `open tmp/1`, `write tmp/1`, `sync
   * tmp/1`, `link tmp/1 objects/a.%`.
   */
  calls(): string[];
  /** Makes all later calls that match `line` fail with `code`. */
  fail(line: RegExp, code: string): void;
  /** Lets all later calls succeed again. */
  heal(): void;
}

/** Records paths relative to `folder`. Temporary files are numbered by first appearance since the last `calls()`. */
export function createRecordingDisk(folder: string): RecordingDisk {
  const lines: string[] = [];
  const faults: { line: RegExp; code: string }[] = [];
  const temporary: string[] = [];

  const nameOf = (path: string) =>
    (relative(folder, path) || '.').replace(/[0-9a-f-]{36}\.part/, (name) => {
      if (!temporary.includes(name)) temporary.push(name);
      return String(temporary.indexOf(name) + 1);
    });
  const record = (call: string, ...paths: string[]) => {
    const line = [call, ...paths.map(nameOf)].join(' ');
    lines.push(line);
    const fault = faults.find((each) => each.line.test(line));
    if (fault) throw Object.assign(new Error(`${fault.code}: ${call}`), { code: fault.code, syscall: call });
  };
  const recorded = <A extends unknown[], R>(call: string, work: (...args: A) => Promise<R>, paths = 1) =>
    (async (...args: A) => {
      record(call, ...(args.slice(0, paths) as string[]));
      return work(...args);
    }) as typeof work;

  const open = (async (path: string, ...rest: [string]) => {
    record('open', path);
    return recordedHandle(await realDisk.open(path, ...rest), (call) => record(call, path));
  }) as Disk['open'];

  return {
    disk: {
      ...realDisk,
      access: recorded('access', realDisk.access as (path: string) => Promise<void>) as Disk['access'],
      open,
      mkdir: recorded('mkdir', realDisk.mkdir as (path: string) => Promise<undefined>) as Disk['mkdir'],
      link: recorded('link', realDisk.link, 2),
      unlink: recorded('unlink', realDisk.unlink),
      writeFile: recorded(
        'writeFile',
        realDisk.writeFile as (path: string) => Promise<void>,
      ) as Disk['writeFile'],
    },
    calls: () => {
      temporary.length = 0;
      return lines.splice(0);
    },
    fail: (line, code) => faults.push({ line, code }),
    heal: () => {
      faults.length = 0;
    },
  };
}

function recordedHandle(handle: FileHandle, record: (call: string) => void): FileHandle {
  return new Proxy(handle, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        try {
          record(String(name));
        } catch (error) {
          return Promise.reject(error);
        }
        return Reflect.apply(member, target, args);
      };
    },
  });
}
