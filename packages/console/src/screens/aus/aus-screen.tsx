// Screen of the Archival Units: all configured AUs in one table, with filters, counts and bulk actions.
import { ServiceError } from '@holdfast/client/browser';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { readStoredChoice, storeChoice } from '../../browser/local-storage.ts';
import { t } from '../../language/t.ts';
import { AddAusDialog } from '../../parts/au/add-dialog.tsx';
import { GroupDialog } from '../../parts/au/group/group-dialog.tsx';
import { AUS_PER_REQUEST, type GroupOperation } from '../../parts/au/group/run.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall, configuration } from '../../service/clients.ts';
import { canRequestHoldings } from '../../service/known-holdings.ts';
import { AuTable } from './au-table.tsx';
import { ColumnDialog } from './column-dialog.tsx';
import { type AuColumn, readChosenColumns, storeChosenColumns } from './columns.ts';
import { AuCounts } from './counts.tsx';
import { AusCsvButton } from './csv-button.tsx';
import { EmptyAus } from './empty-aus.tsx';
import { AuFilterBar } from './filter-bar.tsx';
import { type AuNumbers, LISTING_SELECT } from './listing.ts';
import { locateQueryError, type QueryError } from './query/query-error.ts';
import { joinQuery, splitQuery } from './query/text.ts';
import { type AuRowSelection, countSelectedAus, EMPTY_SELECTION, listSelectedNumbers } from './selection.ts';
import { UnconfiguredAus } from './unconfigured.tsx';
import { type AuListing, useAuListing, useAuRows } from './use-listing.ts';

const memory = { recall: readStoredChoice, remember: storeChoice };

export default function AusScreen({ query }: ScreenProps) {
  const view = query.get('view');
  if ((view === 'unconfigured' || view === 'empty') && canRequestHoldings())
    return (
      <div class="aus stack" key={view}>
        <h1>{t('aus.title')}</h1>
        {view === 'empty' ? <EmptyAus /> : <UnconfiguredAus />}
      </div>
    );
  return <ConfiguredAus query={query} />;
}

