import { chosenLevels } from '@gwanje/domain/alarms/lifecycle';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerActions } from '#components/dialogs/drawer-actions.tsx';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { PageLink } from '#components/links/page-link.tsx';
import { Loaded } from '#components/loading/load-failed.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import {
  alarmLevelAppearance,
  alarmTypeLabel,
  confirmLevelAppearance,
} from '#entities/alarms/alarm-appearance.ts';
import { type AlarmDetail, alarmQuery } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { MutedMarks } from '#entities/alarms/muted-marks.tsx';
import type { AskConfirm } from '../actions/confirm-dialog.tsx';
import { MemoForm, MemoList } from '../actions/memos.tsx';
import { SnoozeDialog } from '../actions/snooze-dialog.tsx';
import { childrenAddress } from '../alarm-conditions.ts';
import classes from './alarm-drawer.module.css';
import { AlarmFacts } from './alarm-facts.tsx';
import { CauseParts } from './cause-parts.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EscalationPart } from './escalation-part.tsx';
import { EvidencePart, Section } from './evidence-part.tsx';
import { untilNewsMs } from './next-news.ts';

interface AlarmDrawerProps {
  readonly alarmId: number;
  readonly ask: AskConfirm;
  readonly onOpen: (alarmId: number) => void;
  readonly onClose: () => void;
}

/** All details of one alarm, and all actions on it. */
export function AlarmDrawer({ alarmId, ask, onOpen, onClose }: AlarmDrawerProps) {
  const t = useT();
  const pollMs = usePollMs();
  const query = useQuery({
    ...alarmQuery(alarmId),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const waitMs = data !== undefined && untilNewsMs(data);
      return waitMs !== false && pollMs(waitMs);
    },
  });
  const { data } = query;
  return (
    <SideDrawer
      title={data ? <Title alarm={data} /> : <span className={classes.what}>{t('alarms.detail')}</span>}
      width={860}
      isTall
      onClose={onClose}
    >
      <Loaded query={query} failedTitle={t('alarms.loadFailed')} lines={12}>
        {(data) => <Detail alarm={data} ask={ask} onOpen={onOpen} />}
      </Loaded>
    </SideDrawer>
  );
}

function Title({ alarm }: { alarm: AlarmDetail }) {
  const texts = useTexts();
  const { language } = texts;
  return (
    <span className={classes.title}>
      <span className={classes.marks}>
        <StateCell {...alarmLevelAppearance(alarm.level, texts)} />
        <StateCell {...confirmLevelAppearance(alarm.confirmLevel, texts)} />
        <Chip colour="grey" label={alarmTypeLabel(alarm.type, texts)} />
        <MutedMarks alarm={alarm} />
      </span>
      <span className={classes.what}>{alarmText(alarm, language)}</span>
    </span>
  );
}

interface DetailProps {
  readonly alarm: AlarmDetail;
  readonly ask: AskConfirm;
  readonly onOpen: (alarmId: number) => void;
}

function Detail({ alarm, ask, onOpen }: DetailProps) {
  const { t, language } = useTexts();
  const [isSnoozing, setSnoozing] = useState(false);
  return (
    <>
      <div className={classes.parts}>
        <AlarmFacts alarm={alarm} onOpen={onOpen} />
        <CauseParts alarmId={alarm.alarmId} />
        {alarm.childList.length > 0 && (
          <Section title={t('alarms.children')} note={t('alarms.ofObjectNote', { cnt: alarm.childCnt ?? 0 })}>
            <ChildList alarm={alarm} onOpen={onOpen} />
          </Section>
        )}
        <EvidencePart alarm={alarm} />
        <Section title={t('alarms.history')}>
          <HistoryList list={alarm.changeList} closeReason={alarm.closeReason} />
        </Section>
        <Section title={t('alarms.memo')} note={String(alarm.memoList.length)}>
          <MemoList list={alarm.memoList} />
          <IfMayChange>
            <MemoForm alarmId={alarm.alarmId} />
          </IfMayChange>
        </Section>
        <EscalationPart escalation={alarm.escalation} />
        <Section title={t('alarms.deliveries')} note={String(alarm.deliveryList.length)}>
          <DeliveryList alarm={alarm} />
        </Section>
      </div>
      <IfMayChange>
        <DrawerActions
          before={
            <TextButton icon="mdi-bell-sleep-outline" onClick={() => setSnoozing(true)}>
              {t('alarms.snooze')}
            </TextButton>
          }
        >
          {chosenLevels(alarm.confirmLevel).map((level, at) => (
            <TextButton
              key={level}
              variant={at === 0 ? 'filled' : 'default'}
              onClick={() => void ask([alarm], level)}
            >
              {labelOf(confirmLevelKey(level), language)}
            </TextButton>
          ))}
        </DrawerActions>
      </IfMayChange>
      {isSnoozing && <SnoozeDialog alarm={alarm} onClose={() => setSnoozing(false)} />}
    </>
  );
}

