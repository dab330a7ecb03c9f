// Addresses of search results in the console.
import type { FoundCapture } from '@holdfast/api-types';
import { formatPath } from '../routing/location.ts';

/** Returns the address of the screen with all results. */
export const formatSearchPath = (text: string): string => `/search?${new URLSearchParams({ q: text })}`;

export const formatCapturePath = ({ uuid, namespace }: Pick<FoundCapture, 'uuid' | 'namespace'>): string =>
  `${formatPath('/artifacts/:uuid', { uuid })}?${new URLSearchParams({ namespace })}`;

/** Returns the address of the title database, searched for a name. */
export const formatTitlePath = (name: string): string => `/titles?${new URLSearchParams({ q: name })}`;
