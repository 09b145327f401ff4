import {
  closeHandoverItem,
  type Handover,
  type HandoverItem,
  insertHandoverItem,
} from '@gwanje/contract/duty/handovers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from './handover.module.css';
import { invalidateHandovers } from './handover-queries.ts';

interface OpenItemsProps {
  /** Null: the handover is finished, its items are those of that time. */
  readonly dutyRotaId: Handover['dutyRotaId'];
  readonly fromAt: string;
  readonly items: readonly HandoverItem[];
}

/** False also for one that was closed after the shift. */
export function isClosedInShift({ closedAt, isClosedLater }: HandoverItem): boolean {
  return closedAt !== null && isClosedLater !== true;
}

/** What somebody wrote down, carried from handover to handover until somebody closes it. */
export function OpenItems({ dutyRotaId, fromAt, items }: OpenItemsProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { save: add, isSaving } = useSave({
    save: async (rota: NonNullable<Handover['dutyRotaId']>) =>
      text.trim() !== '' && call(insertHandoverItem, { body: { dutyRotaId: rota, text: text.trim() } }),
    onSaved: async () => {
      setText('');
      await invalidateHandovers();
    },
    failureTexts: { tooMany: t('handover.tooManyItems') },
  });
  const { save: close, isSaving: isClosing } = useSave({
    save: ({ handoverItemId }: HandoverItem) =>
      call(closeHandoverItem, { params: { handoverItemId: String(handoverItemId) } }),
    onSaved: invalidateHandovers,
    onFailed: () => void invalidateHandovers(),
  });
  return (
    <Panel title={t('handover.items')} note={t('handover.itemsNote')}>
      <ul className={classes.lines}>
        {items.length === 0 && <li className={classes.none}>{t('handover.noItems')}</li>}
        {items.map((item) => (
          <li key={item.handoverItemId} data-closed={isClosedInShift(item) || undefined}>
            <span className={classes.lineText}>
              <strong dir="auto">{item.text}</strong>
              <span className={classes.quiet}>
                <bdi>{item.createdBy}</bdi>, {formatTimestamp(item.createdAt).slice(0, 16)}
                {item.closedAt !== null &&
                  ` · ${t('handover.closedLine', {
                    name: item.closedBy ?? '-',
                    at: formatTimestamp(item.closedAt).slice(0, 16),
                  })}`}
              </span>
            </span>
            {item.createdAt < fromAt && <Chip colour="orange" label={t('handover.carried')} />}
            {item.isClosedLater === true && <Chip colour="grey" label={t('handover.closedLater')} />}
            {dutyRotaId !== null && item.closedAt === null && item.isClosedLater !== true && (
              <IfMayChange>
                <TextButton
                  className={classes.screenOnly ?? ''}
                  icon="mdi-check"
                  size="xs"
                  disabled={isClosing}
                  aria-label={t('handover.closeItemOf', { text: item.text })}
                  onClick={() => close(item)}
                >
                  {t('handover.closeItem')}
                </TextButton>
              </IfMayChange>
            )}
          </li>
        ))}
      </ul>
      {dutyRotaId !== null && (
        <IfMayChange>
          <div className={`${classes.add} ${classes.screenOnly}`}>
            <TextInput
              className={classes.newItem ?? ''}
              aria-label={t('handover.newItem')}
              placeholder={t('handover.newItem')}
              value={text}
              maxLength={1000}
              dir="auto"
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter must not save the draft around it.
                event.preventDefault();
                add(dutyRotaId);
              }}
            />
            <TextButton icon="mdi-plus" loading={isSaving} onClick={() => add(dutyRotaId)}>
              {t('handover.addItem')}
            </TextButton>
          </div>
        </IfMayChange>
      )}
    </Panel>
  );
}
