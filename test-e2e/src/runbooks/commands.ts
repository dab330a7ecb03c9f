// States for every command of the runbooks which test runs the command, or why no test can.
import type { BlockKind } from './runbook.ts';

export interface CommandCoverage {
  /** Pages that this entry applies to. If undefined, all pages. */
  readonly pages?: readonly string[];
  readonly kind: BlockKind;
  /** Matches the commands that this entry applies to. If undefined, all commands of the pages. */
  readonly pattern?: RegExp;
  /** Test that runs the commands as printed, or the reason why no test does. */
  readonly how: { readonly test: string } | { readonly reason: string };
}

const content = { test: 'test-e2e/src/compose/content.judge.ts' };

/** The first entry that matches a command determines its coverage. */
export const COMMAND_COVERAGE: readonly CommandCoverage[] = [
  {
    pages: ['back-up.md', 'move-a-node.md'],
    kind: 'sh',
    how: { test: 'test-e2e/src/runbooks/back-up.judge.ts' },
  },
  { pages: ['come-over.md'], kind: 'sh', how: { test: 'test-e2e/src/runbooks/come-over.judge.ts' } },
  {
    pages: ['install.md', 'rotate-passwords.md', 'scale.md'],
    kind: 'sh',
    how: { test: 'test-e2e/src/runbooks/passwords.judge.ts' },
  },
  { pages: ['upgrade.md'], kind: 'sh', how: { test: 'test-e2e/src/upgrade/upgrade.judge.ts' } },
  {
    pages: ['expose.md'],
    kind: 'sh',
    how: {
      reason: 'It listens on all addresses. A test in test-e2e/src/start starts a node with these settings.',
    },
  },
  { pages: ['back-up.md'], kind: 'dump', how: { test: 'test-e2e/src/runbooks/dump.judge.ts' } },
  { pages: ['install.md'], kind: 'docker', pattern: /^(?:cp|echo|curl|AUID=)/, how: content },
  {
    pages: ['back-up.md'],
    kind: 'docker',
    pattern: /docker compose exec -T postgresql /,
    how: {
      reason:
        'The container of PostgreSQL needs Docker. test-e2e/src/runbooks/dump.judge.ts runs pg_dump and pg_restore.',
    },
  },
  {
    pages: ['install.md', 'back-up.md'],
    kind: 'docker',
    pattern: /^docker compose (?:exec|run) /,
    how: content,
  },
  {
    kind: 'docker',
    pattern: /^docker compose (?:--profile \w+ )?(?:up|ps|create|stop|build)\b/,
    how: {
      reason:
        'Containers need Docker. test-e2e/src/compose/content.judge.ts starts their programs from the image folders.',
    },
  },
  {
    pages: ['install.md'],
    kind: 'docker',
    pattern: /^docker build /,
    how: {
      reason:
        'It needs Docker. test-e2e/src/images/images.judge.ts runs the build script of the Dockerfiles.',
    },
  },
  {
    pages: ['back-up.md'],
    kind: 'docker',
    pattern: /^docker run .* tar /,
    how: { reason: 'The volumes of Docker exist only where Docker runs.' },
  },
  {
    pages: ['install.md'],
    kind: 'cluster',
    pattern: / -- holdfast /,
    how: {
      reason:
        'It needs a container. test-e2e/src/compose/content.judge.ts runs the same command from the image of the service.',
    },
  },
  {
    kind: 'cluster',
    pattern: /^curl | (?:exec|logs|port-forward) /,
    how: {
      reason:
        'It needs a container. test-e2e/src/runbooks/references.test.ts checks that the named objects exist.',
    },
  },
  { kind: 'cluster', how: { test: 'test-e2e/src/runbooks/cluster.judge.ts' } },
];

/** Returns the entry that applies to the command. */
export function findCoverage(page: string, kind: BlockKind, command: string): CommandCoverage | undefined {
  return COMMAND_COVERAGE.find(
    (one) => one.kind === kind && (one.pages?.includes(page) ?? true) && (one.pattern?.test(command) ?? true),
  );
}
