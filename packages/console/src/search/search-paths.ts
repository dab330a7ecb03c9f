// Addresses of search results in the console.
import type { FoundCapture } from '@holdfast/api-types';
import { currentPath, currentQuery, formatPath } from '../routing/location.ts';

/**
 * Returns the text of the search that the screen shows; empty on other screens. The key changes when the user opens
 * another screen. Call this during rendering, so that the component renders again at that time.
 */
export function getShownSearch(): { readonly key: string; readonly text: string } {
  const path = currentPath.value;
  const text = path === '/search' ? (currentQuery.value.get('q') ?? '') : '';
  return { key: `${path} ${text}`, text };
}

/** Returns the address of the screen with all results. */
export const formatSearchPath = (text: string): string => `/search?${new URLSearchParams({ q: text })}`;

export const formatCapturePath = ({ uuid, namespace }: Pick<FoundCapture, 'uuid' | 'namespace'>): string =>
  `${formatPath('/artifacts/:uuid', { uuid })}?${new URLSearchParams({ namespace })}`;

/** Returns the address of the title database, searched for a name. */
export const formatTitlePath = (name: string): string => `/titles?${new URLSearchParams({ q: name })}`;
