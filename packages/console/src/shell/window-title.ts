// Window title. A screen of a single object sets the object's name: `useWindowTitle(au.name)`.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const windowTitle = signal('');

effect(() => {
  document.title = windowTitle.value === '' ? 'Holdfast' : `${windowTitle.value} · Holdfast`;
});

/** Sets the window title. Undefined keeps the title of the screen. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) windowTitle.value = title;
  }, [title]);
}
