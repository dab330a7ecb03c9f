// The help text of `holdfast keep`; nothing here decides anything.
import type { KeepCommand } from './command.ts';

export function keepHelp(commands: readonly KeepCommand[]): string {
  const width = Math.max(10, ...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, about }) => `  holdfast keep ${name.padEnd(width)} ${about}`);
  const own = commands.flatMap(({ name, help }) => [
    `${name}`,
    ...help.split('\n').map((line) => `  ${line}`),
    '',
  ]);
  return `holdfast keep: keeps what is stored alive

Usage
${list.join('\n')}

It works on the database and the object store themselves, not through the service, which may run or not unless a
command says otherwise. It finds them by the settings of the service (DATABASE_URL, OBJECT_STORE, S3_…); without
DATABASE_URL it takes those of 'npm start', in its data folder. A command that is stopped or killed goes on from there
when it is given again. The jobs also run inside the service, by the clock; each is done by one process at a time.

${own.join('\n')}Options of all
  --data DIR     the data folder of 'npm start', when it is not the usual one
  --rate BYTES   read and write at most so many bytes a second, e.g. 20MiB
  --afresh       begin at the beginning, whatever an interrupted run had reached
  --json         print the result as JSON
  --quiet        show no progress, and nothing at all when all is well
  -h, --help     this text

Exit code
  0  done, and all is well
  1  done, and something was found that somebody should look at
  2  the command was not understood
  3  it could not be done
`;
}
