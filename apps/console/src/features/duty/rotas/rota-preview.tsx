import { UserNo } from '@gwanje/contract/definition/fields';
import type { DutyPerson, RotaInfo } from '@gwanje/contract/duty/duty-rotas';
import { timelineOf } from '@gwanje/domain/duty/duty-timeline';
import { DAY_MS, dateOf, dayOf, instantOf } from '@gwanje/domain/duty/zone-clock';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { useNow } from '#core/browser/use-now.ts';
import { useT } from '#core/i18n/i18n.ts';
import { type CalendarRota, timeOf, todayOf } from '../calendar/calendar-days.ts';
import { DutyCalendar } from '../calendar/duty-calendar.tsx';
import classes from './rota.module.css';
import { type RotaDraft, validBody } from './rota-form.ts';

interface RotaPreviewProps {
  readonly draft: RotaDraft;
  readonly rota: RotaInfo | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

const DAYS = 14;
const SHOWN_GAPS = 12;
const MINUTE_MS = 60_000;

/** The next two weeks of the rota as typed, with the times at which nobody is on duty. */
export function RotaPreview({ draft, rota, choices }: RotaPreviewProps) {
  const t = useT();
  const nowMs = useNow(MINUTE_MS);
  const body = validBody(draft);
  if (!body)
    return (
      <Panel title={t('duty.form.preview')} padded>
        <p className={classes.note}>{t('duty.form.previewIncomplete')}</p>
      </Panel>
    );

  const { timeZone } = body;
  const people = new Map(choices.map(({ value, label }) => [Number(value), personOf(value, label, rota)]));
  const plan = { ...body, exceptionList: rota?.exceptionList ?? [] };
  const firstDay = dayOf(todayOf(timeZone, nowMs));
  const days = Array.from({ length: DAYS }, (_, index) => dateOf(firstDay + index));
  const range = [
    instantOf(timeZone, firstDay * DAY_MS),
    instantOf(timeZone, (firstDay + DAYS) * DAY_MS),
  ] as const;
  const calendar: CalendarRota = {
    timeZone,
    ...timelineOf(plan, ...range, (userNo) => people.get(userNo)?.problem ?? null),
  };
  const at = (ms: number) => `${todayOf(timeZone, ms)} ${timeOf(timeZone, ms)}`;
  return (
    <Panel title={t('duty.form.preview')} note={t('duty.zoneOf', { zone: timeZone })}>
      <div className={classes.verdict} aria-live="polite">
        {calendar.gaps.length === 0 ? (
          <p className={classes.good}>
            <Icon name="mdi-check-circle-outline" />
            {t('duty.form.noGaps')}
          </p>
        ) : (
          <>
            <p className={classes.bad}>
              <Icon name="mdi-alert" />
              {t('duty.form.gapCnt', { cnt: calendar.gaps.length })}
            </p>
            <ul>
              {calendar.gaps.slice(0, SHOWN_GAPS).map((gap) => (
                <li key={gap.fromMs}>
                  {at(gap.fromMs)} ~ {at(gap.toMs)} · {t(`duty.why.${gap.why}`)}
                </li>
              ))}
              {calendar.gaps.length > SHOWN_GAPS && (
                <li>{t('duty.form.moreGaps', { cnt: calendar.gaps.length - SHOWN_GAPS })}</li>
              )}
            </ul>
          </>
        )}
        {calendar.overlaps.length > 0 && <p className={classes.note}>{t('duty.overlapping')}</p>}
      </div>
      <DutyCalendar
        label={t('duty.form.preview')}
        rota={calendar}
        people={people}
        view="week"
        days={days}
        nowMs={nowMs}
      />
    </Panel>
  );
}

/** Somebody who was chosen just now can be on duty: the server offers nobody else. */
function personOf(value: string, label: string, rota: RotaInfo | null): DutyPerson {
  const userNo = UserNo.parse(Number(value));
  const known = rota?.personList.find((person) => person.userNo === userNo);
  return known ?? { userNo, name: label, userId: null, email: null, problem: null };
}
