// Formats the terminal messages of `npm start`.
import { relative } from 'node:path';

export interface ReadyNodeFacts {
  readonly repositoryUrl: string;
  readonly configurationUrl: string;
  readonly adminUser: string;
  /**
   * Origin of the administrator's password. `made`: this start generated it and must print it. `kept`: an earlier start
   * stored it in `file`. `given`: it is set in ADMIN_PASSWORD.
   */
  readonly password:
    | { readonly how: 'made'; readonly password: string; readonly file: string }
    | { readonly how: 'kept'; readonly file: string }
    | { readonly how: 'given' };
  readonly dataFolder: string;
  readonly databaseWords: string;
  readonly objectStoreWords: string;
  readonly workingFolder: string;
}

export function formatReadyMessage(facts: ReadyNodeFacts): string {
  const path = (file: string) => shortenPath(facts.workingFolder, file);
  return `
Holdfast is ready.

  Console              ${facts.configurationUrl}/console/

  repository-service   ${facts.repositoryUrl}   its API explained: ${facts.repositoryUrl}/docs
  config-service       ${facts.configurationUrl}   its API explained: ${facts.configurationUrl}/docs

  Log in as            ${facts.adminUser}
  Password             ${passwordWords(facts, path)}

  Data                 ${path(facts.dataFolder)}
  Index and state      ${facts.databaseWords}
  Archived content     ${facts.objectStoreWords}
  Logs                 ${path(`${facts.dataFolder}/logs`)}

Ctrl-C stops it; a later start finds everything again.
`;
}

function passwordWords({ password }: ReadyNodeFacts, path: (file: string) => string): string {
  switch (password.how) {
    case 'made':
      return `${password.password}   (made now and not shown again; kept in ${path(password.file)})`;
    case 'kept':
      return `kept in ${path(password.file)}`;
    case 'given':
      return 'the one given with ADMIN_PASSWORD';
  }
}

/** Returns a relative path if the file is below the working folder, otherwise the path itself. */
export function shortenPath(workingFolder: string, file: string): string {
  const short = relative(workingFolder, file);
  return short === '' || short.startsWith('..') ? file : short;
}

export function formatSeconds(ms: number): string {
  const count = ms / 1000;
  return count === 1 ? '1 second' : `${count} seconds`;
}

export function formatAlreadyRunningMessage(folder: string, pid: number | undefined): string {
  const who = pid === undefined ? '' : ` (process ${pid})`;
  return `Holdfast runs already on the data folder ${folder}${who}.\nStop that one first, or choose another folder with DATA_DIR.`;
}

export function formatUnfinishedRestoreMessage(folder: string): string {
  return `The data folder ${folder} contains an unfinished restore of a backup. Run the same restore again.`;
}
