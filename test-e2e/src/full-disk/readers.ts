// Continuous readers of a node: payloads (verified by digest), listings, captures, status, and the configuration.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportStatus } from '@holdfast/testkit';
import type { NodeOnDisk } from './node.ts';

export interface DiskReaders {
  /** Adds artifacts for the readers to read. */
  know(auid: string, statuses: readonly ImportStatus[]): void;
  readonly reads: number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

const AT_ONCE = 4;
const PAUSE_MS = 10;

export function startReaders(node: NodeOnDisk, random: () => number): DiskReaders {
  const { repository, configurationUrl } = node;
  const { authorization } = repository;
  const known: { auid: string; statuses: readonly ImportStatus[] }[] = [];
  const failures: string[] = [];
  let reads = 0;
  let stopped = false;
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

  async function payload(): Promise<void> {
    const { artifactUuid, digest } = one(one(known).statuses);
    const bytes = await repository.bytes(`/artifacts/${artifactUuid}/payload`);
    const read = `SHA-256:${createHash('sha256').update(bytes).digest('hex')}`;
    if (read !== digest) throw new Error(`wrong bytes of ${artifactUuid}`);
  }
  async function configured(path: string): Promise<void> {
    const answer = await fetch(`${configurationUrl}${path}`, { headers: { authorization } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`);
  }
  const kinds: (() => Promise<unknown>)[] = [
    payload,
    payload,
    payload,
    () => repository.json(`/aus/${encodeURIComponent(one(known).auid)}/artifacts`, { limit: 100 }),
    async () => {
      const query = { url: one(one(known).statuses).url, output: 'json' };
      await repository.bytes('/replay/cdxb/default', query);
    },
    () => repository.json('/status'),
    () => configured('/status'),
    () => configured('/aus'),
    () => configured('/config/file/expert'),
  ];

  async function readOn(): Promise<void> {
    while (!stopped) {
      await sleep(PAUSE_MS);
      if (known.length === 0) continue;
      await one(kinds)().catch((error: unknown) => failures.push(String(error)));
      reads += 1;
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return {
    know: (auid, statuses) => void known.push({ auid, statuses }),
    get reads() {
      return reads;
    },
    failures,
    async stop() {
      stopped = true;
      await all;
    },
  };
}
