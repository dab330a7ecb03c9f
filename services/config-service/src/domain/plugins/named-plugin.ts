// Built-in plugin of named AUs, which are identified by a handle only.
import type { Plugin } from './plugin.ts';
import { commonParameters } from './standard-parameters.ts';

export const NAMED_PLUGIN_ID = 'org.lockss.plugin.NamedPlugin';

export const namedPlugin: Plugin = {
  pluginId: NAMED_PLUGIN_ID,
  name: 'Named Plugin',
  version: '1',
  type: 'Builtin',
  definition: {},
  rules: { au_name: '"Named AU: %s", handle' },
  parameters: [
    {
      key: 'handle',
      type: 1,
      definitional: true,
      defaultOnly: false,
      displayName: 'Handle',
      description: 'What tells this AU from all others.',
    },
    // The values of these parameters are lists separated by semicolons.
    { key: 'features', type: 1, definitional: false, defaultOnly: false, displayName: 'Features' },
    { key: 'start_urls', type: 1, definitional: false, defaultOnly: false, displayName: 'Start URLs' },
    { key: 'url_stems', type: 1, definitional: false, defaultOnly: false, displayName: 'URL stems' },
    ...commonParameters,
  ],
};
