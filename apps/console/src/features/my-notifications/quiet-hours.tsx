import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { FormRow } from '@gwanje/ui/form-row';
import { Switch, TextInput } from '@mantine/core';
import { useT } from '#core/i18n/i18n.ts';
import classes from './notifications.module.css';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NIGHT = { from: '22:00', to: '07:00' };

interface QuietHoursProps {
  readonly quietHours: Hours | null;
  /** False: only critical alarms come anyway. */
  readonly hasEffect: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (quietHours: Hours | null) => void;
}

/** Hours of every day in which only critical alarms come at once. They are hours of the time zone of this browser. */
export function QuietHours({ quietHours, hasEffect, isDisabled, onChange }: QuietHoursProps) {
  const t = useT();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const save = (times: Pick<Hours, 'from' | 'to'>) => onChange({ ...times, timeZone, dayList: EVERY_DAY });
  return (
    <FormRow
      label={t('notifications.quiet')}
      hint={t(hasEffect ? 'notifications.quietHint' : 'notifications.quietWithoutEffect')}
    >
      <Switch
        disabled={isDisabled || (!hasEffect && quietHours === null)}
        checked={quietHours !== null}
        label={t('notifications.quietLabel')}
        onChange={(event) => (event.currentTarget.checked ? save(NIGHT) : onChange(null))}
      />
      {quietHours && (
        <div className={classes.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={`${end} ${quietHours[end]}`}
              type="time"
              label={t(`notifications.quietEnds.${end}`)}
              disabled={isDisabled}
              defaultValue={quietHours[end]}
              onBlur={({ currentTarget: { value } }) => {
                if (value !== '' && value !== quietHours[end]) save({ ...quietHours, [end]: value });
              }}
            />
          ))}
          <span className={classes.zone}>{t('notifications.quietZone', { zone: quietHours.timeZone })}</span>
        </div>
      )}
    </FormRow>
  );
}
