import { type DutyException, deleteDutyException, type RotaInfo } from '@gwanje/contract/duty/duty-rotas';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { EmptyState, SkeletonLines } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { invalidateDuty, rotaQuery } from '#entities/duty/duty-queries.ts';
import classes from './exceptions.module.css';

interface ExceptionDrawerProps {
  readonly dutyRotaId: number;
  readonly name: string;
  readonly onAdd: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The exceptions of a rota, the latest day first. */
export function ExceptionDrawer({ dutyRotaId, name, onAdd, onClose }: ExceptionDrawerProps) {
  const t = useT();
  const query = useQuery(rotaQuery(dutyRotaId));
  const addButton = onAdd && (
    <TextButton icon="mdi-plus" onClick={onAdd}>
      {t('duty.addException')}
    </TextButton>
  );
  return (
    <SideDrawer title={t('duty.exceptionsOf', { name })} onClose={onClose}>
      <div className={classes.drawer}>
        {query.data ? (
          <ExceptionList rota={query.data} mayDelete={onAdd !== undefined} />
        ) : query.isError ? (
          <LoadFailed title={t('duty.failed')} query={query} />
        ) : (
          <SkeletonLines label={t('shell.loading')} />
        )}
        {addButton}
      </div>
    </SideDrawer>
  );
}

function ExceptionList({ rota, mayDelete }: { readonly rota: RotaInfo; readonly mayDelete: boolean }) {
  const t = useT();
  const { save: remove, isSaving } = useSave({
    save: async ({ dutyExceptionId }: DutyException) =>
      (await showConfirm({
        title: t('duty.exception.deleteTitle'),
        text: t('duty.exception.deleteText'),
        textConfirm: t('common.delete'),
      })) && call(deleteDutyException, { params: { dutyExceptionId: String(dutyExceptionId) } }),
    onSaved: invalidateDuty,
    onFailed: invalidateDuty,
  });
  const nameOf = (userNo: number | null) =>
    userNo === null
      ? t('duty.exception.nobody')
      : (rota.personList.find((person) => person.userNo === userNo)?.name ?? t('duty.deletedUser'));
  if (rota.exceptionList.length === 0)
    return (
      <EmptyState
        icon="mdi-swap-horizontal"
        title={t('duty.noExceptions')}
        text={t('duty.noExceptionsText')}
      />
    );
  return (
    <ul className={classes.list}>
      {rota.exceptionList
        .toSorted((a, b) => b.fromDate.localeCompare(a.fromDate) || b.dutyExceptionId - a.dutyExceptionId)
        .map((exception) => {
          const { dutyExceptionId, shiftId, fromDate, toDate, replacedUserNo, coveringUserNo, note } =
            exception;
          const shift = rota.shiftList.find((one) => one.shiftId === shiftId);
          return (
            <li key={dutyExceptionId}>
              <span className={classes.dates}>
                {fromDate === toDate ? fromDate : `${fromDate} ~ ${toDate}`}
                {' · '}
                <bdi>{shift?.name ?? t('duty.exception.allShifts')}</bdi>
              </span>
              <span>
                {t('duty.exception.insteadOf', {
                  replaced: nameOf(replacedUserNo),
                  covering: nameOf(coveringUserNo),
                })}
              </span>
              {note !== '' && <span className={classes.note}>{note}</span>}
              {mayDelete && (
                <IconButton
                  className={classes.remove ?? ''}
                  icon="mdi-delete-outline"
                  label={t('duty.exception.deleteTitle')}
                  disabled={isSaving}
                  onClick={() => remove(exception)}
                />
              )}
            </li>
          );
        })}
    </ul>
  );
}
