import type { DutyPerson } from '@gwanje/contract/duty/duty-rotas';
import type { DutyOccurrence, PersonOnDuty } from '@gwanje/domain/duty/duty-shifts';
import { DAY_MS, dayOf, weekdayOf } from '@gwanje/domain/duty/zone-clock';
import { Icon } from '@gwanje/ui/icon';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './calendar.module.css';
import {
  type CalendarRota,
  type CalendarView,
  cellsOf,
  type DayGap,
  timeOf,
  todayOf,
} from './calendar-days.ts';

interface DutyCalendarProps {
  readonly label: string;
  readonly rota: CalendarRota;
  readonly people: ReadonlyMap<number, DutyPerson>;
  readonly view: CalendarView;
  readonly days: readonly string[];
  /** Days of other months are greyed. */
  readonly month?: string | undefined;
  readonly nowMs: number;
  readonly onShift?: ((shift: DutyOccurrence, person: PersonOnDuty | undefined) => void) | undefined;
}

const WEEKEND = 6;

/** The days as columns, weeks below each other; on a narrow screen the days below each other. */
export function DutyCalendar(props: DutyCalendarProps) {
  const { label, rota, view, days, month, nowMs } = props;
  const { language } = useTexts();
  const today = todayOf(rota.timeZone, nowMs);
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <ol className={classes.days} aria-label={label} data-view={view}>
      {cellsOf(rota, days).map((cell) => {
        const day = dayOf(cell.date);
        return (
          <li
            key={cell.date}
            className={classes.day}
            data-today={cell.date === today || undefined}
            data-other={(month !== undefined && !cell.date.startsWith(month)) || undefined}
          >
            <h4 className={classes.date} data-weekend={weekdayOf(day) >= WEEKEND || undefined}>
              <span>{Number(cell.date.slice(8))}</span>
              <span className={classes.weekday}>
                {weekday.format(day * DAY_MS)}
                {(cell.date.endsWith('-01') || cell.date === days[0]) && ` · ${cell.date.slice(0, 7)}`}
              </span>
            </h4>
            {entriesOf(cell.shifts, cell.gaps).map((entry) =>
              'why' in entry ? (
                <Gap key={`gap ${entry.fromMs}`} gap={entry} />
              ) : (
                <Shift key={entry.shiftId} shift={entry} {...props} />
              ),
            )}
          </li>
        );
      })}
    </ol>
  );
}

function entriesOf(shifts: readonly DutyOccurrence[], gaps: readonly DayGap[]): (DutyOccurrence | DayGap)[] {
  return [...shifts, ...gaps].sort((a, b) => a.fromMs - b.fromMs);
}

function Gap({ gap }: { readonly gap: DayGap }) {
  const { t } = useTexts();
  return (
    <div className={classes.gap} data-why={gap.why}>
      <span className={classes.time}>
        {gap.isWholeDay ? t('duty.wholeDay') : `${gap.from}–${gap.to}`}{' '}
        <strong>
          <Icon name="mdi-alert-outline" size={13} />
          {t('duty.nobodyThen')}
        </strong>
      </span>
      {gap.why !== 'noShift' && <span>{t(`duty.why.${gap.why}`)}</span>}
    </div>
  );
}

interface ShiftProps extends DutyCalendarProps {
  readonly shift: DutyOccurrence;
}

function Shift({ shift, rota, people, nowMs, onShift }: ShiftProps) {
  const { t } = useTexts();
  const to = timeOf(rota.timeZone, shift.toMs);
  const isOvernight = todayOf(rota.timeZone, shift.toMs) !== shift.date;
  const span = `${timeOf(rota.timeZone, shift.fromMs)}–${isOvernight ? t('duty.nextDay', { time: to }) : to}`;
  const isNow = shift.fromMs <= nowMs && nowMs < shift.toMs;
  const content = (
    <>
      <span className={classes.time}>
        {span} <bdi>{shift.name}</bdi>
        {isNow && <b className={classes.now}>{t('duty.now')}</b>}
      </span>
      {shift.people.map((person) => (
        <PersonLine key={person.position} person={person} people={people} />
      ))}
      {shift.people.length === 0 && <span className={classes.bad}>{t('duty.shiftWithoutPeople')}</span>}
    </>
  );
  return onShift ? (
    <button
      type="button"
      className={classes.shift}
      data-now={isNow || undefined}
      title={t('duty.replaceIn', { name: shift.name })}
      onClick={() => onShift(shift, shift.people[0])}
    >
      {content}
    </button>
  ) : (
    <div className={classes.shift} data-now={isNow || undefined}>
      {content}
    </div>
  );
}

interface PersonLineProps {
  readonly person: PersonOnDuty;
  readonly people: ReadonlyMap<number, DutyPerson>;
}

function PersonLine({ person, people }: PersonLineProps) {
  const { t } = useTexts();
  const found = people.get(person.userNo);
  const replaced = person.replacedUserNo === null ? undefined : people.get(person.replacedUserNo);
  return (
    <span className={classes.person} data-position={person.position}>
      <span className={classes.position}>{t(`duty.position.${person.position}`)}</span>
      <bdi>{found?.name ?? t('duty.deletedUser')}</bdi>
      {person.replacedUserNo !== null && (
        <span className={classes.replaced}>
          {t('duty.insteadOf', { name: replaced?.name ?? t('duty.deletedUser') })}
        </span>
      )}
      {found?.problem && <span className={classes.bad}>{t(`duty.problem.${found.problem}`)}</span>}
    </span>
  );
}
