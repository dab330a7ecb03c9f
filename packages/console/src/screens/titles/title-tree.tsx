// Tree of publishers, titles and AUs that renders only visible lines (tree pattern of the ARIA Authoring Practices).
// Arrow keys move the focus and open lines; Space selects a line.
import { useRef, useState } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { MixedCheckbox } from '../../parts/form/mixed-checkbox.tsx';
import { useRowWindow } from '../../parts/table/use-window.ts';
import { MiddleCut } from '../../parts/text/middle-cut.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { describeProblem } from '../../service/describe-problem.ts';
import { isScopePartlySelected, isScopeSelected, type ScopeSelection, selectScope } from './scope.ts';
import { getTreeLevel, listTreeLines, type TreeLine } from './tree-model.ts';
import type { TitleTree as Tree } from './use-title-tree.ts';

export interface TitleTreeProps {
  readonly tree: Tree;
  /** Selected scopes. Undefined if the user cannot add AUs, and therefore cannot select any. */
  readonly chosen: ScopeSelection | undefined;
  readonly onChoose: (chosen: ScopeSelection) => void;
}

const REM_ROW = 2.25;
const MAX_NAME = 300;

export function TitleTree({ tree, chosen, onChoose }: TitleTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const lines = listTreeLines(tree.state);
  const rowPx = REM_ROW * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const shown = useRowWindow(scroller, lines.length, rowPx);

  function turn(line: TreeLine): void {
    if (line.kind === 'more') tree.fetchMore(line.of);
    else if (line.kind !== 'au') (line.isOpen ? tree.close : tree.fetchMore)(line.scope);
  }

  function tick(line: TreeLine): void {
    if (chosen === undefined || line.kind === 'more' || !isSelectable(line)) return;
    onChoose(selectScope(chosen, line.scope, !isScopeSelected(chosen, line.scope)));
  }

  function move(index: number): void {
    const bounded = Math.min(Math.max(index, 0), lines.length - 1);
    setActive(bounded);
    shown.scrollTo(bounded);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${bounded}"]`)?.focus(),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const line = lines[active];
    if (line === undefined || !(event.target as Element).matches('[role=treeitem]')) return;
    const parent = () =>
      lines.findLastIndex((other, at) => at < active && getTreeLevel(other) < getTreeLevel(line));
    const isOpen = 'isOpen' in line && line.isOpen;
    const act = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(lines.length - 1),
      PageDown: () => move(active + 15),
      PageUp: () => move(active - 15),
      ArrowRight: () => (isOpen || line.kind === 'au' ? move(active + 1) : turn(line)),
      ArrowLeft: () => (isOpen ? turn(line) : move(Math.max(parent(), 0))),
      Enter: () => turn(line),
      ' ': () => tick(line),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  function onClick({ target }: MouseEvent): void {
    const row = (target as Element).closest<HTMLElement>('[data-index]');
    const line = lines[Number(row?.dataset.index ?? -1)];
    if (line !== undefined && (target as Element).closest('a, input, button') === null) turn(line);
  }

  const tabbable = shown.rows.some(({ index }) => index === active) ? active : shown.rows[0]?.index;
  return (
    <div class={`title-tree${tree.loading ? ' stale' : ''}`} aria-busy={tree.loading} ref={scroller}>
      <div
        role="tree"
        aria-label={t('titles.title')}
        aria-multiselectable={chosen !== undefined || undefined}
        class="title-lines"
        style={{ height: `${shown.heightPx}px` }}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {shown.rows.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <div
              key={line.key}
              data-index={index}
              role="treeitem"
              aria-level={getTreeLevel(line)}
              aria-expanded={'isOpen' in line ? line.isOpen : undefined}
              aria-selected={
                chosen !== undefined && line.kind !== 'more' ? isScopeSelected(chosen, line.scope) : undefined
              }
              tabIndex={index === tabbable ? 0 : -1}
              class="title-line"
              style={{ transform: `translateY(${start}px)`, '--level': getTreeLevel(line) }}
              onFocus={() => setActive(index)}
            >
              <span class={`tree-sign${'isOpen' in line && line.isOpen ? ' is-open' : ''}`}>
                {'isOpen' in line && <Icon name="right" />}
              </span>
              {chosen !== undefined && line.kind !== 'more' && (
                <MixedCheckbox
                  label={t('common.select')}
                  tabIndex={-1}
                  isChecked={isScopeSelected(chosen, line.scope)}
                  isMixed={isScopePartlySelected(chosen, line.scope)}
                  disabled={!isSelectable(line)}
                  onToggle={() => tick(line)}
                />
              )}
              <LineContent line={line} countsAus={tree.state.countsAus} onMore={() => turn(line)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const isSelectable = (line: TreeLine): boolean =>
  line.kind !== 'au' || (line.line.isAddable && !line.line.isActive);

interface LineContentProps {
  readonly line: TreeLine;
  readonly countsAus: boolean;
  readonly onMore: () => void;
}

function LineContent({ line, countsAus, onMore }: LineContentProps) {
  switch (line.kind) {
    case 'publisher':
      return (
        <>
          <span class="title-name">{shortenMiddle(line.line.name, MAX_NAME)}</span>
          <span class="muted small title-more">
            {t(countsAus ? 'titles.auCount' : 'titles.titleCount', { count: line.line.count })}
          </span>
        </>
      );
    case 'title':
      return (
        <>
          <span class="title-name">{shortenMiddle(line.line.name, MAX_NAME)}</span>
          <span class="muted small title-more title-issns number">{line.line.issns.join(' · ')}</span>
        </>
      );
    case 'au':
      return (
        <>
          <a
            class="title-name"
            tabIndex={-1}
            href={formatHref(formatPath('/aus/:auid', { auid: line.line.auid }))}
          >
            <MiddleCut text={line.line.name} />
          </a>
          {line.line.isActive && <span class="badge badge-good">{t('titles.configured')}</span>}
          {!line.line.isActive && !line.line.isAddable && (
            <span class="badge badge-warning">{t('titles.notAddable')}</span>
          )}
          {line.line.isDown && <span class="badge badge-warning">{t('titles.down')}</span>}
          <span class="muted small title-more number">{line.line.year}</span>
        </>
      );
    case 'more':
      if (line.problem !== undefined)
        return (
          <>
            <span class="bad">{describeProblem(line.problem).title}</span>
            <Button kind="quiet" onClick={onMore}>
              {t('common.again')}
            </Button>
          </>
        );
      return line.isAsked ? (
        <span class="muted">{t('common.loading')}</span>
      ) : (
        <Button kind="quiet" onClick={onMore}>
          {t('titles.more')}
        </Button>
      );
  }
}
