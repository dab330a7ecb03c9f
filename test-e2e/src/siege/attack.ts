// Interface of an attack, and the node that it attacks, which has users with every role.
import type { LaunchedConfig } from '../support/config-server.ts';
import type { RepositoryServer } from '../support/repository-server.ts';

export interface Attack {
  readonly name: string;
  /** Additional settings of the attacked services. */
  readonly env?: {
    readonly repository?: Readonly<Record<string, string>>;
    readonly config?: Readonly<Record<string, string>>;
  };
  /** Stores the data that the attack needs. */
  prepare(target: Target): Promise<void>;
  run(target: Target): Promise<readonly Finding[]>;
}

/** Both services, each with its own database and object store. */
export interface Target {
  readonly repository: RepositoryServer;
  readonly config: LaunchedConfig;
  readonly repositoryDatabase: string;
  readonly configDatabase: string;
  /** Folder that contains the audit log files of both services. */
  readonly auditFolder: string;
  /** `Authorization` header of the administrator, and of a user with only one role for each role. */
  readonly logins: Readonly<Record<'admin' | Role, string>>;
  /** Path of the users file. When the file is rewritten, the services forget which passwords they have verified. */
  readonly usersFile: string;
  say(words: string): void;
}

export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type Role = (typeof ROLES)[number];

/** One row of the result table. */
export interface Finding {
  readonly what: string;
  /** Measured value, with unit. */
  readonly figure: string;
  readonly bound: string;
  readonly isHeld: boolean;
}

/** Creates a table row that passes if the time does not exceed the limit. */
export function makeTimeFinding(what: string, tookMs: number, boundMs: number): Finding {
  return { what, figure: `${Math.round(tookMs)} ms`, bound: `≤ ${boundMs} ms`, isHeld: tookMs <= boundMs };
}

/** Creates a table row that passes if the count is zero. */
export function makeZeroFinding(what: string, count: number, of: number): Finding {
  return { what, figure: `${count} of ${of}`, bound: 'none', isHeld: count === 0 && of > 0 };
}
