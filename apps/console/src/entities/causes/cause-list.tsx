import { describeCause } from '@gwanje/domain/causes/text/describe-cause';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { CauseEvidence, CauseLine, FieldChange } from '@gwanje/kinds/calls/causes';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { useState } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { causeAddress, causeComparisonAddress, causeEventsAddress } from './cause-address.ts';
import { causeIcons, relationColours } from './cause-appearance.ts';
import { distanceText } from './cause-distance.ts';
import type { Causes } from './cause-queries.ts';
import classes from './causes.module.css';
import './cause-messages.ts';

interface CauseListProps {
  readonly causes: Causes;
  /** True: times are relative to the alarm; else they are times of the day. */
  readonly isOfAlarm: boolean;
}

/** The changes in the order of the server: closest in time and relation, and rarest, first. */
export function CauseList({ causes, isOfAlarm }: CauseListProps) {
  const t = useT();
  const { list, missingList } = causes;
  return (
    <>
      {missingList.length > 0 && (
        <p className={classes.missing} role="status">
          <Icon name="mdi-alert-outline" size={14} />
          {t('causeView.missing', {
            sources: missingList.map((source) => t(`causeView.source.${source}`)).join(', '),
          })}
        </p>
      )}
      {list.length === 0 ? (
        <p className={classes.none}>{t(isOfAlarm ? 'causeView.none' : 'causeView.noneInRange')}</p>
      ) : (
        <ol className={classes.list} aria-label={t('causeView.title')}>
          {list.map((line) => (
            <CauseItem key={keyOf(line)} line={line} isOfAlarm={isOfAlarm} />
          ))}
        </ol>
      )}
    </>
  );
}

function keyOf({ rule, kind, id, name, at }: CauseLine): string {
  return `${rule} ${kind} ${id ?? name} ${at}`;
}

function CauseItem({ line, isOfAlarm }: { line: CauseLine; isOfAlarm: boolean }) {
  const texts = useTexts();
  const { t, language } = texts;
  const [isOpen, setOpen] = useState(false);
  const { name, namespace, evidence, foldedList, objectCnt, otherClusterCnt } = line;
  const comparisonHref = causeComparisonAddress(line);
  const eventsHref = causeEventsAddress(line);
  const details = [evidence, ...foldedList].flatMap((one) => detailsOf(one));
  const folded = foldedList.map((one) => describeCause(one, language));
  const hasDetails = details.length > 0 || folded.length > 0;
  return (
    <li className={classes.item}>
      <Icon name={causeIcons[line.rule]} size={16} className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.sentence} dir="auto">
          {describeCause(evidence, language)}
        </p>
        <p className={classes.place}>
          <bdi>
            <PageLink
              className={classes.link}
              href={causeAddress(line)}
              text={[namespace, name].filter((part) => part !== null && part !== '').join('/')}
            />
          </bdi>
          {comparisonHref !== null && (
            <PageLink className={classes.link} href={comparisonHref} text={t('causeView.compare')} />
          )}
          {eventsHref !== null && (
            <PageLink className={classes.link} href={eventsHref} text={t('causeView.events')} />
          )}
          {objectCnt > 1 && <span>{t('causeView.objectCnt', { cnt: objectCnt })}</span>}
          {otherClusterCnt > 0 && (
            <span className={classes.elsewhere}>
              <Icon name="mdi-hexagon-multiple-outline" size={13} />
              {t('causeView.otherClusterCnt', { cnt: otherClusterCnt })}
            </span>
          )}
          {hasDetails && (
            <button
              type="button"
              className={classes.link}
              aria-expanded={isOpen}
              aria-label={t('causeView.detailsOf', { name })}
              onClick={() => setOpen(!isOpen)}
            >
              {t('causeView.details')}
              <Icon name={isOpen ? 'mdi-chevron-up' : 'mdi-chevron-down'} size={14} />
            </button>
          )}
        </p>
        {isOpen && (
          <ul className={classes.details}>
            {folded.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {details.map(({ label, text }) => (
              <li key={`${label} ${text}`}>
                <bdi className={classes.field}>{label}</bdi> <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Chip colour={relationColours[line.relation]} label={t(`causeView.relation.${line.relation}`)} />
      <time dateTime={line.at} title={formatTimestamp(line.at)} className={classes.when}>
        {isOfAlarm ? distanceText(line.distanceS, texts) : formatTimestamp(line.at)}
      </time>
    </li>
  );
}

/** The single values of the evidence: old and new, or the text of an event. */
function detailsOf(evidence: CauseEvidence): { readonly label: string; readonly text: string }[] {
  switch (evidence.rule) {
    case 'imageChanged':
    case 'configurationChanged':
    case 'requestsChanged':
      return evidence.changeList.map((change) => ({
        label: [change.container, change.field].filter((part) => part !== null).join(' · '),
        text: fromTo(change),
      }));
    case 'eventBurst':
      return [{ label: evidence.reason, text: evidence.message }];
    default:
      return [];
  }
}

function fromTo({ from, to }: FieldChange): string {
  return `${from ?? '-'} → ${to ?? '-'}`;
}
