// GET /settings, which every service has: its settings as its administrators may see them.
import type { ListedSetting } from '@holdfast/service-kit';
import type { Handler } from './handler.ts';

export function settingsHandlers(list: () => readonly ListedSetting[]): { readonly getSettings: Handler } {
  return {
    getSettings: (_request, response) => {
      response.set('Cache-Control', 'no-store').json(list());
    },
  };
}
