import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Panel } from '@gwanje/ui/panel';
import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { todayOf } from '../calendar/calendar-days.ts';
import classes from './rota.module.css';
import { nextShift, type RotaForm, type ShiftDraft, type SlotDraft } from './rota-form.ts';

interface ShiftsPartProps {
  readonly form: RotaForm;
  readonly people: readonly { readonly value: string; readonly label: string }[];
  readonly errors: ReadonlyMap<string, PlainKey>;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday, used to format the names of the weekdays. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The shifts with their times, days and people in turn. */
export function ShiftsPart(props: ShiftsPartProps) {
  const { form } = props;
  const { t } = useTexts();
  const { values, change, isReadOnly } = form;
  const error = form.errorOf('shiftList');
  return (
    <Panel
      title={t('duty.form.shifts')}
      note={t('duty.form.shiftsNote', { zone: values.timeZone })}
      actions={
        !isReadOnly && (
          <TextButton
            icon="mdi-plus"
            onClick={() => change(nextShift(values, todayOf(values.timeZone, Date.now())))}
          >
            {t('duty.form.addShift')}
          </TextButton>
        )
      }
    >
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {values.shiftList.map((shift, index) => (
        <ShiftFields key={shift.shiftId} shift={shift} index={index} {...props} />
      ))}
    </Panel>
  );
}

interface ShiftFieldsProps extends ShiftsPartProps {
  readonly shift: ShiftDraft;
  readonly index: number;
}

function ShiftFields({ shift, index, form, people, errors }: ShiftFieldsProps) {
  const { t, language } = useTexts();
  const { values, isReadOnly } = form;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const errorAt = (path: string) => {
    const key = errors.get(`shiftList.${index}.${path}`);
    return key && t(key);
  };
  const replaceBy = (shiftList: readonly ShiftDraft[]) => form.change({ shiftList });
  const change = (patch: Partial<ShiftDraft>) =>
    replaceBy(values.shiftList.map((one) => (one === shift ? { ...one, ...patch } : one)));
  const changeSlot = (slot: SlotDraft, patch: Partial<SlotDraft>) =>
    change({ slotList: shift.slotList.map((one) => (one === slot ? { ...one, ...patch } : one)) });
  const text = (name: 'name' | 'from' | 'to' | 'everyDays' | 'firstDate', type = 'text') => (
    <TextInput
      type={type}
      label={t(`duty.form.shift.${name}`)}
      value={shift[name]}
      error={errorAt(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      required
    />
  );
  const slots = shift.rotates ? shift.slotList : shift.slotList.slice(0, 1);
  return (
    <section className={classes.shift} aria-label={shift.name || t('duty.form.newShift')}>
      <div className={classes.grid}>
        {text('name')}
        {text('from', 'time')}
        {text('to', 'time')}
        {!isReadOnly && values.shiftList.length > 1 && (
          <div className={classes.end}>
            <TextButton
              icon="mdi-delete-outline"
              onClick={() => replaceBy(values.shiftList.filter((one) => one !== shift))}
            >
              {t('duty.form.removeShift')}
            </TextButton>
          </div>
        )}
      </div>
      {shift.from >= shift.to && <p className={classes.note}>{t('duty.form.endsNextDay')}</p>}
      <Checkbox.Group
        label={t('duty.form.shift.dayList')}
        error={errorAt('dayList')}
        value={shift.dayList.map(String)}
        onChange={(days) => change({ dayList: days.map(Number) })}
      >
        <div className={classes.weekdays}>
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              size="xs"
              value={String(day)}
              label={weekday.format(MONDAY_MS + (day - 1) * DAY_MS)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Switch
        size="xs"
        label={t('duty.form.shift.rotates')}
        checked={shift.rotates}
        onChange={(event) => change({ rotates: event.currentTarget.checked })}
      />
      {shift.rotates && (
        <div className={classes.grid}>
          {text('everyDays')}
          {text('firstDate', 'date')}
        </div>
      )}
      <ol className={classes.slots}>
        {slots.map((slot, slotIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn has no identity but its place
          <li key={slotIndex} className={classes.slot}>
            {shift.rotates && (
              <span className={classes.turn}>{t('duty.form.turn', { no: slotIndex + 1 })}</span>
            )}
            {(['first', 'second'] as const).map((position) => (
              <Select
                key={position}
                label={slotIndex === 0 ? t(`duty.position.${position}`) : undefined}
                aria-label={t('duty.form.personOf', {
                  shift: shift.name,
                  no: slotIndex + 1,
                  position: t(`duty.position.${position}`),
                })}
                placeholder={position === 'second' ? t('duty.form.nobody') : t('duty.form.choosePerson')}
                data={people}
                value={slot[position]}
                error={errorAt(`slotList.${slotIndex}.${position}UserNo`)}
                onChange={(userNo) => changeSlot(slot, { [position]: userNo })}
                nothingFoundMessage={t('duty.form.noCandidate')}
                disabled={isReadOnly}
                clearable={position === 'second' && !isReadOnly}
                allowDeselect={false}
                openOnFocus={false}
                searchable
              />
            ))}
            {!isReadOnly && slots.length > 1 && (
              <IconButton
                icon="mdi-close"
                label={t('duty.form.removeTurn', { no: slotIndex + 1 })}
                onClick={() => change({ slotList: shift.slotList.filter((one) => one !== slot) })}
              />
            )}
          </li>
        ))}
      </ol>
      {shift.rotates && !isReadOnly && (
        <TextButton
          icon="mdi-plus"
          className={classes.addTurn ?? ''}
          onClick={() => change({ slotList: [...shift.slotList, { first: null, second: null }] })}
        >
          {t('duty.form.addTurn')}
        </TextButton>
      )}
    </section>
  );
}
