import { addAlarmMemo, type listAlarmMemos } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from './actions.module.css';

const MAX_MEMO = 2000;

type Memos = ResponseOf<typeof listAlarmMemos>['memoList'];

export function MemoList({ list }: { readonly list: Memos }) {
  const t = useT();
  if (list.length === 0) return <p className={classes.noMemos}>{t('alarms.noMemos')}</p>;
  return (
    <ol className={classes.memos} aria-label={t('alarms.memo')}>
      {list.map(({ alarmMemoId, text, userName, at }) => (
        <li key={alarmMemoId} className={classes.memo}>
          <p className={classes.author}>
            <Icon name="mdi-account-outline" size={14} />
            <bdi>{userName}</bdi>
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

interface MemoFormProps {
  readonly alarmId: number;
  readonly isFocused?: boolean;
}

export function MemoForm({ alarmId, isFocused = false }: MemoFormProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [isBusy, run] = useBusy();
  const isEmpty = text.trim() === '';
  useUnsavedGuard(!isEmpty);

  async function add(): Promise<void> {
    try {
      await call(addAlarmMemo, { params: { alarmId: String(alarmId) }, body: { text: text.trim() } });
    } catch (error) {
      await showFailure(error);
      return;
    }
    setText('');
    await refreshAlarms();
  }

  return (
    <form
      className={classes.memoForm}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isEmpty) void run(add);
      }}
    >
      <Textarea
        aria-label={t('alarms.newMemo')}
        placeholder={t('alarms.newMemoHint')}
        classNames={{ input: classes.lines ?? '' }}
        maxLength={MAX_MEMO}
        dir="auto"
        data-autofocus={isFocused ? true : undefined}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" loading={isBusy} disabled={isEmpty}>
        {t('alarms.addMemo')}
      </Button>
    </form>
  );
}
