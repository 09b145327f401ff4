import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import { refreshOutdated, useNewerData } from '#core/refresh/page-refresh.ts';
import classes from './app-shell.module.css';

/** Shown while the refresh is off and newer data exists. */
export function NewerDataButton() {
  const t = useT();
  const { exists, hasAlarm } = useNewerData();
  return (
    <div role="status">
      {exists && (
        <button type="button" className={classes.newerData} onClick={() => void refreshOutdated()}>
          {hasAlarm && (
            <span className={classes.newAlarm}>
              <Icon name="mdi-bell-ring-outline" size={15} />
              {t('shell.newAlarm')}
            </span>
          )}
          <Icon name="mdi-refresh" size={15} />
          {t('shell.newerData')}
        </button>
      )}
    </div>
  );
}
