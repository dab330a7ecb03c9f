// Runs the whole bridge with a real database and a fake broker that can misbehave.
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { buildBridgeRecordCall, type Database, makeOutboxStatements, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTestDatabase } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type RunningBridge, startBridge } from '../src/bridge.ts';
import { readBridgeSettings, readForgetSettings } from '../src/env.ts';
import { forgetBridge } from '../src/forget.ts';
import { startTestBroker, type TestBroker } from './broker.ts';

const template = {
  name: 'outbox of a bridge',
  prepare: async (url: string) => {
    const made = open(url);
    for (const owner of ['configuration', 'repository']) {
      for (const statement of makeOutboxStatements(owner)) await made.pool.query(statement);
    }
    await made.close();
  },
};

let url: string;
let database: Database<never>;
let broker: TestBroker;
beforeEach(async () => {
  ({ url } = await createTestDatabase({ template }));
  database = open(url);
  addCleanup(() => database.close());
  broker = await startTestBroker();
});

function open(at: string): Database<never> {
  return openDatabase<never>({ url: at, poolSize: 2, applicationName: 'test', onError: () => undefined });
}

async function start(environment: Readonly<Record<string, string>> = {}): Promise<RunningBridge> {
  const settings = readBridgeSettings({
    BRIDGE_BROKER: `stomp://127.0.0.1:${broker.address.port}`,
    BRIDGE_CONFIGURATION_DATABASE_URL: url,
    BRIDGE_SETTLE: '0s',
    BRIDGE_METRICS_PORT: '0',
    ...environment,
  });
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const bridge = await startBridge(settings, createLog({ service: 'bridge', destination: silent }));
  const stop = bridge.stop;
  let stopping: Promise<void> | undefined;
  const once = { ...bridge, stop: () => (stopping ??= stop()) };
  addCleanup(once.stop);
  return once;
}

async function store(...auids: string[]): Promise<void> {
  const changes = auids.map((auid) => JSON.stringify({ kind: 'AuConfigStored', auid }));
  await sql`select ${buildBridgeRecordCall('configuration', changes)}`.execute(database.kysely);
}

