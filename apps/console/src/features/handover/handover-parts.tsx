import type { Handover, HandoverAlarm } from '@gwanje/contract/duty/handovers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { StateCell } from '@gwanje/ui/list/cells';
import { Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { alarmLevelAppearance, confirmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { auditActionText } from '#entities/audit/audit-action-text.ts';
import classes from './handover.module.css';

interface HandoverPartsProps {
  readonly handover: Handover;
  readonly remarks: Readonly<Record<string, string>>;
  /** Undefined: the remarks are only shown. */
  readonly onRemark: ((key: string, text: string) => void) | undefined;
}

/** The facts of the shift, each with the remark that somebody made. */
export function HandoverParts(props: HandoverPartsProps) {
  const texts = useTexts();
  const { t } = texts;
  const { handover } = props;
  const { content, fromAt, timeZone } = handover;
  const at = (text: string) => formatTimestamp(text, { timeZone }).slice(5, 16);
  const alarms = (title: PlainKey, none: PlainKey, list: readonly HandoverAlarm[], cnt: number) => (
    <Part title={t(title)} cnt={cnt} none={t(none)}>
      {list.map((alarm) => (
        <AlarmLine key={alarm.key} alarm={alarm} at={at} isCarried={alarm.occurredAt < fromAt} {...props} />
      ))}
      {cnt > list.length && (
        <li className={classes.none}>{t('handover.more', { cnt: cnt - list.length })}</li>
      )}
    </Part>
  );
  return (
    <>
      {alarms('handover.openAlarms', 'handover.noOpenAlarms', content.openList, content.openCnt)}
      {alarms('handover.handledAlarms', 'handover.noHandledAlarms', content.handledList, content.handledCnt)}
      {alarms('handover.openedAlarms', 'handover.noOpenedAlarms', content.openedList, content.openedCnt)}
      <Part title={t('handover.silent')} cnt={content.silentList.length} none={t('handover.noSilent')}>
        {content.silentList.map((line) => (
          <Line key={line.key} line={line} name={line.clusterName} {...props}>
            <strong>
              <bdi>{line.clusterName}</bdi>
            </strong>
            <span className={classes.quiet}>
              {at(line.fromAt)} ~ {line.toAt === null ? t('handover.stillSilent') : at(line.toAt)}
            </span>
          </Line>
        ))}
      </Part>
      <Part title={t('handover.mutes')} cnt={content.muteList.length} none={t('handover.noMutes')}>
        {content.muteList.map((line) => (
          <Line
            key={line.key}
            line={line}
            name={line.name}
            before={<Chip colour="grey" label={t(`handover.mute.${line.kind}`)} />}
            {...props}
          >
            <strong>
              <bdi>{line.name}</bdi>
            </strong>
            <span className={classes.quiet}>
              {t('handover.until', { at: at(line.untilAt) })} · <bdi>{line.userName}</bdi>
              {line.reason !== '' && (
                <>
                  {' · '}
                  <bdi>{line.reason}</bdi>
                </>
              )}
            </span>
          </Line>
        ))}
      </Part>
      <Part title={t('handover.changes')} cnt={content.changeCnt} none={t('handover.noChanges')}>
        {content.changeList.map((line) => (
          <Line key={line.key} line={line} name={line.name} before={<time>{at(line.at)}</time>} {...props}>
            <strong>
              <bdi>{[line.clusterName, line.namespace, line.name].filter(Boolean).join(' / ')}</bdi>
            </strong>
            <span className={classes.quiet}>
              {isKnown(line.what) ? t(`handover.what.${line.what}`) : line.what}
              {line.from !== null && line.to !== null && (
                <>
                  {': '}
                  <bdi>
                    {line.from} → {line.to}
                  </bdi>
                </>
              )}
            </span>
          </Line>
        ))}
        {content.changeCnt > content.changeList.length && (
          <li className={classes.none}>
            {t('handover.moreChanges', { cnt: content.changeCnt - content.changeList.length })}
          </li>
        )}
      </Part>
      <Part title={t('handover.settings')} cnt={content.settingList.length} none={t('handover.noSettings')}>
        {content.settingList.map((line) => (
          <Line
            key={line.key}
            line={line}
            name={line.name ?? line.action}
            before={<time>{at(line.at)}</time>}
            {...props}
          >
            <strong>
              <bdi>{line.name ?? '-'}</bdi>
            </strong>
            <span className={classes.quiet}>
              {auditActionText(line.action, texts) ?? line.action} · <bdi>{line.userId ?? '-'}</bdi>
            </span>
          </Line>
        ))}
      </Part>
    </>
  );
}

const WHAT = [
  'created',
  'deleted',
  'images',
  'isSuspended',
  'schedule',
  'condition',
  'isSchedulable',
  'kubeletVersion',
] as const;

function isKnown(what: string): what is (typeof WHAT)[number] {
  return WHAT.some((one) => one === what);
}

interface PartProps {
  readonly title: string;
  readonly cnt: number;
  readonly none: string;
  readonly children: ReactNode;
}

function Part({ title, cnt, none, children }: PartProps) {
  return (
    <Panel title={title} note={String(cnt)}>
      <ul className={classes.lines}>{cnt === 0 ? <li className={classes.none}>{none}</li> : children}</ul>
    </Panel>
  );
}

interface LineProps extends HandoverPartsProps {
  readonly line: { readonly key: string };
  /** What a remark is about. */
  readonly name: string;
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

function Line({ line, name, before, remarks, onRemark, children }: LineProps) {
  const { t } = useTexts();
  const remark = remarks[line.key] ?? '';
  return (
    <li>
      {before && <span className={classes.before}>{before}</span>}
      <span className={classes.lineText}>
        {children}
        {remark !== '' && (
          <span className={`${classes.remark} ${onRemark ? classes.printOnly : ''}`} dir="auto">
            {t('handover.remark')}: {remark}
          </span>
        )}
      </span>
      {onRemark && (
        <TextInput
          className={`${classes.remarkInput} ${classes.screenOnly}`}
          size="xs"
          aria-label={t('handover.remarkOf', { name })}
          placeholder={t('handover.remark')}
          value={remark}
          maxLength={1000}
          dir="auto"
          onChange={(event) => onRemark(line.key, event.currentTarget.value)}
        />
      )}
    </li>
  );
}

interface AlarmLineProps extends HandoverPartsProps {
  readonly alarm: HandoverAlarm;
  readonly at: (text: string) => string;
  readonly isCarried: boolean;
}

function AlarmLine({ alarm, at, isCarried, ...props }: AlarmLineProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const { memo } = alarm;
  return (
    <Line
      line={alarm}
      name={alarm.objectName}
      before={
        <>
          <StateCell {...alarmLevelAppearance(alarm.level, texts)} />
          <StateCell {...confirmLevelAppearance(alarm.confirmLevel, texts)} />
        </>
      }
      {...props}
    >
      <strong>
        <PageLink
          className={classes.alarm}
          href={`/alarm-list?alarmId=${alarm.alarmId}`}
          text={[alarm.clusterName, alarm.namespace, alarm.objectName].filter(Boolean).join(' / ')}
        />
      </strong>
      <span>{alarmText(alarm, language)}</span>
      <span className={classes.quiet}>
        {at(alarm.occurredAt)}
        {alarm.recoveredAt !== null && ` ~ ${at(alarm.recoveredAt)}`}
        {alarm.confirmedBy !== null && (
          <>
            {' · '}
            <bdi>{alarm.confirmedBy}</bdi>
          </>
        )}
        {isCarried && ` · ${t('handover.carried')}`}
      </span>
      {memo && (
        <span className={classes.memo} dir="auto">
          {memo.text}{' '}
          <span className={classes.quiet}>
            <bdi>{memo.userName}</bdi>, {at(memo.at)}
          </span>
        </span>
      )}
    </Line>
  );
}
