import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { listDutyShifts } from '@gwanje/contract/duty/duty-calendar';
import type { DutyPerson } from '@gwanje/contract/duty/duty-rotas';
import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel, SkeletonPage } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor, useMayChange } from '#core/session/session-store.ts';
import { dutyShiftsQuery } from '#entities/duty/duty-queries.ts';
import { ExceptionDialog, type ExceptionStart } from '../exceptions/exception-dialog.tsx';
import { ExceptionDrawer } from '../exceptions/exception-drawer.tsx';
import {
  type CalendarRota,
  calendarRota,
  calendarViews,
  choiceOf,
  daysOf,
  rangeOf,
  stepped,
  timeOf,
  todayOf,
} from './calendar-days.ts';
import classes from './calendar-page.module.css';
import { DutyCalendar } from './duty-calendar.tsx';

type ListedRota = ResponseOf<typeof listDutyShifts>['rotaList'][number];

const MINUTE_MS = 60_000;
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Week or month of each rota of the selected groups. The address holds the view and the day. */
export function CalendarPage() {
  const t = useT();
  const { search, change } = useAddress();
  const nowMs = useNow(MINUTE_MS);
  const actor = useActor();
  const { view, date } = choiceOf(search, todayOf(browserZone, nowMs));
  const days = daysOf(view, date);
  const { fromMs, toMs } = rangeOf(days);
  const query = useQuery(dutyShiftsQuery(fromMs, toMs));
  const mayManage = actor !== null && isGroupAdmin(actor);

  const goTo = (day: string | undefined) => void change({ date: day });
  const settingsLink = mayManage && (
    <Link to="/setting/duty" search={{}} className={classes.link}>
      <Icon name="mdi-cog-outline" />
      {t('routes.settingDuty')}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t('routes.duty')}
        actions={
          <>
            <Link to="/handover" search={{}} className={classes.link}>
              <Icon name="mdi-clipboard-arrow-right-outline" />
              {t('routes.handover')}
            </Link>
            {settingsLink}
          </>
        }
      />
      <div className={classes.bar}>
        <Choices
          label={t('duty.view')}
          options={calendarViews.map((value) => ({ value, label: t(`duty.views.${value}`) }))}
          chosen={view}
          onChoose={(value) => void change({ view: value })}
        />
        <span className={classes.period}>
          <IconButton
            icon="mdi-chevron-left"
            label={t(view === 'week' ? 'duty.previousWeek' : 'duty.previousMonth')}
            onClick={() => goTo(stepped(view, date, -1))}
          />
          <strong className={classes.range} aria-live="polite">
            {view === 'month' ? date.slice(0, 7) : `${days[0]} ~ ${days.at(-1)}`}
          </strong>
          <IconButton
            icon="mdi-chevron-right"
            label={t(view === 'week' ? 'duty.nextWeek' : 'duty.nextMonth')}
            onClick={() => goTo(stepped(view, date, 1))}
          />
        </span>
        <TextButton onClick={() => goTo(undefined)}>{t('duty.today')}</TextButton>
      </div>
      {query.data ? (
        query.data.rotaList.map((rota) => (
          <RotaPanel
            key={rota.dutyRotaId}
            listed={rota}
            view={view}
            days={days}
            month={view === 'month' ? date.slice(0, 7) : undefined}
            nowMs={nowMs}
          />
        ))
      ) : query.error instanceof ApiFailure && query.error.detail.reason === 'tooManyShifts' ? (
        <Panel>
          <EmptyState
            icon="mdi-calendar-account-outline"
            title={t('duty.tooMany')}
            text={t('duty.tooManyText')}
          />
        </Panel>
      ) : query.isError ? (
        <Panel>
          <LoadFailed title={t('duty.failed')} query={query} />
        </Panel>
      ) : (
        <SkeletonPage label={t('shell.loading')} />
      )}
      {query.data?.rotaList.length === 0 && (
        <Panel>
          <EmptyState
            icon="mdi-calendar-account-outline"
            title={t('duty.none')}
            text={t(mayManage ? 'duty.noneText' : 'duty.noneToSee')}
            actions={settingsLink}
          />
        </Panel>
      )}
    </>
  );
}

