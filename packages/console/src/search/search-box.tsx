// Search box above every screen. Loads the list of matches when the box is first used, so that the first screen stays
// small. The key `/` moves the focus to the box.
import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { loadScreenStyles } from '../browser/screen-styles.ts';
import { loadScreenMessages, t } from '../language/t.ts';
import { formatHref, navigate } from '../routing/location.ts';
import { canCall } from '../service/clients.ts';
import { formatSearchPath, getShownSearch } from './search-paths.ts';

export function SearchBox() {
  const [Field, setField] = useState<FunctionComponent | undefined>(undefined);
  const box = useRef<HTMLElement>(null);
  const isLoading = useRef(false);
  /** Text that was typed before the list was loaded. Undefined if the box has lost the focus. */
  const typed = useRef<string | undefined>(undefined);
  useSearchKey(box);
  const { key, text } = getShownSearch();
  useLayoutEffect(() => {
    const input = findInput(box.current);
    if (Field === undefined && input !== null) input.value = text;
  }, [key]);

  async function load(): Promise<void> {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const [{ SearchField }] = await Promise.all([
        import('./search-field.tsx'),
        loadScreenMessages(),
        loadScreenStyles(),
      ]);
      const input = findInput(box.current);
      typed.current = document.activeElement === input ? input?.value : undefined;
      setField(() => SearchField);
    } catch {
      // Ignores the error, because the box can still open the screen with all results.
      isLoading.current = false;
    }
  }

  useLayoutEffect(() => {
    const input = findInput(box.current);
    if (Field === undefined || typed.current === undefined || input === null) return;
    input.focus();
    if (typed.current === '') return;
    input.value = typed.current;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, [Field]);

  if (!canCall('repository', 'searchContent') && !canCall('configuration', 'queryAus')) return null;
  return (
    <search class="search-box" aria-label={t('search.title')} ref={box}>
      {Field === undefined ? (
        <form
          action={formatHref('/search')}
          onSubmit={(event) => {
            event.preventDefault();
            const sought = findInput(event.currentTarget)?.value.trim() ?? '';
            if (sought !== '') navigate(formatSearchPath(sought));
          }}
        >
          <input
            name="q"
            autocomplete="off"
            spellcheck={false}
            aria-label={t('search.label')}
            placeholder={t('search.label')}
            onFocus={() => void load()}
          />
        </form>
      ) : (
        <Field />
      )}
    </search>
  );
}

const findInput = (element: Element | null): HTMLInputElement | null =>
  element?.querySelector('input') ?? null;

/** Moves the focus to the box when `/` is pressed outside of fields and dialogs. */
function useSearchKey(box: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
      const input = findInput(box.current);
      if (input === null) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
}
