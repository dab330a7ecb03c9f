// Checks the text of the Dockerfiles: pinned base images, no root user, a health check, and only files from the image
// script. No image is built, because the tests have no container engine; images.judge.ts runs the contents of the
// images.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectFolder } from './built-image.ts';

interface Instruction {
  name: string;
  words: string;
}

const ports = {
  'repository-service': ['24610 24611'],
  'config-service': ['24620 24621'],
  bridge: ['24631'],
  cli: [],
};
const read = (image: string) =>
  readFileSync(join(projectFolder, image === 'cli' ? 'packages' : 'services', image, 'Dockerfile'), 'utf8');

describe.each(Object.entries(ports))('the Dockerfile of %s', (service, exposed) => {
  it('has nothing to object to', () => {
    expect(findDockerfileFaults(read(service), service)).toEqual([]);
  });

  it('opens the ports of the service, and starts it by its launcher', () => {
    const last = selectFinalStage(instructions(read(service)));
    expect(wordsOf(last, 'EXPOSE')).toEqual(exposed);
    const program = service === 'cli' ? 'holdfast' : service;
    expect(wordsOf(last, 'ENTRYPOINT')).toEqual([`["/holdfast/bin/${program}"]`]);
  });

  it.each([
    ['a base without a tag', (text: string) => text.replace(/^ARG DEBIAN=\S+/m, 'ARG DEBIAN=debian')],
    ['a base that moves', (text: string) => text.replace(/^ARG DEBIAN=\S+/m, 'ARG DEBIAN=debian:latest')],
    ['a base whose version is open', (text: string) => text.replace(/^ARG NODE=\S+/m, 'ARG NODE=node:slim')],
    ['a base of nobody knows where', (text: string) => text.replace(/^ARG NODE=.*\n/m, '')],
    ['root', (text: string) => text.replace(/^USER .*$/m, 'USER 0:0')],
    ['no user', (text: string) => text.replace(/^USER .*\n/m, '')],
    [
      'a health check too many or too few',
      (text: string) =>
        text.includes('HEALTHCHECK')
          ? text.replace(/^HEALTHCHECK .*\n/m, '')
          : `${text}HEALTHCHECK CMD true\n`,
    ],
    [
      'a shell as first process',
      (text: string) => text.replace(/^ENTRYPOINT .*$/m, 'ENTRYPOINT node main.js'),
    ],
    ['programs fetched', (text: string) => text.replace(/^USER/m, 'RUN apt-get install curl\nUSER')],
    ['another build', (text: string) => text.replace('node scripts/image.mjs', 'pnpm install')],
    ['more than was built', (text: string) => text.replace(/^USER/m, 'COPY . /more\nUSER')],
  ])('would not get away with %s', (_what, spoil) => {
    expect(findDockerfileFaults(spoil(read(service)), service)).not.toEqual([]);
  });
});

it.each(['repository-service', 'config-service', 'cli'])(
  'the Dockerfile of %s would not get away with a spool of its own user alone',
  (image) => {
    const changed = read(image).replace('--group 0 --mode 0770', '--group 10001 --mode 0700');
    expect(findDockerfileFaults(changed, image)).toEqual([
      'the spool can be written to by any user with group 0',
    ]);
  },
);

function findDockerfileFaults(text: string, service: string): string[] {
  const all = instructions(text);
  const last = selectFinalStage(all);
  const [user = 'root'] = wordsOf(last, 'USER').slice(-1);
  const copies = wordsOf(last, 'COPY');
  const rules: [string, boolean][] = [
    [
      'bases have a whole version',
      listBaseImages(all).every((base) => /^\S+:\d+\.\d+\S*(@sha256:\S+)?$/.test(base)),
    ],
    ['the user is a number, and not 0', /^[1-9]\d*:[1-9]\d*$/.test(user)],
    ['nothing is added from elsewhere', wordsOf(all, 'ADD').length === 0],
    [
      'the build is that of the image script',
      wordsOf(all, 'RUN').includes(`node scripts/image.mjs ${service} /image`),
    ],
    ['the image holds what was built alone', copies.join() === '--from=build /image /holdfast'],
    ['nothing is installed', !wordsOf(last, 'RUN').some((run) => /apt|curl|wget|npm|corepack/.test(run))],
    [
      'a program that runs permanently has a health check',
      wordsOf(last, 'HEALTHCHECK').length === (service === 'cli' ? 0 : 1),
    ],
    [
      'the first process is the service',
      wordsOf(last, 'ENTRYPOINT').every((words) => words.startsWith('["')),
    ],
    // The bridge writes no files, so it has no volume.
    ['the spool is a volume', wordsOf(last, 'VOLUME').join() === (service === 'bridge' ? '' : '["/spool"]')],
    [
      'the spool can be written to by any user with group 0',
      service === 'bridge' ||
        wordsOf(last, 'RUN').some((run) => run.includes('--owner 10001 --group 0 --mode 0770 /spool')),
    ],
    ['no secret is in it', !/PASSWORD|SECRET|TOKEN/.test(wordsOf(all, 'ENV').join())],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

function instructions(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const at = line.indexOf(' ');
    return { name: line.slice(0, at), words: line.slice(at + 1) };
  });
}

/** Returns the base images, with build arguments replaced by their default values. */
function listBaseImages(all: Instruction[]): string[] {
  const defaults = new Map(wordsOf(all, 'ARG').map((words) => words.split('=') as [string, string]));
  return wordsOf(all, 'FROM').map((words) =>
    words.replace(/ AS \w+$/, '').replaceAll(/\$\{(\w+)\}/g, (_all, name) => defaults.get(name) ?? ''),
  );
}

function selectFinalStage(all: Instruction[]): Instruction[] {
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}

function wordsOf(all: Instruction[], wanted: string): string[] {
  return all.filter(({ name }) => name === wanted).map(({ words }) => words);
}
