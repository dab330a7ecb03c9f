// The kinds of notices that a target receives, as checkboxes in groups or as text.
import { useId } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { MixedCheckbox } from '../../parts/form/mixed-checkbox.tsx';
import { KIND_GROUPS, type NoticeKindName } from './merge-targets.ts';

type Kinds = readonly NoticeKindName[];
const GROUPS = Object.entries(KIND_GROUPS) as [string, Kinds][];

interface KindChoiceProps {
  readonly kinds: Kinds;
  readonly onChange: (kinds: Kinds) => void;
}

export function KindChoice({ kinds, onChange }: KindChoiceProps) {
  const id = useId();
  return GROUPS.map(([group, offered]) => {
    const others = kinds.filter((kind) => !offered.includes(kind));
    const chosen = offered.filter((kind) => kinds.includes(kind));
    const isWhole = chosen.length === offered.length;
    return (
      <fieldset key={group} class="notifications-kinds">
        <legend>
          <label class="choice" for={`${id}-${group}`}>
            <MixedCheckbox
              id={`${id}-${group}`}
              isChecked={isWhole}
              isMixed={chosen.length > 0 && !isWhole}
              onToggle={() => onChange(isWhole ? others : [...others, ...offered])}
            />
            <span>{t(`notifications.group.${group}`)}</span>
          </label>
        </legend>
        {offered.map((kind) => (
          <label key={kind} class="choice">
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
              }
            />
            <span>{t(`notifications.kind.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
    );
  });
}

interface KindListProps {
  readonly kinds: Kinds;
  readonly isWeekly: boolean;
}

/** Lists the kinds by group. If all kinds of a group are chosen, only the name of the group is displayed. */
export function KindList({ kinds, isWeekly }: KindListProps) {
  return (
    <ul>
      {GROUPS.map(([group, offered]) => {
        const chosen = offered.filter((kind) => kinds.includes(kind));
        if (chosen.length === 0) return null;
        const isWhole = chosen.length === offered.length;
        const words = isWhole
          ? t('notifications.allKinds')
          : chosen.map((kind) => t(`notifications.kind.${kind}`)).join(', ');
        return (
          <li key={group}>
            <span class="muted">{t(`notifications.group.${group}`)}:</span> {words}
          </li>
        );
      })}
      {isWeekly && <li>{t('notifications.weekly')}</li>}
    </ul>
  );
}
