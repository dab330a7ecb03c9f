// Parses the parameters of an export request and returns the exported file.
import type { repository } from '@holdfast/api-types';
import type { OperationQuery } from '@holdfast/http-kit';
import { type ExportFormat, type ExportSelection, parseExportName } from '../../domain/export/selection.ts';
import type { BorrowedExport, Exports } from '../../export/exports.ts';
import type { PremisDetail } from '../../export/premis.ts';
import { refuseBothFilters } from '../artifacts/artifact-page.ts';
import {
  makeBadParameterError,
  makeNoSuchAuError,
  makeNoSuchExportError,
  makeNoSuchNamespaceError,
  makeNothingToExportError,
} from '../errors.ts';
import { findFirstSecond, findLastSecond } from '../replay/words/cdx-time.ts';

type Query = OperationQuery<repository.operations['exportArtifacts']>;

export interface ExportRequest {
  readonly selection: ExportSelection;
  readonly format: ExportFormat;
  readonly premis: PremisDetail | undefined;
}

/**
 * Returns the requested export. `detail`: event details that the user may see. Throws 404 for an invalid file name, and
 * 400 for mutually exclusive parameters.
 */
export function parseExportRequest(fileName: string, query: Query, detail: PremisDetail): ExportRequest {
  const name = parseExportName(fileName);
  if (!name) throw makeNoSuchExportError(fileName);
  const { auid, url, urlPrefix, from, to, versions = 'all' } = query;
  refuseBothFilters(url, urlPrefix);
  const fromMs = from === undefined ? undefined : findFirstSecond(from) * 1000;
  const toMs = to === undefined ? undefined : findLastSecond(to) * 1000 + 999;
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs)
    throw makeBadParameterError('`from` is later than `to`.');
  const { namespace, format } = name;
  if (query.premis && format === 'warc')
    throw makeBadParameterError('`premis` requires a WACZ or a bag; a WARC file cannot contain it.');
  const premis = query.premis ? detail : undefined;
  return { selection: { namespace, auid, url, urlPrefix, fromMs, toMs, versions }, format, premis };
}

export interface ExportCaller {
  readonly user: string;
  readonly tag: string | undefined;
  readonly isRange: boolean;
}

/** Borrows the export. Throws 404 if there are no artifacts to export. */
export async function borrowExport(
  exports: Pick<Exports, 'borrow'>,
  { selection, format, premis }: ExportRequest,
  asking: ExportCaller,
): Promise<BorrowedExport> {
  const borrowed = await exports.borrow({ selection, format, premis, ...asking });
  if (borrowed === 'empty') throw makeNothingToExportError();
  if (borrowed) return borrowed;
  const { auid, namespace } = selection;
  throw auid === undefined ? makeNoSuchNamespaceError(namespace) : makeNoSuchAuError(auid, namespace);
}