function ConfiguredAus({ query }: Pick<ScreenProps, 'query'>) {
  const text = query.get('q') ?? '';
  const isCounted = query.get('counts') === '1';
  const setText = (q: string) => setQuery({ q }, { replace: false });
  const listing = useAuListing(text);
  const [columns, setColumns] = useState(() => readChosenColumns(memory, canRequestHoldings()));
  const rows = useAuRows(listing, columns);
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const [dialog, open] = useState<GroupOperation | 'columns' | undefined>(undefined);
  useEffect(() => setSelection(EMPTY_SELECTION), [text]);
  const fault = useMemo(() => toQueryError(text, listing.problem), [text, listing.problem]);
  const parts = splitQuery(text);
  const isSelectable = canCall('configuration', 'deactivateAus');

  return (
    <div class="aus stack">
      <Toolbar
        text={text}
        listing={listing}
        columns={columns}
        isCounted={isCounted}
        onColumns={() => open('columns')}
        onAdd={() => open('add')}
      />
      <AuFilterBar text={text} fault={fault} onChange={setText} />
      {listing.problem !== undefined && fault === undefined && (
        <ProblemMessage of={listing.problem} again={listing.again} />
      )}
      {rows.problem !== undefined && (
        <ProblemMessage of={rows.problem} again={() => rows.window.look(0, 0)} />
      )}
      {isCounted && (
        <AuCounts
          text={text}
          onCondition={(condition) =>
            setText(joinQuery({ ...parts, conditions: [...parts.conditions, condition] }))
          }
        />
      )}
      {isSelectable && listing.length > 0 && (
        <SelectionBar
          selection={selection}
          total={listing.length}
          onDo={open}
          onClear={() => setSelection(EMPTY_SELECTION)}
        />
      )}
      {listing.length === 0 ? (
        <EmptyListing listing={listing} isFiltered={parts.conditions.length > 0} />
      ) : (
        <AuTable
          listing={listing}
          rows={rows}
          columns={columns}
          order={parts.order}
          onOrder={(order) => setText(joinQuery({ ...parts, order }))}
          selection={isSelectable ? selection : undefined}
          onSelection={setSelection}
        />
      )}
      {dialog === 'columns' && (
        <ColumnDialog
          chosen={columns}
          onClose={() => open(undefined)}
          onChoose={(names) => {
            storeChosenColumns(memory, names);
            setColumns(readChosenColumns(memory, canRequestHoldings()));
            open(undefined);
          }}
        />
      )}
      {dialog === 'add' && <AddAusDialog onChanged={listing.again} onClose={() => open(undefined)} />}
      {dialog !== undefined && dialog !== 'columns' && dialog !== 'add' && (
        <GroupDialog
          operation={dialog}
          count={countSelectedAus(selection, listing.length)}
          batches={(signal) => fetchSelectedAuids(selection, listing.numbers, signal)}
          onChanged={() => {
            setSelection(EMPTY_SELECTION);
            listing.again();
          }}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

interface ToolbarProps {
  readonly text: string;
  readonly listing: AuListing;
  readonly columns: readonly AuColumn[];
  readonly isCounted: boolean;
  readonly onColumns: () => void;
  readonly onAdd: () => void;
}

function Toolbar({ text, listing, columns, isCounted, onColumns, onAdd }: ToolbarProps) {
  const queried = columns.filter(({ name, isFromRepository }) => !isFromRepository && name !== 'auId');
  const names = ['auId', ...queried.map(({ name }) => name)];
  const auQuery = `select ${names.join(', ')} ${text.replaceAll('\n', ' ')}`.trim();
  return (
    <>
      <div class="row">
        <h1>{t('aus.title')}</h1>
        <p class="aus-count muted" role="status">
          {t(listing.isWhole ? 'aus.count' : 'aus.counting', { count: listing.length })}
        </p>
        <Button pressed={isCounted} onClick={() => setQuery({ counts: isCounted ? undefined : 1 })}>
          {t('aus.counts')}
        </Button>
        <Button onClick={onColumns}>{t('aus.columns')}</Button>
        <AusCsvButton auQuery={auQuery} listing={listing} columns={columns} />
        {canCall('configuration', 'addAus') && (
          <Button kind="primary" onClick={onAdd}>
            {t('aus.add')}
          </Button>
        )}
      </div>
      <div class="row">
        {canRequestHoldings() &&
          (['unconfigured', 'empty'] as const).map((view) => (
            <a key={view} href={formatHref('/aus', { view })}>
              {t(`aus.${view}`)}
            </a>
          ))}
        <CopyAsCurl service="configuration" operation="queryAus" input={{ auQuery }} />
      </div>
    </>
  );
}

interface SelectionBarProps {
  readonly selection: AuRowSelection;
  readonly total: number;
  readonly onDo: (operation: GroupOperation) => void;
  readonly onClear: () => void;
}

/**
 * Toolbar with the bulk actions. Also displayed without a selection, so that the rows below do not move under the
 * pointer.
 */
function SelectionBar({ selection, total, onDo, onClear }: SelectionBarProps) {
  const count = countSelectedAus(selection, total);
  const isEmpty = count === 0;
  return (
    <div class="row aus-selection" role="toolbar" aria-label={t('aus.withSelected')}>
      <span class={isEmpty ? 'muted' : undefined}>{t('common.selected', { count })}</span>
      {(['deactivate', 'reactivate', 'delete'] as const).map((operation) => (
        <Button key={operation} disabled={isEmpty} onClick={() => onDo(operation)}>
          {t(`aus.group.${operation}.do`)}
        </Button>
      ))}
      <Button kind="quiet" disabled={isEmpty} onClick={onClear}>
        {t('aus.clearSelection')}
      </Button>
    </div>
  );
}

function EmptyListing({ listing, isFiltered }: { listing: AuListing; isFiltered: boolean }) {
  if (listing.problem !== undefined) return null;
  if (!listing.isWhole) return <LoadingIndicator />;
  if (isFiltered) return <EmptyState title={t('aus.noneFound')}>{t('aus.noneFoundWhy')}</EmptyState>;
  return (
    <EmptyState title={t('aus.none')} action={<a href={formatHref('/titles')}>{t('aus.toTitles')}</a>}>
      {t('aus.noneWhy')}
    </EmptyState>
  );
}

function toQueryError(text: string, problem: unknown): QueryError | undefined {
  if (!(problem instanceof ServiceError) || problem.status !== 400) return undefined;
  return locateQueryError(text, LISTING_SELECT, problem.problem ?? {});
}

/** Yields the AUIDs of the selected AUs in the order of the table. */
async function* fetchSelectedAuids(
  selection: AuRowSelection,
  numbers: AuNumbers,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  for (const batch of listSelectedNumbers(selection, numbers, AUS_PER_REQUEST)) {
    const auQuery = `select auId where auNumber in (${batch.join(', ')})`;
    const found = await configuration.queryAus({ auQuery }, { signal });
    yield found.map(({ auId }) => auId!);
  }
}