const GAP = 'GlobalConfigChanged';
const words = () => broker.taken.map(({ map }) => map.auid ?? map.verb ?? map.CacheAction);
const ids = () => broker.taken.map(({ headers }) => headers.HoldfastMessageId);
async function waiting(): Promise<number> {
  const { rows } = await database.pool.query('select count(*) as count from configuration_change');
  return rows[0].count;
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
const nothingWaits = () => until(async () => (await waiting()) === 0);
const probe = async ({ probesUrl }: RunningBridge, path: string) => {
  const answer = await fetch(`${probesUrl}${path}`);
  return { status: answer.status, text: await answer.text() };
};

describe('the bridge', () => {
  it('tells what is kept, in order, and removes it when the broker has it', async () => {
    const bridge = await start();
    await broker.has(1);
    await store('a', 'b');
    await store('c');
    await broker.has(4);
    expect(words()).toEqual([GAP, 'a', 'b', 'c']);
    expect(broker.taken[1]).toMatchObject({
      destination: '/topic/ConfigChangedTopic',
      headers: { persistent: 'true', transformation: 'jms-map-xml' },
    });
    expect(new Set(ids()).size).toBe(4);
    await nothingWaits();
    expect((await probe(bridge, '/readyz')).status).toBe(200);
    const metrics = (await probe(bridge, '/metrics')).text;
    expect(metrics).toContain('holdfast_bridge_messages_total{service="configuration"} 3\n');
    expect(metrics).toContain('holdfast_bridge_state{service="configuration",state="publishing"} 1\n');
    expect(metrics).toContain('holdfast_bridge_changes_waiting{service="configuration"} 0\n');
    const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^\| `(holdfast_bridge_\w+)`/gm)].map(([, name]) => name);
    const there = [...metrics.matchAll(/^# TYPE (holdfast_bridge_\w+)/gm)].map(([, name]) => name);
    expect(there).toHaveLength(5);
    expect(there.sort()).toEqual(named.sort());
  });

  it('has all read anew only when nobody changes anything unnoticed any more', async () => {
    const early = await database.pool.connect();
    addCleanup(() => early.release(true));
    await early.query('begin');
    await early.query('select configuration_is_heard()');
    const bridge = await start();
    await until(async () => (await probe(bridge, '/metrics')).text.includes('state="publishing"} 1'));
    await store('a', 'b');
    await broker.has(2);
    await nothingWaits();
    expect(words()).toEqual(['a', 'b']);
    await early.query('commit');
    await broker.has(3);
    expect(words()).toEqual(['a', 'b', GAP]);
  });

  it('tells again, under the same names, what it does not know to be taken', async () => {
    await start();
    await broker.has(1);
    broker.behaviour.forgetsReceipt = true;
    await store('a', 'b');
    await broker.has(6);
    expect(words()).toEqual([GAP, 'a', 'b', 'a', 'b', GAP]);
    expect(ids().slice(3, 5)).toEqual(ids().slice(1, 3));
    await nothingWaits();
  });

  it('loses nothing while there is no broker, and says so', async () => {
    const bridge = await start();
    await broker.has(1);
    await broker.stop();
    await store('a');
    await until(async () => (await probe(bridge, '/readyz')).status === 503);
    expect((await probe(bridge, '/readyz')).text).toContain('no broker');
    expect((await probe(bridge, '/livez')).status).toBe(200);
    await store('b');
    await broker.start();
    await broker.has(4);
    expect(words()).toEqual([GAP, 'a', 'b', GAP]);
  });

  it('tells all that stands before what the broker refuses', async () => {
    await start();
    await broker.has(1);
    broker.behaviour.refuses = ({ map }) => map.auid === 'c';
    await store('a', 'b', 'c', 'd');
    await broker.has(3);
    expect(words()).toEqual([GAP, 'a', 'b']);
    delete broker.behaviour.refuses;
    await until(async () => words().includes('d'));
    expect(words().filter((word) => word !== GAP)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits while another one tells, and takes its place', async () => {
    const first = await start();
    await broker.has(1);
    const second = await start();
    await store('a');
    await broker.has(2);
    expect((await probe(second, '/metrics')).text).toContain(
      'holdfast_bridge_state{service="configuration",state="standing by"} 1\n',
    );
    await until(async () => (await probe(second, '/readyz')).status === 200);
    await first.stop();
    await store('b');
    await until(async () => words().includes('b'));
    expect(words().filter((word) => word !== GAP)).toEqual(['a', 'b']);
  });

  it('answers who asks whether changes of artifacts are told', async () => {
    await start({ BRIDGE_REPOSITORY_DATABASE_URL: url });
    await broker.has(2);
    expect(words().sort()).toEqual(['Flush', GAP]);
    const asked = (key: string) =>
      `{"map":{"entry":[{"string":["CacheAction","Echo"]},{"string":["ArtifactKey","${key}"]}]}}`;
    for (const body of ['{"map":{}}', asked('http://r')]) broker.publish('/topic/ArtifactCacheTopic', body);
    await broker.has(3);
    expect(broker.taken[2]!.map).toEqual({ CacheAction: 'EchoResp', ArtifactKey: 'http://r' });
  });

  it('comes back to its database', async () => {
    await start();
    await broker.has(1);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'holdfast bridge' and datname = current_database()",
    );
    await until(async () => {
      await store('a');
      return words().includes('a');
    });
  });

  it('is forgotten when it does not run, and nothing is kept from then on', async () => {
    const bridge = await start();
    await broker.has(1);
    const said: string[] = [];
    const forget = () =>
      forgetBridge(readForgetSettings({ BRIDGE_CONFIGURATION_DATABASE_URL: url }), (sentence) =>
        said.push(sentence),
      );
    await expect(forget()).rejects.toThrow(/stop it first/);
    await bridge.stop();
    await store('a');
    await forget();
    await store('b');
    expect(said).toEqual([
      'configuration: changes are no longer kept for a bridge; 1 changes were not published',
    ]);
    expect(await waiting()).toBe(0);
  });
});

describe('the settings of the bridge', () => {
  it('name a broker and a database', () => {
    expect(() => readBridgeSettings({})).toThrow(
      /BRIDGE_BROKER must be set.*\n.*BRIDGE_CONFIGURATION_DATABASE_URL or/,
    );
    expect(() =>
      readBridgeSettings({ BRIDGE_BROKER: 'http://a', BRIDGE_REPOSITORY_DATABASE_URL: url }),
    ).toThrow(/BRIDGE_BROKER must be addresses such as/);
  });
});
