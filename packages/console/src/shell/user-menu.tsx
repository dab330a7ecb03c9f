// Menu of the user at the foot of the navigation: roles, own account, language, theme and logout.
import { t } from '../language/t.ts';
import { Menu } from '../parts/basic/menu.tsx';
import { formatHref } from '../routing/location.ts';
import { logOut, session } from '../service/session.ts';
import { listLanguageItems, listThemeItems } from './preferences.tsx';

export function UserMenu() {
  const { name, roles } = session.value ?? { name: '', roles: [] };
  const account = {
    ...{ key: 'account', label: t('shell.account') },
    href: formatHref('/users', { own: 1 }),
  };
  const leave = { key: 'leave', label: t('shell.logOut'), onChoose: () => void logOut() };
  return (
    <Menu
      label={t('shell.userMenu', { name })}
      groups={[
        { key: 'account', items: [account] },
        listLanguageItems(),
        listThemeItems(),
        { key: 'leave', items: [leave] },
      ]}
      head={
        <>
          <bdi class="menu-name">{name}</bdi>
          <span class="small muted">{roles.map((role) => t(`shell.role.${role}`)).join(', ')}</span>
        </>
      }
    >
      <bdi class="menu-name">{name}</bdi>
    </Menu>
  );
}
