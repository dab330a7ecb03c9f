// Description of a screen for the shell: its path, the roles that may see it, and its module.
import type { FunctionComponent } from 'preact';
import type { ServiceId } from '../service/session.ts';
import type { RouteParams } from './match.ts';

/** Props of a screen. */
export interface ScreenProps {
  /** Decoded. */
  readonly params: RouteParams;
  readonly query: URLSearchParams;
}

export interface ScreenRoute {
  /** Path below `/console`: `/aus/:auid`; see match.ts. */
  readonly path: string;
  readonly name: string;
  /** Service that must be available. `any`: either of the two. */
  readonly service: ServiceId | 'both' | 'any';
  /** Group in the navigation; absent if the screen is not in the navigation. */
  readonly group?: 'holdings' | 'work' | 'node';
  /** The user needs one of these roles; absent if every role may see the screen. */
  readonly roles?: readonly string[];
  readonly load: () => Promise<{ default: FunctionComponent<ScreenProps> }>;
}
