// Lists the problems and duplicates that the last load found in the title database, for GET /titles/findings.
import type { configuration } from '@holdfast/api-types';
import { parseFinding } from '../../domain/titles/finding.ts';
import { readLoadState } from '../../index/configuration/load-state.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { readServedTitles } from '../../index/titles/files.db.ts';
import {
  countProblems,
  type FindingPosition,
  selectDuplicatesAfter,
  selectProblemsAfter,
} from '../../index/titles/findings.db.ts';
import { makeBadFindingsTokenError } from '../errors.ts';

export interface TitleFindingsDeps {
  readonly db: Db;
  /** Removes local paths from a message. */
  readonly shown: (sentence: string) => string;
}

type Schemas = configuration.components['schemas'];
type Finding = Schemas['TitleFinding'];

export interface FindingsRequest {
  readonly kind: Schemas['TitleFindingKind'];
  readonly limit: number;
  readonly continuationToken: string | undefined;
}

/** Returns a page of problems or duplicates. Throws ApiError 400 for an invalid continuation token. */
export async function listTitleFindings(
  deps: TitleFindingsDeps,
  { kind, limit, continuationToken }: FindingsRequest,
): Promise<Schemas['TitleFindings']> {
  const after = continuationToken === undefined ? START : positionIn(continuationToken);
  return kind === 'problem' ? listProblems(deps, after, limit) : listDuplicateTitles(deps, after, limit);
}

/** Lists the problems of unreadable files first. For pagination, unreadable files have position 0. */
async function listProblems(deps: TitleFindingsDeps, after: FindingPosition, limit: number) {
  const { db, shown } = deps;
  const [ofNoFile, inFiles] = await Promise.all([listUnreadableFileProblems(deps), countProblems(db)]);
  const skipped = after.place === 0 ? after.no : ofNoFile.length;
  const own = ofNoFile
    .map((finding, at) => ({ place: 0, no: at + 1, finding }))
    .slice(skipped, skipped + limit);
  const rows = await selectProblemsAfter(db, after.place === 0 ? START : after, limit - own.length);
  const others = rows.map(({ place, no, source, sentence }) => ({
    ...{ place, no },
    finding: toShownFinding(parseFinding(sentence, source), shown),
  }));
  const page = [...own, ...others];
  return {
    total: ofNoFile.length + inFiles,
    findings: page.map(({ finding }) => finding),
    ...tokenAfter(page, limit),
  };
}

async function listDuplicateTitles({ db, shown }: TitleFindingsDeps, after: FindingPosition, limit: number) {
  const [served, rows] = await Promise.all([readServedTitles(db), selectDuplicatesAfter(db, after, limit)]);
  const findings = rows.map(
    ({ source, line, column, name, auid, firstSource, firstLine }): Finding => ({
      ...{ source: shown(source), line },
      ...(column !== null && { column }),
      ...{ message: name, auId: auid, first: { source: shown(firstSource), line: firstLine } },
    }),
  );
  return { total: served.duplicates, findings, ...tokenAfter(rows, limit) };
}

/** Returns problems of unreadable files, from the last load's state. The title tables do not contain such files. */
async function listUnreadableFileProblems({ db, shown }: TitleFindingsDeps): Promise<Finding[]> {
  const { problems } = await readLoadState(db);
  const sentences = problems.titles ?? [];
  const ofFiles = await selectProblemsAfter(db, START, sentences.length);
  const known = new Set(ofFiles.map(({ sentence }) => shown(sentence)));
  return sentences.filter((sentence) => !known.has(sentence)).map((sentence) => parseFinding(sentence));
}

function toShownFinding(finding: Finding, shown: (sentence: string) => string): Finding {
  const { source, message } = finding;
  return { ...finding, ...(source !== undefined && { source: shown(source) }), message: shown(message) };
}

const START: FindingPosition = { place: 0, no: 0 };

function tokenAfter(rows: readonly FindingPosition[], limit: number) {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? {} : { continuationToken: `${last.place}.${last.no}` };
}

function positionIn(token: string): FindingPosition {
  const [, place, no] = /^(\d{1,9})\.(\d{1,9})$/.exec(token) ?? [];
  if (place === undefined) throw makeBadFindingsTokenError();
  return { place: Number(place), no: Number(no) };
}
