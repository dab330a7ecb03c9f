// Select elements for the language and the theme.

import { chooseTheme, THEMES, type Theme, theme } from '../browser/theme.ts';
import { LANGUAGES, type Language } from '../language/languages.ts';
import { chooseLanguage, language, t } from '../language/t.ts';
import { Select } from '../parts/form/select.tsx';

export function PreferenceControls() {
  return (
    <div class="choices">
      <Select
        label={t('shell.language')}
        value={language.value}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={(value) => void chooseLanguage(value as Language)}
      />
      <Select
        label={t('shell.theme')}
        value={theme.value}
        options={THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
        onChange={(value) => chooseTheme(value as Theme)}
      />
    </div>
  );
}
