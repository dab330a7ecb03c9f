// `npm run check:dependencies`, with a package registry of the test's own: what it does when vulnerabilities are known,
// when none are, and when the registry does not say.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEndOfFile, startProcess } from '@holdfast/testkit';
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
  ['critical', 1, /^express: critical: Lets anybody in \(https:.*GHSA-aaaa-bbbb-cccc\); mended in >=99/m],
  ['low', 0, /^No grave vulnerability is known of \d{3} packages\.$/m],
])('judges a vulnerability that is %s', async (severity, code, said) => {
  const ending = await checkAgainst(200, { express: [advisory(severity)] });
  expect(ending).toEqual({ code, output: expect.stringMatching(said) });
});

it('says loudly that it could not look, and passes nothing', async () => {
  expect(await checkAgainst(405, {})).toEqual({
    code: 3,
    output: expect.stringMatching(/^NOT RUN: known vuln/m),
  });
});

it('finds the licences of what is installed', async () => {
  const check = await startProcess(process.execPath, [
    join(project, 'scripts/check-dependencies.mjs'),
    'licences',
  ]);
  const { code } = await check.exited;
  expect({ code, output: check.output() }).toEqual({
    code: 0,
    output: expect.stringMatching(/^The licences of \d{3} packages are allowed\.$/m),
  });
});

/** The check of vulnerabilities, when the registry answers so about all packages. */
async function checkAgainst(status: number, body: unknown) {
  const registry = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  atEndOfFile(() => registry.close());
  const { port } = registry.address() as AddressInfo;
  const words = ['scripts/check-dependencies.mjs', 'vulnerabilities', `--registry=http://127.0.0.1:${port}/`];
  const check = await startProcess(process.execPath, words, { cwd: project });
  const { code } = await check.exited;
  return { code, output: check.output() };
}
