// Builds Go programs that the tests use, from the Go module proxy or from a module of this repository, once per
// machine.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from '@holdfast/testkit';
import { describe, it } from '@jest/globals';
import { makeGoVariables } from './env.ts';

export type GoTool =
  /** Tool of another project: a package and a version for `go install`. */
  | { name: string; version: string; package: string; binary?: string }
  /** Tool of this repository: the folder of its Go module, and values of string variables. */
  | { name: string; folder: string; variables?: Readonly<Record<string, string>> };

/** Path of the program, or the reason why there is none. */
export type BuiltTool = { program: string } | { missing: string };

/** Building the control plane takes 17 minutes on two idle processors. */
const makeTimeoutMs = 60 * 60_000;
// Disables optimization, which saves a quarter of the build time; the programs run only briefly.
const flags = ['-p', '2', '-trimpath', '-gcflags', 'all=-N -l'];
const linkerFlags = '-s -w';

export async function buildGoTool(tool: GoTool): Promise<BuiltTool> {
  const version = 'folder' in tool ? hashSources(tool.folder) : tool.version;
  try {
    const make = (folder: string) => build(tool, folder);
    const home = await installCachedTool({ name: `${tool.name}-${version}`, make, makeTimeoutMs });
    return { program: join(home, binaryOf(tool)) };
  } catch (error) {
    return { missing: `${tool.name}: ${(error as Error).message}` };
  }
}

/**
 * Declares a test suite with `describe` if all tools are available. Otherwise prints a message and declares one skipped
 * test.
 */
export function describeWithTools<Name extends string>(
  tools: Readonly<Record<Name, BuiltTool>>,
  name: string,
  body: (programs: Record<Name, string>) => void,
): void {
  const programs: Partial<Record<Name, string>> = {};
  const missing: string[] = [];
  for (const [key, tool] of Object.entries<BuiltTool>(tools) as [Name, BuiltTool][]) {
    if ('program' in tool) programs[key] = tool.program;
    else missing.push(tool.missing);
  }
  if (missing.length === 0) {
    describe(name, () => body(programs as Record<Name, string>));
    return;
  }
  const line = '='.repeat(100);
  process.stderr.write(`\n${line}\nNOT RUN: "${name}". ${missing.join('; ')}\n${line}\n\n`);
  it.skip(name, () => undefined);
}

/** Runs a program with `input` on standard input. Resolves to its output; rejects with its error output. */
export function readOutput(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    const child = execFile(program, [...args], limits, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
    );
    child.stdin?.end(input);
  });
}

async function build(tool: GoTool, folder: string): Promise<void> {
  process.stderr.write(`building ${tool.name}, once: it may take some minutes\n`);
  mkdirSync(folder, { recursive: true });
  if ('folder' in tool) {
    const set = Object.entries(tool.variables ?? {}).map(([name, value]) => ` -X ${name}=${value}`);
    const linked = ['-ldflags', linkerFlags + set.join('')];
    await runGo(['build', ...flags, ...linked, '-o', join(folder, tool.name), '.'], tool.folder, folder);
    return;
  }
  const source = `${tool.package}@${tool.version}`;
  await runGo(['install', ...flags, '-ldflags', linkerFlags, source], folder, folder);
  if (!existsSync(join(folder, binaryOf(tool))))
    throw new Error(`${tool.package} builds no ${binaryOf(tool)}`);
}

function binaryOf(tool: GoTool): string {
  return ('binary' in tool && tool.binary) || tool.name;
}

async function runGo(args: string[], cwd: string, binFolder: string): Promise<void> {
  const options = {
    cwd,
    env: makeGoVariables(binFolder),
    timeout: makeTimeoutMs,
    maxBuffer: 16 * 1024 * 1024,
  };
  try {
    await promisify(execFile)('go', args, options);
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT') throw new Error('there is no Go on this machine');
    throw new Error(`it could not be built: ${(stderr || message).trim().split('\n').at(-1)}`);
  }
}

function hashSources(folder: string): string {
  const hash = createHash('sha256');
  const files = ['go.mod', 'go.sum', 'main.go'].map((file) => join(folder, file));
  for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
