// Runs the README's first session from the unpacked archive, over TLS through a proxy.
import { join } from 'node:path';
import { expectedOutcomes } from '../readme/expected-outcomes.ts';
import { isDefinition, readPrintedSession, runWithShell } from '../readme/first-session.ts';
import type { ProxiedNode } from './proxied-node.ts';

/** Runs each command and compares its output. Returns the number of commands. */
export async function runProxiedSession({
  programs,
  node,
  origins,
  clientEnv,
}: ProxiedNode): Promise<number> {
  const { commands } = readPrintedSession();
  const definitions: string[] = [];
  for (const [index, printed] of commands.entries()) {
    const command = printed
      .replaceAll('data/admin-password', join(node.dataFolder, 'admin-password'))
      .replaceAll('http://127.0.0.1:24610', origins.repository)
      .replaceAll('http://127.0.0.1:24620', origins.configuration);
    const outcome = await runWithShell(command, definitions, node.dataFolder, (script, env) =>
      programs.start(['bash', '-c', script], { ...clientEnv, ...env }),
    );
    if (isDefinition(printed)) definitions.push(command);
    if (outcome.exitCode !== 0 || !expectedOutcomes[index]?.[1].test(replaceHttp2Status(outcome.stdout)))
      throw new Error(`${command}\nended with ${outcome.exitCode}:\n${outcome.stdout}\n${outcome.stderr}`);
  }
  return commands.length;
}

/** Replaces the HTTP/2 status line with the status line that the service sends. curl uses HTTP/2 with Caddy. */
const replaceHttp2Status = (text: string) => text.replace(/^HTTP\/2 200 ?\r\n/, 'HTTP/1.1 200 OK\r\n');
