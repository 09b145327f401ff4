import type { Handover, HandoverAlarm } from '@gwanje/contract/duty/handovers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { StateCell } from '@gwanje/ui/list/cells';
import { Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { alarmLevelAppearance, confirmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { auditActionText } from '#entities/audit/audit-action-text.ts';
import { changeText } from './change-text.ts';
import classes from './handover.module.css';

interface HandoverPartsProps {
  readonly handover: Handover;
  readonly remarks: Readonly<Record<string, string>>;
  /** Undefined: the remarks are only shown. */
  readonly onRemark: ((key: string, text: string) => void) | undefined;
}

/** The facts of the shift, each with the remark that somebody made. Parts without a line share one panel at the end. */
export function HandoverParts(props: HandoverPartsProps) {
  const texts = useTexts();
  const { t } = texts;
  const { handover } = props;
  const { content, fromAt, timeZone } = handover;
  const at = (text: string) => formatTimestamp(text, { timeZone }).slice(5, 16);
  const parts = partsOf(content).filter(({ cnt }) => cnt > 0);
  const alarmLines = (list: readonly HandoverAlarm[]) =>
    list.map((alarm) => (
      <AlarmLine key={alarm.key} alarm={alarm} at={at} isCarried={alarm.occurredAt < fromAt} {...props} />
    ));
  const lines: Readonly<Record<PartKey, ReactNode>> = {
    open: alarmLines(content.openList),
    handled: alarmLines(content.handledList),
    ended: alarmLines(endedAlarms(content)),
    silent: content.silentList.map((line) => (
      <Line key={line.key} line={line} name={line.clusterName} {...props}>
        <strong>
          <bdi>{line.clusterName}</bdi>
        </strong>
        <span className={classes.quiet}>
          {at(line.fromAt)} ~ {line.toAt === null ? t('handover.stillSilent') : at(line.toAt)}
        </span>
      </Line>
    )),
    mutes: content.muteList.map((line) => (
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
          {t('handover.until', { at: at(line.untilAt) })} · <bdi>{personName(line.userName, t)}</bdi>
          {line.reason !== '' && (
            <>
              {' · '}
              <bdi>{line.reason}</bdi>
            </>
          )}
        </span>
      </Line>
    )),
    changes: content.changeList.map((line) => (
      <Line key={line.key} line={line} name={line.name} before={<time>{at(line.at)}</time>} {...props}>
        <strong>
          <bdi>{[line.clusterName, line.namespace, line.name].filter(Boolean).join(' / ')}</bdi>
        </strong>
        <span className={classes.quiet}>
          <bdi>{changeText(line, t)}</bdi>
        </span>
      </Line>
    )),
    settings: content.settingList.map((line) => (
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
    )),
  };
  const empty = partsOf(content).filter(({ cnt }) => cnt === 0);
  return (
    <div className={classes.parts}>
      {parts.map(({ key, cnt, shownCnt }) => (
        <Panel key={key} title={t(partTitles[key])} note={String(cnt)}>
          <ul className={classes.lines}>
            {lines[key]}
            {cnt > shownCnt && (
              <li className={classes.none}>
                {t(ALARM_PARTS.has(key) ? 'handover.more' : 'handover.moreLines', { cnt: cnt - shownCnt })}
              </li>
            )}
          </ul>
        </Panel>
      ))}
      {empty.length > 0 && (
        <Panel title={t('handover.nothing')} padded>
          <p className={classes.none}>{empty.map(({ key }) => t(partTitles[key])).join(' · ')}</p>
        </Panel>
      )}
    </div>
  );
}

const partTitles = {
  open: 'handover.openAlarms',
  handled: 'handover.handledAlarms',
  ended: 'handover.endedAlarms',
  silent: 'handover.silent',
  mutes: 'handover.mutes',
  changes: 'handover.changes',
  settings: 'handover.settings',
} as const satisfies Readonly<Record<string, PlainKey>>;
type PartKey = keyof typeof partTitles;
const ALARM_PARTS: ReadonlySet<PartKey> = new Set(['open', 'handled', 'ended']);

function partsOf(content: Handover['content']) {
  const { openList, handledList, openedList, silentList, muteList, changeList, settingList } = content;
  const part = (key: PartKey, list: readonly unknown[], cnt: number) => ({
    key,
    cnt,
    shownCnt: list.length,
  });
  const ended = endedAlarms(content);
  return [
    part('open', openList, content.openCnt),
    part('handled', handledList, content.handledCnt),
    part('ended', ended, ended.length + content.openedCnt - openedList.length),
    part('silent', silentList, content.silentCnt),
    part('mutes', muteList, content.muteCnt),
    part('changes', changeList, content.changeCnt),
    part('settings', settingList, content.settingCnt),
  ];
}

/** Alarms of the shift that are over although nobody handled them. The others are in the parts before. */
function endedAlarms({ openedList, openList, handledList }: Handover['content']): HandoverAlarm[] {
  const shown = new Set([...openList, ...handledList].map(({ key }) => key));
  return openedList.filter(({ key }) => !shown.has(key));
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
            <bdi>{personName(alarm.confirmedBy, t)}</bdi>
          </>
        )}
        {isCarried && ` · ${t('handover.carried')}`}
      </span>
      {memo && (
        <span className={classes.memo} dir="auto">
          {memo.text}{' '}
          <span className={classes.quiet}>
            <bdi>{personName(memo.userName, t)}</bdi>, {at(memo.at)}
          </span>
        </span>
      )}
    </Line>
  );
}
