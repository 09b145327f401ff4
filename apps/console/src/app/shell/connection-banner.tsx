import { Icon } from '@gwanje/ui/icon';
import { useBusyServer } from '#core/api/busy-server.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './app-shell.module.css';
import { useConnection } from './connection.ts';

export function ConnectionBanner() {
  const t = useT();
  const isLost = useConnection((state) => state.isLost);
  const isBusy = useBusyServer(({ waitingCnt }) => waitingCnt > 0);
  return (
    <div role="status">
      {(isLost || isBusy) && (
        <div className={classes.banner}>
          <Icon name={isLost ? 'mdi-lan-disconnect' : 'mdi-timer-sand'} size={15} />
          {t(isLost ? 'shell.offline' : 'shell.busy')}
        </div>
      )}
    </div>
  );
}
