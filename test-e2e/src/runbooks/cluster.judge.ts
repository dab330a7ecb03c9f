// Covers: docs/runbooks k8s examples scripts/make-secrets.sh test-e2e/src/k8s
// Runs the commands for Kubernetes of the runbooks with kubectl and Helm against a real API server and its controllers.
// There is no kubelet: the judge reports pods as ready and Jobs as complete, and commands that reach into a container are
// not run.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { controlPlaneTool, startControlPlane } from '../k8s/control-plane.ts';
import { buildGoTool, describeWithTools } from '../k8s/go-tool.ts';
import { copyOverlayWith, helmTool } from '../k8s/manifests.ts';
import { reportAllPods } from '../k8s/rollout.ts';
import { findCoverage } from './commands.ts';
import { extractBlocks, runbookPages, runRunbookCommand } from './runbook.ts';

const START_TIMEOUT_MS = 180_000;
const TIMEOUT_MS = 300_000;
const tools = { controlPlane: await buildGoTool(controlPlaneTool), helm: await buildGoTool(helmTool) };

/** Returns the blocks for Kubernetes of a page, without the commands that this judge does not run. */
function readClusterBlocks(page: string): string[][] {
  return extractBlocks(page)
    .filter(({ kind }) => kind === 'cluster')
    .map(({ commands }) =>
      commands.filter((command) => 'test' in (findCoverage(page, 'cluster', command)?.how ?? {})),
    );
}

describeWithTools(tools, 'the commands for Kubernetes of the runbooks', (programs) => {
  const ran = new Set<string>();
  let env: Record<string, string>;
  let stopReports: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const { client, kubeconfig } = await startControlPlane(programs.controlPlane);
    stopReports = reportAllPods(client, 'holdfast');
    const home = await createTemporaryFolder();
    const functions = [
      `kubectl() { '${programs.controlPlane}' kubectl "$@"; }`,
      `helm() { '${programs.helm}' "$@"; }`,
    ];
    const startFile = join(home, 'functions.sh');
    await writeFile(startFile, `${functions.join('\n')}\n`);
    await mkdir(join(home, 'work'));
    env = { HOME: home, WORK: join(home, 'work'), KUBECONFIG: kubeconfig, BASH_ENV: startFile };
    await runRunbookCommand('sh scripts/make-secrets.sh "$WORK/secrets"', env);
  }, START_TIMEOUT_MS);

  afterAll(() => stopReports?.());

  beforeEach(async () => {
    // Deletes the workloads first. Otherwise, the deletion of the namespace would wait for half of the pods' grace
    // period.
    const workloads = 'cronjobs,jobs,deployments,statefulsets';
    await runRunbookCommand(`kubectl -n holdfast delete ${workloads} --all --cascade=foreground`, env);
    await runRunbookCommand('kubectl delete namespace holdfast --ignore-not-found', env);
  }, TIMEOUT_MS);

  /** Runs the blocks of a page, or only the blocks at the given positions. The API server must not send warnings. */
  async function run(page: string, ...positions: number[]): Promise<string> {
    const blocks = readClusterBlocks(page);
    const wanted = positions.length === 0 ? blocks : positions.map((position) => blocks[position]!);
    let output = '';
    for (const command of wanted.flat()) {
      // kubectl restarts a Deployment at most once per second, but pods become ready immediately in this test.
      if (command.includes('rollout restart')) await sleep(1_100);
      const said = await runRunbookCommand(command, env);
      expect(said).not.toMatch(/^Warning/m);
      ran.add(`${page}: ${command}`);
      output += said;
    }
    return output;
  }

  it(
    'install a node on one machine, add content, change its passwords, and stop it for a move',
    async () => {
      // The first block of the page adds content to the node of the second block.
      expect(await run('install.md', 1)).toMatch(/deployment "config-service" successfully rolled out/);
      expect(await run('install.md', 0)).toMatch(/configmap\/holdfast-titles created/);
      expect(await run('rotate-passwords.md')).toMatch(/statefulset.apps\/object-store restarted/);
      expect(await run('move-a-node.md')).toMatch(/deployment.apps\/config-service scaled/);
      expect(await runRunbookCommand('kubectl -n holdfast get pods --output=name', env)).not.toMatch(
        /-service/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'install a node in a cluster, upgrade it, go back, and scale it',
    async () => {
      expect(await run('install.md', 2)).toMatch(/deployment "repository-service" successfully rolled out/);
      await run('rotate-passwords.md', 0);
      // `kubectl diff` succeeds only if the API server would change nothing.
      expect(await run('upgrade.md')).toMatch(/deployment.apps\/config-service rolled back/);
      expect(await run('scale.md')).toMatch(/Deployment\/repository-service/);
    },
    TIMEOUT_MS,
  );

  it(
    'back up a node, restore it, and rebuild its index',
    async () => {
      const overlay = await copyOverlayWith('single-node', 'backup', 'last');
      await runRunbookCommand(`kubectl apply -k '${overlay}'`, env);
      expect(await run('back-up.md')).toMatch(/job.batch\/rebuild-now condition met/);
    },
    TIMEOUT_MS,
  );

  it(
    'install a node with Helm',
    async () => {
      const output = await run('install.md', 3);
      expect(output).toMatch(/STATUS: deployed/);
      expect(output).toMatch(/deployment "repository-service" successfully rolled out/);
    },
    TIMEOUT_MS,
  );

  it('are all run, except for commands that need a container', () => {
    const all = runbookPages.flatMap((page) =>
      readClusterBlocks(page).flatMap((commands) => commands.map((command) => `${page}: ${command}`)),
    );
    expect([...ran].sort()).toEqual([...new Set(all)].sort());
  });
});
