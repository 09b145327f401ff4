import { Icon } from '@gwanje/ui/icon';
import { useT } from '#shared/i18n/i18n.ts';
import classes from './app-shell.module.css';
import { useConnection } from './connection.ts';

export function ConnectionBanner() {
  const t = useT();
  const isLost = useConnection((state) => state.isLost);
  return (
    <div role="status">
      {isLost && (
        <div className={classes.banner}>
          <Icon name="mdi-lan-disconnect" size={15} />
          {t('shell.offline')}
        </div>
      )}
    </div>
  );
}
