import { type AlarmRow, addAlarmMemo, type listAlarmMemos } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ModalDialog } from '#components/dialogs/modal-dialog.tsx';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { alarmMemosQuery, refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import classes from './actions.module.css';

const MAX_MEMO = 2000;

type Memos = ResponseOf<typeof listAlarmMemos>['memoList'];

export function MemoList({ list }: { list: Memos }) {
  const t = useT();
  if (list.length === 0) return <p className={classes.noMemos}>{t('alarms.noMemos')}</p>;
  return (
    <ol className={classes.memos} aria-label={t('alarms.memo')}>
      {list.map(({ alarmMemoId, text, userName, at }) => (
        <li key={alarmMemoId} className={classes.memo}>
          <p className={classes.author}>
            <Icon name="mdi-account-outline" size={14} />
            <bdi>{personName(userName, t)}</bdi>
            <time dateTime={at}>{formatTimestamp(at)}</time>
          </p>
          <p className={classes.memoText} dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

export function MemoForm({ alarmId, isFocused = false }: { alarmId: number; isFocused?: boolean }) {
  const t = useT();
  const form = useEditForm({
    initialValues: { text: '' },
    isChanged: ({ text }) => text.trim() !== '',
    reasons: { text: {} },
    save: ({ text }) =>
      call(addAlarmMemo, { params: { alarmId: String(alarmId) }, body: { text: text.trim() } }),
    onSaved: async () => {
      form.restart({ text: '' });
      await refreshAlarms();
    },
  });

  return (
    <CheckedForm
      className={classes.memoForm}
      attempt={form.frame.attempt}
      onSubmit={() => form.isDirty && form.submit()}
    >
      <Textarea
        aria-label={t('alarms.newMemo')}
        placeholder={t('alarms.newMemoHint')}
        classNames={{ input: classes.lines ?? '' }}
        maxLength={MAX_MEMO}
        dir="auto"
        data-autofocus={isFocused ? true : undefined}
        {...form.input('text')}
      />
      <TextButton variant="filled" type="submit" loading={form.isSaving} disabled={!form.isDirty}>
        {t('alarms.addMemo')}
      </TextButton>
    </CheckedForm>
  );
}

interface MemoDialogProps {
  readonly alarm: Pick<AlarmRow, 'alarmId' | 'objectName' | 'itemKey' | 'itemName' | 'value' | 'threshold'>;
  readonly onClose: () => void;
}

/** Lists the memos of an alarm with author and time. New memos of other users appear too. */
export function MemoDialog({ alarm, onClose }: MemoDialogProps) {
  const { t, language } = useTexts();
  const { alarmId, objectName } = alarm;
  const query = useQuery(alarmMemosQuery(alarmId));
  return (
    <ModalDialog
      title={
        <span className={classes.memoTitle}>
          {t('alarms.memo')}
          <bdi>{`${objectName} · ${alarmText(alarm, language)}`}</bdi>
        </span>
      }
      width={520}
      onClose={onClose}
    >
      <div className={classes.memoBody}>
        <Loaded query={query} failedTitle={t('alarms.loadFailed')} lines={3}>
          {({ memoList }) => <MemoList list={memoList} />}
        </Loaded>
      </div>
      <IfMayChange>
        <MemoForm alarmId={alarmId} isFocused />
      </IfMayChange>
    </ModalDialog>
  );
}
