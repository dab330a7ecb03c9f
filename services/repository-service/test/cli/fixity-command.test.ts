// `holdfast keep fixity` from the command line: its text output, its JSON output and its exit codes.
import { createLog } from '@holdfast/service-kit';
import { beforeAll, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { keepCommands } from '../../src/cli/commands.ts';
import { runKeep } from '../../src/cli/run-keep.ts';
import { parseKeepSettings } from '../../src/env.ts';
import { damage, makePage, type Stored, storeAll } from '../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../jobs/fixity/walk.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let keeper: Keeper;
const auid = 'au & a';

beforeAll(async () => {
  service = await startTestService({ FIXITY_PERIOD: 'off' });
  keeper = await openKeeper(service);
});

async function typed(...words: string[]): Promise<{ code: number; text: string }> {
  const pieces: string[] = [];
  const output = { write: (piece: string) => pieces.push(piece) > 0 };
  const code = await runKeep({
    words: ['fixity', ...words],
    commands: keepCommands,
    output: output as never,
    errorOutput: output as never,
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({
        database: keeper.database,
        store: keeper.store,
        settings: parseKeepSettings({
          DATABASE_URL: service.databaseUrl,
          OBJECT_STORE: `fs:${service.storeFolder}`,
          CODEC_THREADS: '1',
        }),
        log: createLog({ service: 'test', level: 'silent' }),
        migrate: async () => undefined,
        newId: uuidv7,
        nowMs: Date.now,
      }),
  });
  return { code, text: pieces.join('') };
}

it('walks, reports AU by AU, and looks again at what is damaged', async () => {
  const [well, victim] = (await storeAll(service, auid, [makePage(auid, 'a'), makePage(auid, 'b')])) as [
    Stored,
    Stored,
  ];
  const before = await typed('--report');
  expect(before).toEqual({
    code: 0,
    text: expect.stringContaining('1 of 1 objects never read\nNothing is damaged.'),
  });
  expect(await typed()).toEqual({ code: 0, text: expect.stringMatching(/2 of 2 \(100 %\).*artifacts\/s/) });

  await damage(victim);
  const { code, text } = await typed('--quiet');
  expect(code).toBe(1);
  expect(text).toContain(`${victim.uuid} ${victim.url} (version 1): `);
  expect(text).not.toContain(well.uuid);

  const report = await typed('--report', '--auid', auid, '--json');
  expect(report.code).toBe(1);
  expect(JSON.parse(report.text)).toMatchObject({
    aus: [{ namespace: 'default', auid, artifacts: 2, damaged: 1, segments: 1, unchecked: 0 }],
    damaged: [
      { uuid: victim.uuid, uri: victim.url, version: 1, committed: true, auid, namespace: 'default' },
    ],
    damagedCount: 1,
  });
  const other = await typed('--report', '--namespace', 'other', '--json');
  expect(JSON.parse(other.text)).toMatchObject({ aus: [], damaged: [] });

  await damage(victim);
  expect(await typed('--damaged', '--json')).toMatchObject({ code: 0 });
  expect(await typed('--report', '--json')).toMatchObject({ code: 0 });
});

it.each([
  [['--report', '--damaged'], 'cannot be combined with --damaged'],
  [['--auid', 'x'], 'only be used with --report'],
  [['--rate', 'soon'], '--rate'],
  [['--what'], '--what'],
])('refuses %j', async (words, message) => {
  const { code, text } = await typed(...words);
  expect(code).toBeGreaterThan(1);
  expect(text).toContain(message);
});
