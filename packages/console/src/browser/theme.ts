// Colour theme: the theme that the user chose, or else the theme of the operating system.
import { signal } from '@preact/signals';
import { readStoredChoice, storeChoice } from './local-storage.ts';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>(parseTheme(readStoredChoice('theme')));

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

export function chooseTheme(wanted: Theme): void {
  theme.value = wanted;
  storeChoice('theme', wanted === 'system' ? undefined : wanted);
  applyTheme();
}

function parseTheme(text: string | null): Theme {
  return THEMES.find((one) => one === text) ?? 'system';
}
