// Button that opens a menu (menu button pattern of the ARIA Authoring Practices). Arrow keys, Home and End move in the
// menu; Enter, Space and clicks choose an item and close the menu; Escape closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** Language of the label, if it differs from the language of the page. */
  readonly lang?: string;
  /** Whether the item is the current choice of its group. Undefined for actions and links. */
  readonly isChosen?: boolean;
  /** Address, if the item is a link. */
  readonly href?: string;
  readonly onChoose?: () => void;
}

export interface MenuGroup {
  readonly key: string;
  /** Heading of the group. */
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

export interface MenuProps {
  /** Name of the button and of the menu. */
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Content of the button. Default: the label. */
  readonly children?: ComponentChildren;
  /** Text above the items. */
  readonly head?: ComponentChildren;
}

export function Menu({ label, groups, children, head }: MenuProps) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Position of the item that gets the focus when the menu opens. Undefined while the menu is closed. */
  const [first, open] = useState<number | undefined>(undefined);
  const isOpen = first !== undefined;
  const items = groups.flatMap((group) => group.items);

  const close = () => open(undefined);
  const focusItem = (index: number) => {
    const all = whole.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [];
    all[(index + all.length) % all.length]?.focus();
  };

  useLayoutEffect(() => {
    if (first !== undefined) focusItem(first);
  }, [first]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (!whole.current?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function onMenuKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const at = [...(whole.current?.querySelectorAll('.menu-item') ?? [])].indexOf(target);
    const act = {
      ArrowDown: () => focusItem(at + 1),
      ArrowUp: () => focusItem(at - 1),
      Home: () => focusItem(0),
      End: () => focusItem(-1),
      // Browsers do not follow a link when the user presses Space, but every menu item must react to Space.
      ' ': () => target.click(),
      Escape: () => {
        close();
        button.current?.focus();
      },
    }[event.key];
    if (event.key === 'Tab') close();
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  return (
    <div class="menu" ref={whole}>
      <button
        ref={button}
        type="button"
        class="menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={() => open(isOpen ? undefined : findStart(items))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowUp' ? items.length - 1 : 0);
        }}
      >
        {children ?? label} <Icon name="open" />
      </button>
      {isOpen && (
        <div class="menu-panel">
          {head !== undefined && <div class="menu-head">{head}</div>}
          <div id={`${id}-menu`} role="menu" aria-label={label} onKeyDown={onMenuKey}>
            {groups.map((group) => (
              <div
                key={group.key}
                class="menu-group"
                role="group"
                aria-labelledby={group.title === undefined ? undefined : `${id}-${group.key}`}
              >
                {group.title !== undefined && (
                  <div class="menu-title" id={`${id}-${group.key}`} role="presentation">
                    {group.title}
                  </div>
                )}
                {group.items.map((item) => (
                  <Item
                    key={item.key}
                    item={item}
                    onChosen={() => {
                      close();
                      button.current?.focus();
                    }}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * Returns the position of the chosen item if all items belong to one choice. Otherwise returns the position of the
 * first item.
 */
function findStart(items: readonly MenuItem[]): number {
  const isOneChoice = items.every(({ isChosen }) => isChosen !== undefined);
  return isOneChoice
    ? Math.max(
        0,
        items.findIndex(({ isChosen }) => isChosen),
      )
    : 0;
}

function Item({ item, onChosen }: { readonly item: MenuItem; readonly onChosen: () => void }) {
  const { label, lang, isChosen, href, onChoose } = item;
  const choose = () => {
    onChosen();
    onChoose?.();
  };
  const shared = { class: 'menu-item', tabIndex: -1, lang, onClick: choose };
  if (href !== undefined)
    return (
      <a {...shared} role="menuitem" href={href}>
        {label}
      </a>
    );
  if (isChosen === undefined)
    return (
      <button {...shared} type="button" role="menuitem">
        {label}
      </button>
    );
  return (
    <button {...shared} type="button" role="menuitemradio" aria-checked={isChosen}>
      <span class="menu-mark">{isChosen && <Icon name="check" />}</span>
      {label}
    </button>
  );
}
