import { formatSpan, formatTimestamp } from '@gwanje/domain/formats/time';
import type { Recall } from '@gwanje/kinds/calls/causes';
import { Chip } from '@gwanje/ui/chip';
import { Link } from '@tanstack/react-router';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import classes from './causes.module.css';
import './cause-messages.ts';

/** Earlier alarms of the same item: who handled them, how long it took, and what they wrote. */
export function RecallList({ list }: { list: readonly Recall[] }) {
  const texts = useTexts();
  const { t } = texts;
  if (list.length === 0) return <p className={classes.none}>{t('causeView.recallNone')}</p>;
  return (
    <ol className={classes.list} aria-label={t('causeView.recall')}>
      {list.map((recall) => (
        <li key={recall.alarmId} className={classes.recall}>
          <p className={classes.place}>
            <Chip colour="grey" label={t(`causeView.basis.${recall.basis}`)} />
            <Link
              to="/alarm-list"
              search={{ alarmId: String(recall.alarmId) }}
              activeProps={{}}
              className={classes.link}
            >
              <time dateTime={recall.occurredAt}>{formatTimestamp(recall.occurredAt)}</time>
            </Link>
            <bdi>{`${recall.clusterName} · ${recall.objectName}`}</bdi>
          </p>
          <p className={classes.sentence}>{recallText(recall, texts)}</p>
          {recall.memoList.map(({ alarmMemoId, userName, text }) => (
            <p key={alarmMemoId} className={classes.memo} dir="auto">
              <bdi className={classes.field}>{personName(userName, texts.t)}</bdi> {text}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** `kim · 확인까지 2분 · 조치까지 14분` */
export function recallText(recall: Recall, { t, language }: Texts): string {
  const spans = (['acknowledged', 'handled', 'recovered'] as const).flatMap((step) => {
    const afterS = recall[`${step}AfterS`];
    return afterS === null ? [] : [t(`causeView.${step}`, { span: formatSpan(afterS, language) })];
  });
  const who = recall.userName === null ? t('causeView.byNobody') : personName(recall.userName, t);
  return [who, ...spans].join(' · ');
}
