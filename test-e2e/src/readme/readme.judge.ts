// Covers: README.md services packages scripts
// Runs every command of the README's first session unchanged against `npm start`, and checks the output.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, type StartedProcess } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestDocumentedGets } from '../support/documented-gets.ts';
import { expectedOutcomes, listedArtifacts } from './expected-outcomes.ts';
import {
  adaptToInstallation,
  isDefinition,
  readPrintedSession,
  readSessionSettings,
  runSessionCommand,
} from './first-session.ts';
import { type Installation, prepareInstallation, runNpmStart } from './installation.ts';

const { start, commands } = readPrintedSession();

/** Matches paths of objects that a new node does not have, although the contract's examples name these objects. */
const notYet = /\/(?:users\/[^/]+|checks\/[^/]+(?:\/certificate)?|deletions\/\d+|versions\/\d+)$/;

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
    expect(commands).toEqual(expectedOutcomes.map(([part]) => expect.stringContaining(part)));
  });

  it('shows what it must, command by command', async () => {
    const definitions: string[] = [];
    for (const [i, printed] of commands.entries()) {
      const command = adaptToInstallation(printed, installation);
      const outcome = await runSessionCommand(command, definitions, installation);
      if (isDefinition(printed)) definitions.push(command);
      expect({ printed, ...outcome }).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(expectedOutcomes[i]![1]),
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
      stdout: expect.stringMatching(listedArtifacts),
    });
  }, 240_000);
});
