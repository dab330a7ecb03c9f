// Describes a screen for the navigation: its path, the roles that may see it, and its module.
import type { FunctionComponent } from 'preact';
import type { ServiceId } from '../service/session.ts';
import type { RouteParams } from './match.ts';

/** Props of a screen. */
export interface ScreenProps {
  /** Parameters of the path, decoded. */
  readonly params: RouteParams;
  readonly query: URLSearchParams;
}

export interface ScreenRoute {
  /** Path below `/console`, such as `/aus/:auid`. match.ts defines the syntax. */
  readonly path: string;
  readonly name: string;
  /** Service that must be available. `both`: both services; `any`: at least one service. */
  readonly service: ServiceId | 'both' | 'any';
  /** Group in the navigation. Undefined if the screen is not in the navigation. */
  readonly group?: 'holdings' | 'work' | 'node';
  /** Roles that may see the screen. Undefined if every role may. */
  readonly roles?: readonly string[];
  readonly load: () => Promise<{ default: FunctionComponent<ScreenProps> }>;
}
