import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Switch.css';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import type { HoursDraft } from './webhook-form.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday, used to format the names of the weekdays. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface HoursFieldsProps {
  readonly label: string;
  readonly hours: HoursDraft;
  readonly fault: string | undefined;
  readonly onChange: (hours: HoursDraft) => void;
}

export function HoursFields({ label, hours, fault, onChange }: HoursFieldsProps) {
  const t = useT();
  const language = useLanguage();
  const nameOf = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <div>
      <Switch
        size="xs"
        label={label}
        checked={hours.isOn}
        onChange={(event) => onChange({ ...hours, isOn: event.currentTarget.checked })}
      />
      {hours.isOn && (
        <div className={classes.hours}>
          <div className={classes.days}>
            {DAYS.map((day) => (
              <Checkbox
                key={day}
                size="xs"
                label={nameOf.format(MONDAY_MS + (day - 1) * DAY_MS)}
                checked={hours.dayList.includes(day)}
                onChange={() =>
                  onChange({
                    ...hours,
                    dayList: hours.dayList.includes(day)
                      ? hours.dayList.filter((one) => one !== day)
                      : [...hours.dayList, day],
                  })
                }
              />
            ))}
          </div>
          <div className={classes.third}>
            <TextInput
              type="time"
              label={t('alarmTemplates.hook.from')}
              value={hours.from}
              error={fault}
              onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t('alarmTemplates.hook.to')}
              value={hours.to}
              onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
            />
            <TextInput
              label={t('alarmTemplates.hook.timeZone')}
              value={hours.timeZone}
              onChange={(event) => onChange({ ...hours, timeZone: event.currentTarget.value })}
            />
          </div>
        </div>
      )}
    </div>
  );
}
