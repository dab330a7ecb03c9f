// What every attack of the siege is, and what it is given: a node of its own, with users of every kind.
import type { LaunchedConfig } from '../support/config-server.ts';
import type { RepositoryServer } from '../support/repository-server.ts';

export interface Attack {
  readonly name: string;
  /** Settings of the services beyond those that every siege has. */
  readonly env?: {
    readonly repository?: Readonly<Record<string, string>>;
    readonly config?: Readonly<Record<string, string>>;
  };
  /** Fills the node with whatever the attack is about. */
  prepare(target: Target): Promise<void>;
  run(target: Target): Promise<readonly Finding[]>;
}

/** Both services, on databases and a store of their own. */
export interface Target {
  readonly repository: RepositoryServer;
  readonly config: LaunchedConfig;
  readonly repositoryDatabase: string;
  readonly configDatabase: string;
  /** Holds the files of the audit log of both services. */
  readonly auditFolder: string;
  /** `Authorization` of a user who has the one role alone, or is the administrator. */
  readonly logins: Readonly<Record<'admin' | Role, string>>;
  /** Rewritten, it makes the services forget which passwords they have verified. */
  readonly usersFile: string;
  say(words: string): void;
}

export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type Role = (typeof ROLES)[number];

/** One row of the table. */
export interface Finding {
  readonly what: string;
  /** With its unit. */
  readonly figure: string;
  readonly bound: string;
  readonly isHeld: boolean;
}

/** A time that must not be longer than the bound. */
export function timeFinding(what: string, tookMs: number, boundMs: number): Finding {
  return { what, figure: `${Math.round(tookMs)} ms`, bound: `≤ ${boundMs} ms`, isHeld: tookMs <= boundMs };
}

/** A count that must be none. */
export function noneFinding(what: string, count: number, of: number): Finding {
  return { what, figure: `${count} of ${of}`, bound: 'none', isHeld: count === 0 && of > 0 };
}
