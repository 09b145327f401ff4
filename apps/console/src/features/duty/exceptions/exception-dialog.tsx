import { insertDutyException, listDutyCandidates, type RotaInfo } from '@gwanje/contract/duty/duty-rotas';
import { Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { invalidateDuty, rotaQuery } from '#entities/duty/duty-queries.ts';
import {
  type ExceptionStart,
  exceptionBody,
  exceptionDraft,
  exceptionErrors,
  NOBODY,
} from './exception-form.ts';
import classes from './exceptions.module.css';

export type { ExceptionStart };

const REASONS = {
  shiftId: {},
  fromDate: {},
  toDate: {},
  replacedUserNo: {},
  coveringUserNo: {
    suspended: 'duty.problem.suspended',
    noRight: 'duty.problem.noRight',
    someGroups: 'duty.problem.someGroups',
  },
  swapDate: { coveringNotInRota: 'duty.exception.coveringNotInRota' },
  note: {},
} as const;

interface ExceptionDialogProps {
  readonly dutyRotaId: number;
  readonly start: ExceptionStart;
  readonly onClose: () => void;
}

/** Another person for some days, or two people who swap their days. */
export function ExceptionDialog({ dutyRotaId, ...props }: ExceptionDialogProps) {
  const { data } = useQuery(rotaQuery(dutyRotaId));
  return data ? <ExceptionForm rota={data} {...props} /> : null;
}

interface ExceptionFormProps extends Omit<ExceptionDialogProps, 'dutyRotaId'> {
  readonly rota: RotaInfo;
}

function ExceptionForm({ rota, start, onClose }: ExceptionFormProps) {
  const t = useT();
  const { metaGroupId, forSubGroupIdList, shiftList, personList } = rota;
  const candidates = useQuery(
    apiQuery(
      listDutyCandidates,
      { body: { metaGroupId, forSubGroupIdList } },
      { staleMs: 30_000, changesWith: [] },
    ),
  );
  const form = useEditForm({
    initialValues: exceptionDraft(start),
    validate: (draft) => exceptionErrors(rota, draft),
    reasons: REASONS,
    save: (draft) => call(insertDutyException, { body: exceptionBody(rota, draft) }),
    failureTexts: { tooMany: t('duty.exception.tooMany') },
    onSaved: async () => {
      onClose();
      await invalidateDuty();
    },
  });
  const { values, change, errorOf } = form;
  const inShifts = new Set<number>(
    shiftList.flatMap(({ slotList }) =>
      slotList.flatMap(({ firstUserNo, secondUserNo }) => [firstUserNo, secondUserNo ?? firstUserNo]),
    ),
  );
  for (const { coveringUserNo } of rota.exceptionList)
    if (coveringUserNo !== null) inShifts.add(coveringUserNo);
  const scheduled = personList
    .filter(({ userNo }) => inShifts.has(userNo))
    .map(({ userNo, name }) => ({ value: String(userNo), label: name ?? t('duty.deletedUser') }));
  const covering = [
    ...(candidates.data?.candidateList ?? []).map(({ userNo, name, userId }) => ({
      value: String(userNo),
      label: `${name} (${userId})`,
    })),
    { value: NOBODY, label: t('duty.exception.nobody') },
  ].filter(({ value }) => value !== values.replacedUserNo);

  return (
    <FormDialog
      title={t('duty.exception.title', { name: rota.name })}
      submitLabel={t('duty.exception.save')}
      width={560}
      onClose={onClose}
      {...form.frame}
    >
      <div className={classes.half}>
        <Select
          label={t('duty.exception.replaced')}
          data={scheduled}
          value={values.replacedUserNo}
          error={errorOf('replacedUserNo')}
          onChange={(replacedUserNo) => change({ replacedUserNo })}
          allowDeselect={false}
          openOnFocus={false}
          searchable
          required
        />
        <Select
          label={t('duty.exception.covering')}
          data={covering}
          value={values.coveringUserNo}
          error={errorOf('coveringUserNo')}
          onChange={(coveringUserNo) => change({ coveringUserNo })}
          nothingFoundMessage={t('duty.form.noCandidate')}
          allowDeselect={false}
          openOnFocus={false}
          searchable
          required
        />
      </div>
      {values.coveringUserNo === NOBODY && (
        <p className={classes.warning}>{t('duty.exception.nobodyHint')}</p>
      )}
      <Select
        label={t('duty.exception.shift')}
        data={[
          { value: '', label: t('duty.exception.allShifts') },
          ...shiftList.map((shift) => ({
            value: shift.shiftId,
            label: `${shift.name} (${shift.from}–${shift.to})`,
          })),
        ]}
        value={values.shiftId}
        error={errorOf('shiftId')}
        onChange={(shiftId) => change({ shiftId: shiftId ?? '' })}
        allowDeselect={false}
        openOnFocus={false}
      />
      <div className={classes.half}>
        <TextInput type="date" label={t('duty.exception.fromDate')} {...form.input('fromDate')} required />
        <TextInput type="date" label={t('duty.exception.toDate')} {...form.input('toDate')} required />
      </div>
      <p className={classes.note}>{t('duty.exception.zoneHint', { zone: rota.timeZone })}</p>
      {values.coveringUserNo !== NOBODY && (
        <>
          <Switch size="xs" label={t('duty.exception.isSwap')} {...form.flag('isSwap')} />
          {values.isSwap && (
            <TextInput
              type="date"
              label={t('duty.exception.swapDate')}
              description={t('duty.exception.swapHint')}
              {...form.input('swapDate')}
              required
            />
          )}
        </>
      )}
      <TextInput label={t('duty.exception.note')} dir="auto" {...form.input('note')} />
    </FormDialog>
  );
}
