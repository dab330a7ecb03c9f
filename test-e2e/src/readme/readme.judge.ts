// Judges: README.md services packages scripts
// Runs every command of the README's first session unchanged against `npm start`, and checks the output.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, type StartedProcess } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestDocumentedGets } from '../support/documented-gets.ts';
import {
  adaptToInstallation,
  isDefinition,
  readPrintedSession,
  readSessionSettings,
  runSessionCommand,
} from './first-session.ts';
import { type Installation, prepareInstallation, runNpmStart } from './installation.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
const artifacts = /^{"artifacts":\[(?:{[^}]*"auid":"sample"[^}]*"committed":true[^}]*},?){5}\],/;

const auid = 'org\\|example\\|plugin\\|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025';
const imported = /^(?:{"warcId":"<urn:uuid:[^\n]*"version":1,"status":"OK"}\n){5}$/;
const { start, commands } = readPrintedSession();

/** Matches paths of users. A new node has none of the users in the contract's examples. */
const notYet = /\/users\/[^/]+$/;

/** Part of each command, in order, with the expected output. */
const expected: [part: string, shown: RegExp][] = [
  ['hf() {', /^$/],
  ['-F archive=@', imported],
  ['/aus/sample/artifacts', artifacts],
  ['--data-urlencode urlPrefix=', artifacts],
  ['UUID=$(hf', /^$/],
  ["-H 'Accept: application/json'", new RegExp(`^{"namespace":"default","uuid":"${uuid}","auid":"sample"`)],
  ['/artifacts/$UUID/payload', /^<!DOCTYPE html>.*<h1>Tide tables<\/h1>.*<\/html>\n$/s],
  ['/artifacts/$UUID/response', /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nHTTP\/1\.1 200 OK\r\n.*<\/html>\n$/s],
  [
    '/replay/cdxb/default',
    new RegExp(`^(?:org,example\\)/\\S*(?: \\S+){9} default:${uuid}\\.warc\\.gz\n){5}$`),
  ],
  [
    '/replay/warcs/default:$UUID',
    /^WARC\/1\.1\r\n.*WARC-Target-URI: http:\/\/www\.example\.org\/\r\n.*<\/html>\n\r\n\r\n$/s,
  ],
  ['AUID=$(hf', /^$/],
  [
    '/aus/add',
    new RegExp(`^\\[{"auId":"${auid}","name":"Tide Tables 2025 .*"isSuccess":true,"message":"Added"}]$`),
  ],
  ['AU=$(node', /^$/],
  ['/aus/$AU', new RegExp(`^{"auId":"${auid}","auConfig":{.*"base_url":"http://www.example.org/"`)],
  ['/austates/$AU', new RegExp(`^{"auId":"${auid}","auCreationTime":\\d+,.*"hasSubstance":"Unknown"`)],
  ['-F archive=@', imported],
  ['/ausubstances/$AU', new RegExp(`^{"id":"${auid}","oldState":"Unknown","newState":"Yes"}$`)],
  // The configuration service can return sizes only if it knows the repository's address and login.
  [
    '/austatuses/$AU',
    /^{"volume":"Tide Tables 2025",.*"contentSize":10588,"diskUsage":\d{5},.*"substanceState":"Yes"/,
  ],
  ['/ws/auqueries', new RegExp(`^\\[{"auId":"${auid}","name":"Tide Tables 2025"}]$`)],
  ['/ws/tdbaus', /^\[{"name":"Tide Tables 2024"},{"name":"Tide Tables 2026"}]$/],
  ['24610/status', /"ready":true.*"serviceName":"repository-service"/],
  [
    '24620/status',
    /"ready":true.*"serviceName":"config-service","readyTime":\d+,"startupStatus":"AUS_STARTED"}$/,
  ],
  ['./holdfast import', /OK +0 {2}stored\n +DUPLICATE +5 {2}stored before\n.*ERROR +0 /s],
];

describe('the first session of the README', () => {
  let installation: Installation;
  let running: StartedProcess;

  beforeAll(async () => {
    const settings = readSessionSettings(start);
    installation = await prepareInstallation(await createTemporaryFolder(), { settings, asPrinted: true });
    running = await runNpmStart(installation);
  }, 200_000);
  afterAll(() => running?.stop());

  it('begins with a password that is shown once and kept for its owner alone', async () => {
    const file = join(installation.dataFolder, 'admin-password');
    const [, shown] = /Password +(\S+) /.exec(running.output()) ?? [];
    expect((await readFile(file, 'utf8')).trim()).toBe(shown);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is no other than the one this test knows the answers of', () => {
    expect(commands).toEqual(expected.map(([part]) => expect.stringContaining(part)));
  });

  it('shows what it must, command by command', async () => {
    const definitions: string[] = [];
    for (const [i, printed] of commands.entries()) {
      const command = adaptToInstallation(printed, installation);
      const outcome = await runSessionCommand(command, definitions, installation);
      if (isDefinition(printed)) definitions.push(command);
      expect({ printed, ...outcome }).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(expected[i]![1]),
      });
    }
  }, 120_000);

  it('leaves what every GET of the documents asks for, as it stands there', async () => {
    const password = (await readFile(join(installation.dataFolder, 'admin-password'), 'utf8')).trim();
    for (const port of [installation.repositoryPort, installation.configPort]) {
      const answers = await requestDocumentedGets(`http://127.0.0.1:${port}`, 'admin', password);
      expect(answers.length).toBeGreaterThanOrEqual(15);
      const refused = answers.filter(({ status }) => status < 200 || status > 299);
      expect(refused.filter(({ url, status }) => !(status === 404 && notYet.test(url)))).toEqual([]);
    }
  });

  it('ends with Ctrl-C, and finds everything again at the next start', async () => {
    running.signalGroup('SIGINT');
    expect(await running.exited).toEqual({ code: 0, signal: null });
    running = await runNpmStart(installation);
    expect(running.output()).toMatch(/Password +kept in /);
    const [login, , listing] = commands.map((printed) => adaptToInstallation(printed, installation));
    expect(await runSessionCommand(listing!, [login!], installation)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(artifacts),
    });
  }, 240_000);
});
