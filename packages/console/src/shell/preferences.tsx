// Language and colour theme as groups of menu items. The login page has two menus; the user menu has both groups.

import { chooseTheme, THEMES, theme } from '../browser/theme.ts';
import { LANGUAGES, type Language } from '../language/languages.ts';
import { chooseLanguage, language, t } from '../language/t.ts';
import { Menu, type MenuGroup } from '../parts/basic/menu.tsx';

export const listLanguageItems = (): MenuGroup => ({
  key: 'language',
  title: t('shell.language'),
  items: Object.entries(LANGUAGES).map(([value, label]) => ({
    ...{ key: value, label, lang: value, isChosen: value === language.value },
    onChoose: () => void chooseLanguage(value as Language),
  })),
});

export const listThemeItems = (): MenuGroup => ({
  key: 'theme',
  title: t('shell.theme'),
  items: THEMES.map((value) => ({
    ...{ key: value, label: t(`shell.theme.${value}`), isChosen: value === theme.value },
    onChoose: () => chooseTheme(value),
  })),
});

export function PreferenceMenus() {
  return (
    <div class="preferences">
      {[listLanguageItems(), listThemeItems()].map((group) => (
        <Menu key={group.key} label={`${group.title}: ${findChosenLabel(group)}`} groups={[group]} />
      ))}
    </div>
  );
}

const findChosenLabel = ({ items }: MenuGroup): string => items.find(({ isChosen }) => isChosen)?.label ?? '';