const CHILDREN_SHOWN = 20;

/** The alarms folded under this one. They are acknowledged and notified together with it. */
function ChildList({ alarm, onOpen }: { alarm: AlarmDetail; onOpen: (alarmId: number) => void }) {
  const texts = useTexts();
  const { t, language } = texts;
  return (
    <>
      <ol className={classes.rows}>
        {alarm.childList.slice(0, CHILDREN_SHOWN).map((child) => (
          <li key={child.alarmId} className={classes.child}>
            <StateCell {...alarmLevelAppearance(child.level, texts)} />
            <button type="button" className={classes.childName} onClick={() => onOpen(child.alarmId)}>
              <bdi>{child.objectName}</bdi>
              <span className={classes.quiet}>{alarmText(child, language)}</span>
            </button>
            <StateCell {...confirmLevelAppearance(child.confirmLevel, texts)} />
            <time dateTime={child.occurredAt ?? ''}>{formatTimestamp(child.occurredAt)}</time>
          </li>
        ))}
      </ol>
      {alarm.childList.length > CHILDREN_SHOWN && (
        <p className={classes.ways}>
          <PageLink
            className={classes.link}
            href={childrenAddress(alarm.alarmId)}
            text={t('alarms.allChildren')}
          />
        </p>
      )}
    </>
  );
}

const changeIcons: Readonly<Record<AlarmDetail['changeList'][number]['change'], IconName>> = {
  occurred: 'mdi-bell-ring-outline',
  worsened: 'mdi-arrow-up-bold',
  reoccurred: 'mdi-bell-plus-outline',
  recovered: 'mdi-check-circle-outline',
  confirmed: 'mdi-account-check-outline',
  closed: 'mdi-archive-outline',
  folded: 'mdi-format-list-group',
  unfolded: 'mdi-format-list-bulleted',
};

interface HistoryListProps {
  readonly list: AlarmDetail['changeList'];
  readonly closeReason: AlarmDetail['closeReason'];
}

/** Every change of the alarm with its user, newest first. */
function HistoryList({ list, closeReason }: HistoryListProps) {
  const { t, language } = useTexts();
  return (
    <ol className={classes.rows}>
      {list.map(({ at, change, confirmLevel, level, userName, memo }, index) => {
        const isLevelSaid = change === 'occurred' || change === 'worsened' || change === 'reoccurred';
        const parts = [
          change === 'confirmed'
            ? labelOf(confirmLevelKey(confirmLevel), language)
            : t(`alarms.change.${change}`),
          ...(isLevelSaid ? [alarmLevelAppearance(level, { t, language }).label] : []),
          ...(change === 'closed' && closeReason ? [t(`alarms.closeReason.${closeReason}`)] : []),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified only by its position
          <li key={index} className={classes.step}>
            <time dateTime={at}>{formatTimestamp(at)}</time>
            <Icon name={changeIcons[change]} size={15} className={classes.quiet} />
            <span>
              <span className={classes.strong}>{parts.join(' · ')}</span>{' '}
              <bdi className={classes.quiet}>
                {userName === null ? t('alarms.byEngine') : personName(userName, t)}
              </bdi>
              {memo !== null && (
                <span className={classes.said} dir="auto">
                  {memo}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
