// Covers: .github
// Checks the GitHub Actions workflows with actionlint.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { buildGoTool, describeWithTools, readOutput } from '../k8s/go-tool.ts';
import { projectFolder } from '../readme/installation.ts';

const actionlint = await buildGoTool({
  name: 'actionlint',
  version: 'v1.7.12',
  package: 'github.com/rhysd/actionlint/cmd/actionlint',
});
const folder = join(projectFolder, '.github/workflows');
const files = readdirSync(folder);

describeWithTools({ actionlint }, 'actionlint', (programs) => {
  const check = (text: string) =>
    readOutput(programs.actionlint, ['-no-color', '-shellcheck=', '-pyflakes=', '-'], text);

  it.each(files)('finds no fault in %s', async (file) => {
    expect(await check(readFileSync(join(folder, file), 'utf8'))).toBe('');
  });

  it('finds a step that runs nothing', async () => {
    const text = readFileSync(join(folder, files[0]!), 'utf8');
    await expect(check(text.replace(/^ +- run: .*$/m, '      - name: Nothing'))).rejects.toThrow();
  });
});
