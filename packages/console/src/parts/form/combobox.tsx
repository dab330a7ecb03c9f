// Text field with a list of matching options in groups, as the combobox pattern of ARIA 1.2 describes it. Arrow keys,
// Home and End move in the list, Enter chooses, and Escape closes the list and then clears the text.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { useMatches } from './use-matches.ts';

export interface ComboboxOption {
  /** Key of the option, unique among the options of all groups. */
  readonly key: string;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly badge?: string | undefined;
}

export interface ComboboxGroup<Option extends ComboboxOption = ComboboxOption> {
  readonly key: string;
  readonly title: string;
  readonly options: readonly Option[];
}

export interface ComboboxProps<Option extends ComboboxOption> {
  readonly label: string;
  /** Whether to display the label. If false, only screen readers read it. */
  readonly showLabel?: boolean;
  /** Text of the current choice. If undefined, the field is cleared when the user chooses an option. */
  readonly value?: string | undefined;
  /** Initial text of a field without a current choice. When `key` changes, the field shows `text` again. */
  readonly shown?: { readonly key: string; readonly text: string };
  readonly placeholder?: string;
  /** Key that moves the focus to this field, unless the focus is in another field. */
  readonly hotkey?: string;
  /** Returns the options for a text. Returns no group if the text is too short. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly ComboboxGroup<Option>[]>;
  readonly onChoose: (option: Option) => void;
  /** Called with the text when the user presses Enter without a chosen option. */
  readonly onSubmit?: (text: string) => void;
}

type KeyPress = KeyboardEvent & { readonly currentTarget: HTMLInputElement };

export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { label, showLabel = true, value, shown, placeholder, hotkey, load, onChoose, onSubmit } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value ?? shown?.text ?? '');
  const [isOpen, open] = useState(false);
  const [active, activate] = useState(-1);
  const known = useRef(value);
  useEffect(() => {
    // Keeps text that was typed before this effect runs for the first time.
    if (known.current === value) return;
    known.current = value;
    setText(value ?? '');
  }, [value]);
  const shownKey = useRef(shown?.key);
  useEffect(() => {
    if (shownKey.current === shown?.key) return;
    shownKey.current = shown?.key;
    setText(shown?.text ?? '');
    close();
  }, [shown?.key]);
  useHotkey(hotkey, field);
  // Lists all options while the field still shows the current choice.
  const sought = text === value ? '' : text.trim();
  const { groups, isStale, problem } = useMatches(load, sought, isOpen);
  const options = groups.flatMap((group) => group.options);
  const hasList = isOpen && (options.length > 0 || problem !== undefined || (sought !== '' && !isStale));
  const chosen = active < options.length ? options[active] : undefined;

  const close = () => {
    open(false);
    activate(-1);
  };
  const choose = (option: Option) => {
    close();
    setText(value === undefined ? '' : option.title);
    onChoose(option);
  };
  const moveTo = (index: number) => {
    open(true);
    if (options.length > 0) activate((index + options.length) % options.length);
  };
  const keys: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => moveTo(active + 1) === undefined,
    ArrowUp: () => moveTo(active < 0 ? -1 : active - 1) === undefined,
    Home: () => hasList && moveTo(0) === undefined,
    End: () => hasList && moveTo(-1) === undefined,
    Enter: () => {
      if (hasList && chosen !== undefined && !isStale) choose(chosen);
      else if (onSubmit !== undefined && text.trim() !== '') {
        close();
        onSubmit(text.trim());
      } else return hasList;
      return true;
    },
    Escape: () => {
      if (hasList) close();
      else if (text !== '') setText('');
      else return false;
      return true;
    },
  };
  return (
    <div class="combobox field">
      <label for={id} class={showLabel ? undefined : 'only-read'}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        role="combobox"
        aria-expanded={hasList}
        aria-controls={`${id}-list`}
        aria-activedescendant={hasList && chosen ? formatOptionId(id, chosen) : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={text}
        onInput={(event: { currentTarget: HTMLInputElement }) => {
          setText(event.currentTarget.value);
          open(true);
          activate(-1);
        }}
        onClick={() => open(true)}
        onBlur={() => {
          close();
          if (value !== undefined) setText(value);
        }}
        onKeyDown={(event: KeyPress) => {
          if (event.isComposing || !keys[event.key]?.()) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div
        class={`combobox-list${isStale ? ' stale' : ''}`}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!hasList}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {hasList &&
          groups.map((group) => (
            <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
              <div class="combobox-group" id={`${id}-${group.key}`} role="presentation">
                {group.title}
              </div>
              {group.options.map((option) => (
                <Row
                  key={option.key}
                  id={formatOptionId(id, option)}
                  option={option}
                  isActive={option === chosen}
                  onClick={() => choose(option)}
                />
              ))}
            </div>
          ))}
        {hasList && options.length === 0 && (
          <p class="combobox-none">{problem === undefined ? t('combobox.none') : problem}</p>
        )}
      </div>
      <span class="only-read" role="status">
        {hasList && !isStale && (problem ?? t('combobox.count', { count: options.length }))}
      </span>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly option: ComboboxOption;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function Row({ id, option: { title, hint, badge }, isActive, onClick }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Documents without layout, as in tests, lack `scrollIntoView`.
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <div ref={row} class="combobox-option" id={id} role="option" aria-selected={isActive} onClick={onClick}>
      <span class="combobox-title">
        <bdi>{title}</bdi> {badge !== undefined && <span class="badge">{badge}</span>}
      </span>
      {hint !== undefined && <span class="small muted breaks">{hint}</span>}
    </div>
  );
}

const formatOptionId = (id: string, { key }: ComboboxOption): string => `${id}-option-${key}`;

/** Moves the focus to the field when the key is pressed outside of fields. */
function useHotkey(hotkey: string | undefined, field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    if (hotkey === undefined) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== hotkey || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [hotkey]);
}
