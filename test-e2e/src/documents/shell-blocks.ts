// Finds the shell blocks of the documents and the tests that run these blocks.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentsProjectFolder, documentTexts } from './documents.ts';

export interface ShellBlock {
  readonly page: string;
  /** Word after `sh` in the opening fence, such as `cluster`; may be empty. */
  readonly kind: string;
  /** Reason in the comment `<!-- not run: REASON -->` before the block. */
  readonly notRun: string | undefined;
  /** Text of the block. */
  readonly text: string;
}

/** Test that runs every `sh` block of a page, by page or folder. */
export const SHELL_BLOCK_RUNNERS: Readonly<Record<string, string>> = {
  'README.md': 'test-e2e/src/readme/readme.judge.ts',
  'docs/runbooks/': 'test-e2e/src/runbooks',
  'docs/reading-without-holdfast.md': 'test-e2e/src/reading/reading.judge.ts',
  'docs/metrics.md': 'test-e2e/src/monitoring/runbook-address.test.ts',
  'docs/replay.md': 'test-e2e/src/replay/replay-page.ts',
  'packages/client/README.md': 'test-e2e/src/client/readme.judge.ts',
};

/** Pages whose `sh` blocks printed-commands.judge.ts runs. */
export const PRINTED_PAGES = [
  'docs/queries.md',
  'docs/titles.md',
  'docs/exports.md',
  'docs/configuration.md',
  'docs/users.md',
  'docs/imports.md',
];

/** Kinds of blocks in runbooks that need a cluster or Docker. */
export const KINDS_NOT_RUN = ['cluster', 'docker'];

/** Finds the shell blocks in a text. */
export function findShellBlocks(page: string, text: string): ShellBlock[] {
  const pattern = /(?:<!-- not run: ([^>]+) -->\n+)?^```(?:sh|bash|shell|console)(?: (\w+))?\n(.*?)^```$/gms;
  return [...text.matchAll(pattern)].map(([, notRun, kind = '', body]) => ({
    ...{ page, kind, notRun },
    text: body!,
  }));
}

/** Returns the shell blocks of all documents. */
export const extractShellBlocks: readonly ShellBlock[] = [...documentTexts].flatMap(([page, text]) =>
  findShellBlocks(page, text),
);

/** Returns the blocks of a page, except blocks that state why they are not run. */
export function findRunnableBlocks(page: string): ShellBlock[] {
  return extractShellBlocks.filter((block) => block.page === page && block.notRun === undefined);
}

/**
 * Returns whether a test runs the block, the document states why the block is not run, or the block only calls the
 * project's own scripts.
 */
export function isAccountedFor({ page, kind, notRun, text }: ShellBlock): boolean {
  if (notRun !== undefined || KINDS_NOT_RUN.includes(kind)) return true;
  const runner = Object.entries(SHELL_BLOCK_RUNNERS).find(
    ([path]) => page === path || page.startsWith(`${path}`),
  )?.[1];
  if (runner !== undefined) return existsSync(join(documentsProjectFolder, runner));
  return PRINTED_PAGES.includes(page) || text.trim().split('\n').every(isProjectCommand);
}

/**
 * Returns whether a line calls one of the project's own scripts. The tests do not run such a line, because that could
 * run the tests recursively. {@link findUnknownCommands} checks its arguments.
 */
function isProjectCommand(line: string): boolean {
  return /^(?:[A-Z_]+=\S+ )?(?:npm (?:test|start|run)\b|node [\w/.-]+\.mjs\b)/.test(line);
}

/** Finds commands that name a judge, drill, test, service or script that does not exist. */
export function findUnknownCommands(code: string): string[] {
  const checks: [pattern: RegExp, exists: (name: string) => boolean][] = [
    [/\bnpm run judges -- ([a-z][\w/.-]*)/g, (name) => judges.some((path) => path.includes(name))],
    [
      /\bnpm run drill -- ([a-z-]+)/g,
      (name) =>
        ['drills', 'drills/console'].some((folder) =>
          existsSync(join(documentsProjectFolder, 'test-e2e/src', folder, `${name}.ts`)),
        ),
    ],
    [
      /\bnpm run image (?:--silent )?-- ([a-z-]+)/g,
      (name) => existsSync(join(documentsProjectFolder, 'services', name)),
    ],
    [/\bnpm test -- ([a-z][\w/.-]*)/g, (name) => existsSync(join(documentsProjectFolder, name))],
    [
      /\bnode ((?:scripts|packages|examples|bench)\/[\w/.-]+\.mjs)/g,
      (name) => existsSync(join(documentsProjectFolder, name)),
    ],
    [/\b(?:sh )?(scripts\/[\w-]+\.(?:sh|mjs))/g, (name) => existsSync(join(documentsProjectFolder, name))],
  ];
  return checks.flatMap(([pattern, exists]) =>
    [...code.matchAll(pattern)].filter(([, name]) => !exists(name!)).map(([command]) => command),
  );
}

/** Returns the paths of the judges, as `npm run judges -- --list` prints them. */
function listJudges(): string[] {
  const units = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(documentsProjectFolder, parent)).map((unit) => join(parent, unit)),
  );
  return ['test-e2e/src', 'bench/test', ...units.map((unit) => join(unit, 'test'))]
    .filter((folder) => existsSync(join(documentsProjectFolder, folder)))
    .flatMap((folder) =>
      readdirSync(join(documentsProjectFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.judge.ts'))
        .map((path) => join(folder, path)),
    );
}

const judges = listJudges();
