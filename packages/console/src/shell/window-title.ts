// What the window is called. A screen that shows one of many things calls it by that: `useWindowTitle(au.name)`.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const windowTitle = signal('');

effect(() => {
  document.title = windowTitle.value === '' ? 'Holdfast' : `${windowTitle.value} · Holdfast`;
});

/** Undefined: as the screen is called. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) windowTitle.value = title;
  }, [title]);
}
