// Measures the memory of the page after as many screen changes as a user makes in an hour or more, with live events of
// imports. The screen changes either follow each other immediately, or are spread over real time so that all timers
// run.
import { setTimeout as pause } from 'node:timers/promises';
import { makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import type { Browser, CDPSession } from 'playwright-core';
import type { ConsoleNode } from '../console-node.ts';
import { logIn, navigateTo, openConsole } from '../console-page.ts';
import { fillRoute, listConsoleRoutes } from '../routes.ts';

export interface LongUseMeasurement {
  readonly changes: number;
  readonly imports: number;
  /** Duration of the measurement, in milliseconds. */
  readonly lastedMs: number;
  /**
   * Bytes of JavaScript objects after garbage collection: at the beginning and after each quarter of the screen
   * changes.
   */
  readonly objectBytes: readonly number[];
  /** Bytes of the whole heap, including compiled code and the browser's own records of requests and timings. */
  readonly heapBytes: readonly number[];
  readonly nodes: readonly number[];
  readonly listeners: readonly number[];
}

const QUARTERS = 4;
const CHANGES_PER_IMPORT = 10;

/**
 * Opens every screen before the first measurement, because loaded code stays in memory. Spreads the screen changes over
 * `lastingMs`; 0 means without pauses.
 */
export async function measureLongUse(
  browser: Browser,
  node: ConsoleNode,
  changes: number,
  lastingMs = 0,
): Promise<LongUseMeasurement> {
  const opened = await openConsole(browser, node.configurationUrl);
  await logIn(opened, node.user, node.password);
  const session = await opened.context.newCDPSession(opened.page);
  const addresses = listConsoleRoutes().flatMap((route) => fillRoute(route, node.subjects) ?? []);
  const client = new TestRepositoryClient(node.repositoryUrl, node);
  const [objectBytes, heapBytes, nodes, listeners]: number[][] = [[], [], [], []];
  const look = async () => {
    await navigateTo(opened, '/');
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const counters = await session.send('Memory.getDOMCounters');
    objectBytes!.push(await measureObjectBytes(session));
    heapBytes!.push(usedSize);
    nodes!.push(counters.nodes);
    listeners!.push(counters.jsEventListeners);
  };
  let [made, imports] = [0, 0];
  for (const address of [...addresses, ...addresses]) await navigateTo(opened, address);
  await look();
  const beganMs = performance.now();
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    for (let at = 0; at < changes / QUARTERS; at += 1, made += 1) {
      await pause(Math.max(0, beganMs + (lastingMs * made) / changes - performance.now()));
      await navigateTo(opened, addresses[made % addresses.length]!);
      if (made % CHANGES_PER_IMPORT > 0) continue;
      await client.importArchive(makeWarc(1, 400, `use ${made}`).bytes, { auid: 'long use' });
      imports += 1;
    }
    await pause(Math.max(0, beganMs + (lastingMs * (quarter + 1)) / QUARTERS - performance.now()));
    await look();
    if (lastingMs > 0)
      console.log(`Quarter ${quarter + 1}: ${heapBytes!.at(-1)} bytes, ${nodes!.at(-1)} nodes`);
  }
  if (opened.complaints.length > 0)
    throw new Error(`the browser complained: ${opened.complaints.join('; ')}`);
  await opened.context.close();
  return {
    changes: made,
    imports,
    lastedMs: performance.now() - beganMs,
    objectBytes: objectBytes!,
    heapBytes: heapBytes!,
    nodes: nodes!,
    listeners: listeners!,
  };
}

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

const MADE_BY_SCRIPTS = [
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'regexp',
];

async function measureObjectBytes(session: CDPSession): Promise<number> {
  const text: string[] = [];
  const take = ({ chunk }: { chunk: string }) => text.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(text.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (MADE_BY_SCRIPTS.includes(node_types[0][nodes[at + type]!]!)) bytes += nodes[at + size]!;
  return bytes;
}
