import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { backtestTemplate, MAX_BACKTEST_DAYS } from '@gwanje/contract/alarms/backtest';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatSpan, formatTimestamp } from '@gwanje/domain/formats/time';
import { kinds } from '@gwanje/kinds/registry';
import { TextButton } from '@gwanje/ui/buttons';
import { Choices } from '@gwanje/ui/choices';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { count } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table, type TableColumn, type TableColumns } from '#components/list/table.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { isAbort } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { type PlainKey, useLanguage, useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { type ItemDraft, ownSettings } from '#entities/alarm-items/item-draft.ts';
import { type ProposedItem, proposedDraft, proposedItem } from './backtest-address.ts';
import { entriesOf, type Template } from './template-calls.ts';
import classes from './templates.module.css';

type Answer = ResponseOf<typeof backtestTemplate>;
type Item = Answer['itemList'][number];

const DAY_CHOICES = [1, 3, MAX_BACKTEST_DAYS] as const;
/** The server replays days of many clusters before it responds. */
const TIMEOUT_MS = 180_000;

/** The alarms that the template would have raised in the last days, now and with the suggested hold time. */
export function BacktestPanel({
  template,
  onSuggest,
}: {
  template: Template;
  /** Copies the suggested settings into the form. */
  onSuggest: (draft: ItemDraft) => void;
}) {
  const { t, language } = useTexts();
  const { alarmTemplateId, isChangeable } = template;
  const { search } = useAddress();
  const proposed = proposedItem(search);
  const draft = proposed && proposedDraft(proposed, language);
  const [days, setDays] = useState<number>(proposed ? MAX_BACKTEST_DAYS : DAY_CHOICES[0]);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const run = useMutation({
    mutationFn: () => {
      abort.current = new AbortController();
      return call(backtestTemplate, {
        body: {
          of: draft
            ? { kind: 'settings', settings: ownSettings(entriesOf(template), draft, 'template') }
            : { kind: 'template', alarmTemplateId },
          days,
        },
        signal: abort.current.signal,
        timeoutMs: TIMEOUT_MS,
      });
    },
  });
  const isNone = run.isIdle || isAbort(run.error);
  const suggested = (run.data?.itemList ?? []).filter(({ suggestedHoldS }) => suggestedHoldS !== null);

  function takeOver(): void {
    const changes = suggested.map(({ itemKey, suggestedHoldS }) => [
      itemKey,
      { isReverted: false, patch: { hold: formatSpan(suggestedHoldS ?? 0, language) } },
    ]);
    onSuggest({ ...draft, ...Object.fromEntries(changes) });
  }

  return (
    <Panel
      title={t('alarmTemplates.view.backtest')}
      note={t('alarmTemplates.backtest.about')}
      actions={
        isChangeable &&
        suggested.length > 0 && (
          <TextButton icon="mdi-import" variant="filled" onClick={takeOver}>
            {t('alarmTemplates.backtest.takeOver', { cnt: suggested.length })}
          </TextButton>
        )
      }
    >
      {proposed && draft && (
        <Proposed proposed={proposed} onTakeOver={isChangeable ? () => onSuggest(draft) : undefined} />
      )}
      <div className={classes.toolbar}>
        <Choices
          label={t('alarmTemplates.backtest.days')}
          options={DAY_CHOICES.map((value) => ({
            value,
            label: t('alarmTemplates.backtest.lastDays', { cnt: value }),
          }))}
          chosen={days}
          onChoose={setDays}
        />
        <TextButton icon="mdi-play" loading={run.isPending} onClick={() => run.mutate()}>
          {t('alarmTemplates.backtest.start')}
        </TextButton>
        {run.isPending && (
          <>
            <span role="status">{t('alarmTemplates.backtest.running')}</span>
            <TextButton variant="subtle" onClick={() => abort.current?.abort()}>
              {t('common.cancel')}
            </TextButton>
          </>
        )}
        {run.data && <Summary answer={run.data} />}
      </div>
      {isNone && (
        <EmptyState
          icon="mdi-history"
          title={t('alarmTemplates.backtest.none')}
          text={t('alarmTemplates.backtest.noneText')}
        />
      )}
      {run.isError && !isNone && (
        <LoadFailed
          title={t('alarmTemplates.backtest.failed')}
          query={{ error: run.error, refetch: () => run.mutate() }}
        />
      )}
      {(run.isPending || run.data) && <Results items={run.data?.itemList} />}
      {run.data && <Skipped answer={run.data} />}
    </Panel>
  );
}

