// What a screen is to the shell: where it is, who may see it, and how it is loaded. Types only.
import type { FunctionComponent } from 'preact';
import type { ServiceId } from '../service/session.ts';
import type { Params } from './match.ts';

/** What a screen is given. */
export interface ScreenProps {
  /** Decoded. */
  readonly params: Params;
  readonly query: URLSearchParams;
}

export interface Route {
  /** Below `/console`: `/aus/:auid`; see match.ts. */
  readonly path: string;
  readonly name: string;
  /** The service that must be there; `any`: one of them will do. */
  readonly service: ServiceId | 'both' | 'any';
  /** Group in the navigation; absent: no entry there. */
  readonly group?: 'holdings' | 'work' | 'node';
  /** Any of these roles is needed; absent: every role will do. */
  readonly roles?: readonly string[];
  readonly load: () => Promise<{ default: FunctionComponent<ScreenProps> }>;
}
