import type { DutyNow } from '@gwanje/contract/duty/duty-calendar';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import classes from './duty-now.module.css';

interface DutyPanelProps {
  readonly duty: DutyNow;
  readonly onLeave: () => void;
}

type Rota = DutyNow['rotaList'][number];
type Shift = Rota['currentList'][number];

/** The shifts that run now, their end and who follows. Times are those of the rota's zone. */
export function DutyPanel({ duty, onLeave }: DutyPanelProps) {
  const t = useT();
  return (
    <>
      <div className={classes.rotas}>
        {duty.rotaList.map((rota) => (
          <RotaNow key={rota.dutyRotaId} rota={rota} />
        ))}
      </div>
      <p className={classes.links}>
        <Link to="/duty" search={{}} onClick={onLeave}>
          <Icon name="mdi-calendar-account-outline" size={15} />
          {t('header.dutyCalendar')}
        </Link>
        <Link to="/handover" search={{}} onClick={onLeave}>
          <Icon name="mdi-clipboard-arrow-right-outline" size={15} />
          {t('routes.handover')}
        </Link>
      </p>
    </>
  );
}

function RotaNow({ rota }: { readonly rota: Rota }) {
  const t = useT();
  const { name, metaGroupName, timeZone, currentList, gap, next } = rota;
  const at = (text: string) => formatTimestamp(text, { timeZone }).slice(5, 16);
  return (
    <section className={classes.rota}>
      <h3 className={classes.name}>
        <bdi>{name}</bdi>
        <span className={classes.group}>
          <bdi>{metaGroupName}</bdi> · {timeZone}
        </span>
      </h3>
      {gap && (
        <p className={classes.gap}>
          <Icon name="mdi-alert" size={15} />
          {t('header.dutyGapUntil', { at: at(gap.toAt) })}
        </p>
      )}
      {currentList.map((shift) => (
        <dl key={`${shift.shiftId} ${shift.date}`} className={classes.people}>
          {shift.personList.map(({ userNo, position }) => (
            <div key={position}>
              <dt>{t(position === 'first' ? 'header.dutyFirst' : 'header.dutySecond')}</dt>
              <dd>
                <Person rota={rota} userNo={userNo} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{shift.name}</dt>
            <dd>{t('header.dutyUntil', { at: at(shift.toAt) })}</dd>
          </div>
        </dl>
      ))}
      <p className={classes.next}>
        {next
          ? t('header.dutyNext', { at: at(next.fromAt), shift: next.name, names: namesOf(rota, next) || '-' })
          : t('header.dutyNoNext')}
      </p>
    </section>
  );
}

function Person({ rota, userNo }: { readonly rota: Rota; readonly userNo: number }) {
  const t = useT();
  const person = rota.personList.find((one) => one.userNo === userNo);
  if (!person?.name) return t('header.dutyDeleted');
  return (
    <>
      <bdi>{person.name}</bdi>
      {person.email && (
        <a className={classes.mail} href={`mailto:${person.email}`}>
          {person.email}
        </a>
      )}
      {person.problem && (
        <span className={classes.bad}>
          {t(person.problem === 'someGroups' ? 'header.dutySomeGroups' : 'header.dutyUnavailable')}
        </span>
      )}
    </>
  );
}

function namesOf({ personList }: Rota, shift: Shift): string {
  return shift.personList
    .flatMap(({ userNo }) => personList.find((one) => one.userNo === userNo)?.name ?? [])
    .join(' · ');
}
