// Window title. A screen of one object sets the object's name, for example `useWindowTitle(au.name)`.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const windowTitle = signal('');

effect(() => {
  document.title = windowTitle.value === '' ? 'Holdfast' : `${windowTitle.value} · Holdfast`;
});

/** Sets the window title. If `title` is undefined, the title of the screen stays. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) windowTitle.value = title;
  }, [title]);
}
