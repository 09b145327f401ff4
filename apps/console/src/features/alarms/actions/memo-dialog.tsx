import { SkeletonLines } from '@gwanje/ui/skeletons';
import { useQuery } from '@tanstack/react-query';
import { ModalDialog } from '#components/dialogs/modal-dialog.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { alarmMemosQuery } from '#entities/alarms/alarm-queries.ts';
import { useAlarmHints } from '#entities/alarms/use-alarm-hints.ts';
import classes from './actions.module.css';
import { MemoForm, MemoList } from './memo-list.tsx';

interface MemoDialogProps {
  readonly alarmId: number;
  /** One line about the alarm. */
  readonly about: string;
  readonly onClose: () => void;
}

/** Lists the memos of an alarm with author and time. Memos that other users write meanwhile appear too. */
export function MemoDialog({ alarmId, about, onClose }: MemoDialogProps) {
  const t = useT();
  const query = useQuery(alarmMemosQuery(alarmId));
  useAlarmHints(() => void query.refetch());
  return (
    <ModalDialog
      title={
        <span className={classes.memoTitle}>
          {t('alarms.memo')}
          <bdi>{about}</bdi>
        </span>
      }
      width={520}
      onClose={onClose}
    >
      <div className={classes.memoBody}>
        {query.data ? (
          <MemoList list={query.data.memoList} />
        ) : query.isError ? (
          <LoadFailed title={t('alarms.loadFailed')} query={query} />
        ) : (
          <SkeletonLines label={t('shell.loading')} lines={3} />
        )}
      </div>
      <IfMayChange>
        <MemoForm alarmId={alarmId} isFocused />
      </IfMayChange>
    </ModalDialog>
  );
}
