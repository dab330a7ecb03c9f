// Calendar of a URL's captures, as in replay tools: the years with counts, the months of a year, and the captures of a
// day.
import { useSignal } from '@preact/signals';
import { formatCount } from '../../language/format.ts';
import { locale, t } from '../../language/t.ts';
import { useResponse } from '../../service/use-response.ts';
import { EmptyState } from '../basic/empty.tsx';
import { LoadingIndicator } from '../basic/loading.tsx';
import { ProblemMessage } from '../feedback/problem.tsx';
import {
  type CalendarMonth,
  chooseDayShade,
  type DayCounts,
  layOutMonths,
  listYears,
} from './calendar-days.ts';
import { type CaptureLine, countCapturesByDay, listCapturesByDay, MAX_LISTED_CAPTURES } from './captures.ts';
import { formatArtifactHref } from './scope.ts';

interface CalendarProps {
  readonly namespace: string;
  readonly url: string;
}

export function CaptureCalendar({ namespace, url }: CalendarProps) {
  const {
    value: days,
    problem,
    again,
  } = useResponse((signal) => countCapturesByDay({ namespace, url }, signal), [namespace, url]);
  const chosenYear = useSignal<number | undefined>(undefined);
  const day = useSignal<string | undefined>(undefined);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (days === undefined) return <LoadingIndicator />;
  const years = listYears(days);
  const total = years.reduce((sum, { count }) => sum + count, 0);
  if (total === 0)
    return <EmptyState title={t('content.noCaptures')}>{t('content.noCapturesWhy')}</EmptyState>;
  const year = chosenYear.value ?? years.at(-1)!.year;
  return (
    <div class="stack calendar">
      <p class="small muted">
        {t('content.captures', { count: total })}
        {total >= MAX_LISTED_CAPTURES && ` ${t('content.firstCaptures', { count: MAX_LISTED_CAPTURES })}`}
      </p>
      <Years
        years={years}
        current={year}
        onChoose={(chosen) => {
          chosenYear.value = chosen;
          day.value = undefined;
        }}
      />
      {day.value !== undefined && <Day namespace={namespace} url={url} day={day.value} />}
      <Months
        year={year}
        days={days}
        chosen={day.value}
        onChoose={(key) => {
          day.value = key;
        }}
      />
    </div>
  );
}

interface YearsProps {
  readonly years: readonly { readonly year: number; readonly count: number }[];
  readonly current: number;
  readonly onChoose: (year: number) => void;
}

function Years({ years, current, onChoose }: YearsProps) {
  const most = Math.max(...years.map(({ count }) => count));
  return (
    <fieldset class="calendar-years" aria-label={t('content.years')}>
      {years.map(({ year, count }) => (
        <button
          key={year}
          type="button"
          class="calendar-year"
          aria-pressed={year === current}
          aria-label={t('content.capturesOfYear', { year: String(year), count })}
          title={formatCount(count)}
          onClick={() => onChoose(year)}
        >
          <span class="calendar-bar" aria-hidden="true">
            <span style={{ height: `${count === 0 ? 0 : Math.max(8, (count / most) * 100)}%` }} />
          </span>
          {year}
        </button>
      ))}
    </fieldset>
  );
}

interface MonthsProps {
  readonly year: number;
  readonly days: DayCounts;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

function Months({ year, days, chosen, onChoose }: MonthsProps) {
  return (
    <div class="calendar-months">
      {layOutMonths(year, days, findFirstWeekday()).map((month) => (
        <Month key={month.month} year={year} {...month} chosen={chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}

function Month({ year, month, weeks, chosen, onChoose }: CalendarMonth & Omit<MonthsProps, 'days'>) {
  const name = formatCalendarDate(year, month, 1, { month: 'long' });
  return (
    <fieldset class="calendar-month" aria-label={`${name} ${year}`}>
      <p class="calendar-name">{name}</p>
      <div class="calendar-days">
        {listWeekdays().map((weekday) => (
          <span key={weekday} class="calendar-weekday" aria-hidden="true">
            {weekday}
          </span>
        ))}
        {weeks.flat().map((day, place) => {
          if (day === undefined) return <span key={place} />;
          if (day.count === 0)
            return (
              <span key={place} class="calendar-day">
                {day.day}
              </span>
            );
          const words = formatCalendarDate(year, month, day.day, { dateStyle: 'long' });
          return (
            <button
              key={place}
              type="button"
              class={`calendar-day density-${chooseDayShade(day.count)}`}
              aria-pressed={chosen === day.key}
              aria-label={t('content.capturesOfDay', { day: words, count: day.count })}
              title={t('content.capturesOfDay', { day: words, count: day.count })}
              onClick={() => onChoose(day.key)}
            >
              {day.day}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function Day({ namespace, url, day }: CalendarProps & { day: string }) {
  const { value, problem, again } = useResponse(
    (signal) => listCapturesByDay({ namespace, url }, day, signal),
    [namespace, url, day],
  );
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].map(Number) as [
    number,
    number,
    number,
  ];
  return (
    <section class="stack" aria-live="polite">
      <h3>{formatCalendarDate(year, month, date, { dateStyle: 'full' })}</h3>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      <ul class="versions">
        {value?.map((capture) => (
          <Capture key={capture.uuid} capture={capture} namespace={namespace} />
        ))}
      </ul>
    </section>
  );
}

function Capture({
  capture: { uuid, ms, mime, status },
  namespace,
}: {
  capture: CaptureLine;
  namespace: string;
}) {
  const time = new Intl.DateTimeFormat(locale.value, { timeStyle: 'medium', timeZone: 'UTC' }).format(ms);
  return (
    <li class="version">
      <div class="version-what">
        <a href={formatArtifactHref(uuid, namespace)}>{time} UTC</a>
        <span class="small muted">
          {status === '-' ? '' : `${status} · `}
          <bdi class="cut">{mime}</bdi>
        </span>
      </div>
    </li>
  );
}

/** Formats a date. Days are in UTC, as in CDX. */
function formatCalendarDate(
  year: number,
  month: number,
  day: number,
  how: Intl.DateTimeFormatOptions,
): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return new Intl.DateTimeFormat(locale.value, { ...how, timeZone: 'UTC' }).format(date);
}

/** Returns the short names of the days of a week, beginning with the first day of the week. */
function listWeekdays(): string[] {
  // 1 January 2024 was a Monday, so day N of that month has weekday number N.
  return Array.from({ length: 7 }, (_, at) =>
    formatCalendarDate(2024, 1, findFirstWeekday() + at, { weekday: 'short' }),
  );
}

/**
 * Returns the first day of the week in the user's locale, where 1 is Monday. Returns Monday if the browser does not
 * provide the first day.
 */
function findFirstWeekday(): number {
  const known = new Intl.Locale(locale.value) as { getWeekInfo?: () => { firstDay: number } };
  return known.getWeekInfo?.().firstDay ?? 1;
}
