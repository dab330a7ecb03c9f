// Interfaces of an attack and of the attacked node, which has users with every role.
import type { LaunchedConfig } from '../support/config-server.ts';
import type { RepositoryServer } from '../support/repository-server.ts';

export interface SiegeAttack {
  readonly name: string;
  /** Additional settings of the attacked services. */
  readonly env?: {
    readonly repository?: Readonly<Record<string, string>>;
    readonly config?: Readonly<Record<string, string>>;
  };
  /** Stores the data that the attack needs. */
  prepare(target: SiegeTarget): Promise<void>;
  run(target: SiegeTarget): Promise<readonly SiegeFinding[]>;
}

/** Both services, each with its own database and object store. */
export interface SiegeTarget {
  readonly repository: RepositoryServer;
  readonly config: LaunchedConfig;
  readonly repositoryDatabase: string;
  readonly configDatabase: string;
  /** Folder that contains the audit log files of both services. */
  readonly auditFolder: string;
  /** `Authorization` header of the administrator, and of one user per role who has only this role. */
  readonly logins: Readonly<Record<'admin' | SiegeRole, string>>;
  /** Path of the users file. When the file is rewritten, the services forget which passwords they have verified. */
  readonly usersFile: string;
  say(words: string): void;
}

export const SIEGE_ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type SiegeRole = (typeof SIEGE_ROLES)[number];

/** One row of the result table. */
export interface SiegeFinding {
  readonly what: string;
  /** Measured value, with unit. */
  readonly figure: string;
  readonly bound: string;
  readonly isHeld: boolean;
}

/** Creates a table row that passes if the time does not exceed the limit. */
export function makeTimeFinding(what: string, tookMs: number, boundMs: number): SiegeFinding {
  return { what, figure: `${Math.round(tookMs)} ms`, bound: `≤ ${boundMs} ms`, isHeld: tookMs <= boundMs };
}

/** Creates a table row that passes if the count is zero. */
export function makeZeroFinding(what: string, count: number, of: number): SiegeFinding {
  return { what, figure: `${count} of ${of}`, bound: 'none', isHeld: count === 0 && of > 0 };
}
