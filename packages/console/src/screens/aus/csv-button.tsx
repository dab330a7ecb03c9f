// Downloads the listed AUs as CSV with the columns of the table.
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatShare } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { DownloadLink } from '../../parts/basic/download.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { toastProblem } from '../../parts/feedback/toasts.tsx';
import { configuration, formatCallUrl, repository } from '../../service/clients.ts';
import type { AuColumn } from './columns.ts';
import { makeAusCsv } from './csv.ts';
import type { AuListing } from './use-listing.ts';

const FILE_NAME = 'archival-units.csv';

interface CsvButtonProps {
  /** Query that selects the listed AUs and the columns of the configuration service. */
  readonly auQuery: string;
  readonly listing: AuListing;
  readonly columns: readonly AuColumn[];
}

export function AusCsvButton({ auQuery, listing, columns }: CsvButtonProps) {
  if (!columns.some(({ isFromRepository }) => isFromRepository))
    return (
      <DownloadLink
        href={formatCallUrl({ service: 'configuration', operation: 'queryAusAsCsv', input: { auQuery } })}
      >
        CSV
      </DownloadLink>
    );
  return <CombinedButton listing={listing} columns={columns} />;
}

/** Combines rows of both services in the browser, because neither service knows the figures of the other. */
function CombinedButton({ listing: { numbers, isWhole }, columns }: Omit<CsvButtonProps, 'auQuery'>) {
  const [done, setDone] = useState<number | undefined>(undefined);
  const unwanted = useRef(new AbortController());
  useEffect(() => () => unwanted.current.abort(), []);

  async function save(): Promise<void> {
    const { signal } = unwanted.current;
    setDone(0);
    try {
      const parts = await makeAusCsv(
        {
          queryAus: (query) => configuration.queryAus({ auQuery: query }, { signal }),
          summarizeAus: (auids) =>
            repository.summarizeAus({ allNamespaces: true, body: [...auids] }, { signal }),
          onProgress: setDone,
        },
        numbers,
        columns,
      );
      const href = URL.createObjectURL(new Blob(parts, { type: 'text/csv; charset=utf-8' }));
      Object.assign(document.createElement('a'), { href, download: FILE_NAME }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch (error) {
      if (!signal.aborted) toastProblem(error);
    }
    setDone(undefined);
  }

  return (
    <Button busy={done !== undefined} disabled={!isWhole} onClick={() => void save()}>
      <Icon name="download" /> CSV
      {done !== undefined && numbers.length > 0 && ` ${formatShare(done / numbers.length, 0)}`}
      <span class="only-read">{t('aus.csvWhat')}</span>
    </Button>
  );
}