interface RotaPanelProps {
  readonly listed: ListedRota;
  readonly view: (typeof calendarViews)[number];
  readonly days: readonly string[];
  readonly month: string | undefined;
  readonly nowMs: number;
}

function RotaPanel({ listed, view, days, month, nowMs }: RotaPanelProps) {
  const t = useT();
  const mayChange = useMayChange() && listed.isChangeable;
  const [dialog, setDialog] = useState<ExceptionStart>();
  const [isListOpen, setListOpen] = useState(false);
  const { dutyRotaId, name, metaGroupName, timeZone, personList, leadUserNo } = listed;
  const rota = calendarRota(listed);
  const people = new Map<number, DutyPerson>(personList.map((person) => [person.userNo, person]));
  const today = todayOf(timeZone, nowMs);
  const lead = leadUserNo === null ? undefined : people.get(leadUserNo);

  return (
    <div className={classes.rota}>
      <Panel
        title={name}
        note={
          <>
            <bdi>{metaGroupName}</bdi> · {t('duty.zoneOf', { zone: timeZone })}
            {lead && ` · ${t('duty.leadOf', { name: lead.name ?? t('duty.deletedUser') })}`}
          </>
        }
        actions={
          <>
            <TextButton icon="mdi-swap-horizontal" onClick={() => setListOpen(true)}>
              {t('duty.exceptions')}
            </TextButton>
            {mayChange && (
              <TextButton icon="mdi-plus" onClick={() => setDialog({ date: today })}>
                {t('duty.addException')}
              </TextButton>
            )}
          </>
        }
      >
        <OnDutyNow rota={rota} people={people} nowMs={nowMs} />
        <DutyCalendar
          label={t('duty.calendarOf', { name })}
          rota={rota}
          people={people}
          view={view}
          days={days}
          month={month}
          nowMs={nowMs}
          onShift={
            mayChange
              ? ({ shiftId, date }, person) =>
                  setDialog({ shiftId, date, replacedUserNo: person?.replacedUserNo ?? person?.userNo })
              : undefined
          }
        />
      </Panel>
      {isListOpen && (
        <ExceptionDrawer
          dutyRotaId={dutyRotaId}
          name={name}
          onAdd={mayChange ? () => setDialog({ date: today }) : undefined}
          onClose={() => setListOpen(false)}
        />
      )}
      {dialog && (
        <ExceptionDialog dutyRotaId={dutyRotaId} start={dialog} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

interface OnDutyNowProps {
  readonly rota: CalendarRota;
  readonly people: ReadonlyMap<number, DutyPerson>;
  readonly nowMs: number;
}

/** Only while the calendar shows the present. */
function OnDutyNow({ rota, people, nowMs }: OnDutyNowProps) {
  const t = useT();
  const isNow = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => fromMs <= nowMs && nowMs < toMs;
  const gap = rota.gaps.find(isNow);
  const shifts = rota.shifts.filter(isNow);
  const overlaps = rota.overlaps.length;
  const at = (ms: number) => `${todayOf(rota.timeZone, ms).slice(5)} ${timeOf(rota.timeZone, ms)}`;
  if (!gap && shifts.length === 0 && overlaps === 0) return null;
  return (
    <div className={classes.now}>
      {gap && (
        <p className={classes.gap} role="status">
          <Icon name="mdi-alert" />
          {t('duty.gapNow', { at: at(gap.toMs) })} {t(`duty.why.${gap.why}`)}
        </p>
      )}
      {!gap &&
        shifts.map((shift) => (
          <p key={`${shift.shiftId} ${shift.date}`}>
            <Icon name="mdi-headset" />
            <span>{t('duty.onDutyNow')}</span>
            {shift.people.map(({ userNo, position }) => (
              <span key={position}>
                {t(`duty.position.${position}`)}{' '}
                <strong>
                  <bdi>{people.get(userNo)?.name ?? t('duty.deletedUser')}</bdi>
                </strong>
              </span>
            ))}
            <span className={classes.muted}>
              {t('duty.shiftUntil', { name: shift.name, at: at(shift.toMs) })}
            </span>
          </p>
        ))}
      {overlaps > 0 && (
        <p className={classes.muted}>
          <Icon name="mdi-information-outline" />
          {t('duty.overlapping')}
        </p>
      )}
    </div>
  );
}