/** A setting that a report proposes. The backtest runs with it. */
function Proposed({
  proposed: { itemKey, holdS, margin },
  onTakeOver,
}: {
  proposed: ProposedItem;
  onTakeOver: (() => void) | undefined;
}) {
  const { t, language } = useTexts();
  const nameOf = useItemName();
  return (
    <div className={classes.toolbar} role="note">
      <span>
        {t('alarmTemplates.backtest.proposed', {
          item: nameOf(itemKey),
          hold: formatSpan(holdS, language),
          margin: formatNumber(margin, { decimals: 2 }),
        })}
      </span>
      {onTakeOver && (
        <TextButton icon="mdi-import" onClick={onTakeOver}>
          {t('alarmTemplates.backtest.takeProposed')}
        </TextButton>
      )}
    </div>
  );
}

function Summary({ answer }: { answer: Answer }) {
  const t = useT();
  return (
    <span className={classes.toolbarEnd}>
      {t('alarmTemplates.backtest.summary', {
        from: formatTimestamp(answer.from),
        to: formatTimestamp(answer.to),
        cnt: answer.clusterList.length,
      })}
    </span>
  );
}

function useItemName(): (key: AlarmItemKey) => string {
  const language = useLanguage();
  return (key) => `${kinds[alarmItems[key].target].labels[language]} · ${alarmItems[key].label[language]}`;
}

function Results({ items }: { items: readonly Item[] | undefined }) {
  const { t, language } = useTexts();
  const nameOf = useItemName();
  const span = (spanS: number | null) =>
    spanS === null ? '-' : formatSpan(spanS < 60 ? Math.round(spanS) : Math.round(spanS / 60) * 60, language);
  const figure = <Value,>(label: PlainKey, width: number, cell: TableColumn<Value, Item>['cell']) =>
    ({ label, width, cell, align: 'end' }) as const;
  const columns: TableColumns<Item> = {
    itemKey: { label: 'alarmItems.item', cell: (key) => <InlineText text={nameOf(key)} isStrong /> },
    firedCnt: count('alarmTemplates.backtest.fired', { width: 110 }),
    openCnt: count('alarmTemplates.backtest.open', { width: 110 }),
    shortCnt: count('alarmTemplates.backtest.short', { width: 110 }),
    medianS: figure('alarmTemplates.backtest.median', 120, span),
    // The duration of an alarm that has not ended yet is unknown.
    totalS: figure('alarmTemplates.backtest.total', 150, (totalS: number, { medianS }) =>
      span(medianS === null ? null : totalS),
    ),
    setting: figure('alarmItems.hold', 110, ({ holdS }: Item['setting']) => formatSpan(holdS, language)),
    suggestedHoldS: figure('alarmTemplates.backtest.suggested', 190, (holdS: number | null, item) =>
      holdS === null
        ? '-'
        : t('alarmTemplates.backtest.suggestion', {
            hold: formatSpan(holdS, language),
            cnt: formatNumber(item.suggestedFiredCnt),
          }),
    ),
    testedCnt: figure('alarmTemplates.backtest.objects', 110, (testedCnt: number, { objectCnt }) =>
      [testedCnt, objectCnt].map((cnt) => formatNumber(cnt)).join('/'),
    ),
  };
  return (
    <Table
      label={t('alarmTemplates.backtest.results')}
      columns={columns}
      rows={items?.toSorted((a, b) => b.firedCnt - a.firedCnt)}
      rowId={({ itemKey }) => itemKey}
      empty={<EmptyState title={t('alarmTemplates.backtest.empty')} />}
    />
  );
}

function Skipped({ answer: { skippedList } }: { answer: Answer }) {
  const t = useT();
  const nameOf = useItemName();
  const reasons = [...new Set(skippedList.map(({ reason }) => reason))];
  return reasons.map((reason) => (
    <p key={reason} className={classes.panelNote}>
      {t(`alarmTemplates.backtest.skipped.${reason}`)}{' '}
      {skippedList
        .filter((one) => one.reason === reason)
        .map(({ itemKey }) => nameOf(itemKey))
        .join(', ')}
    </p>
  ));
}
