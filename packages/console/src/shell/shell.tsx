// Frame around a screen: the navigation, as a sidebar or (on narrow screens) as a drawer, and a skip link for keyboard
// users.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ImportTray } from '../imports/import-tray.tsx';
import { t } from '../language/t.ts';
import { IconButton } from '../parts/basic/icon-button.tsx';
import { currentPath } from '../routing/location.ts';
import type { ScreenRoute } from '../routing/route.ts';
import { SearchBox } from '../search/search-box.tsx';
import { LogoMark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { ScreenHost } from './screen-host.tsx';

export function Shell({ routes }: { routes: readonly ScreenRoute[] }) {
  const isOpen = useSignal(false);
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<HTMLDivElement>(null);

  // Closes the drawer when the user opens another screen.
  useEffect(() => {
    isOpen.value = false;
  }, [currentPath.value]);

  // Moves the focus before the browser paints, so that no key press reaches the button that opened the drawer.
  useLayoutEffect(() => {
    if (!isOpen.value) return;
    drawer.current?.querySelector('a')?.focus();
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      isOpen.value = false;
      opener.current?.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen.value]);

  return (
    <div class={`shell${isOpen.value ? ' drawer-open' : ''}`}>
      <button type="button" class="skip-link" onClick={focusMain}>
        {t('shell.skip')}
      </button>
      <header class="topbar" ref={opener}>
        <IconButton
          icon="menu"
          label={t('shell.navigation')}
          expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
        <span class="wordmark">
          <LogoMark /> Holdfast
        </span>
      </header>
      <aside class="sidebar" ref={drawer}>
        <Navigation routes={routes} />
      </aside>
      {isOpen.value && (
        <div
          class="drawer-shade"
          aria-hidden="true"
          onClick={() => {
            isOpen.value = false;
          }}
        />
      )}
      <div class="shell-column">
        <SearchBox />
        <main id="main" tabIndex={-1}>
          <ScreenHost routes={routes} />
        </main>
      </div>
      <ImportTray />
    </div>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}
