// Covers: docker-compose.yml
// Checks docker-compose.yml with Docker Compose's own parser. No container is started.
import { expect, it } from '@jest/globals';
import { buildGoTool, describeWithTools, readOutput } from '../k8s/go-tool.ts';
import { composeFile } from './compose-file.ts';

const compose = await buildGoTool({
  name: 'compose-go',
  version: 'v2.16.2',
  package: 'github.com/compose-spec/compose-go/v2/cmd',
  binary: 'cmd',
});

describeWithTools({ compose }, "Docker Compose's own parser", (programs) => {
  it('takes the file', async () => {
    const project = JSON.parse(await readOutput(programs.compose, ['--format', 'json', composeFile]));
    expect(Object.keys(project.services)).toHaveLength(10);
  });
});
