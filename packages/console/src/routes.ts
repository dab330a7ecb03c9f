// The screens, a row each, in the order of the navigation. Whoever makes a screen adds its row; `shell/` does the rest. The
// messages of a screen begin with its name, and `<name>.title` is what navigation and the window call it.
import type { Route } from './routing/route.ts';

export const routes: readonly Route[] = [
  {
    path: '/',
    name: 'overview',
    service: 'any',
    group: 'holdings',
    load: () => import('./screens/overview/overview-screen.tsx'),
  },
  {
    path: '/aus',
    name: 'aus',
    service: 'configuration',
    group: 'holdings',
    load: () => import('./screens/aus/aus-screen.tsx'),
  },
  {
    path: '/aus/:auid',
    name: 'au',
    service: 'configuration',
    load: () => import('./screens/au/au-screen.tsx'),
  },
  {
    path: '/titles',
    name: 'titles',
    service: 'configuration',
    group: 'holdings',
    load: () => import('./screens/titles/titles-screen.tsx'),
  },
  {
    path: '/content',
    name: 'content',
    service: 'repository',
    group: 'holdings',
    load: () => import('./screens/content/content-screen.tsx'),
  },
  {
    path: '/content/:namespace/:auid?',
    name: 'content',
    service: 'repository',
    load: () => import('./screens/content/content-screen.tsx'),
  },
  {
    path: '/artifacts/:uuid',
    name: 'artifact',
    service: 'repository',
    load: () => import('./screens/artifact/artifact-screen.tsx'),
  },
  {
    path: '/import',
    name: 'import',
    service: 'repository',
    group: 'work',
    roles: ['contentAdminRole', 'auAdminRole'],
    load: () => import('./screens/import/import-screen.tsx'),
  },
  {
    path: '/keeping',
    name: 'keeping',
    service: 'repository',
    group: 'work',
    load: () => import('./screens/keeping/keeping-screen.tsx'),
  },
  {
    path: '/configuration',
    name: 'configuration',
    service: 'configuration',
    group: 'node',
    roles: ['userAdminRole'],
    load: () => import('./screens/configuration/configuration-screen.tsx'),
  },
  {
    path: '/configuration/files/:section',
    name: 'configfile',
    service: 'configuration',
    roles: ['userAdminRole'],
    load: () => import('./screens/configfile/configfile-screen.tsx'),
  },
  {
    path: '/users',
    name: 'users',
    service: 'any',
    group: 'node',
    load: () => import('./screens/users/users-screen.tsx'),
  },
  {
    path: '/settings',
    name: 'settings',
    service: 'any',
    group: 'node',
    roles: ['userAdminRole'],
    load: () => import('./screens/settings/settings-screen.tsx'),
  },
];
