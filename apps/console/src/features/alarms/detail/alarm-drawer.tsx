import { chosenLevels } from '@gwanje/domain/alarms/lifecycle';
import { labelOf } from '@gwanje/domain/labels';
import { confirmLevelKey } from '@gwanje/domain/mappings/alarm';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerActions } from '#components/dialogs/drawer-actions.tsx';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import {
  alarmLevelAppearance,
  alarmTypeLabel,
  confirmLevelAppearance,
} from '#entities/alarms/alarm-appearance.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { alarmQuery } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { MutedMarks } from '#entities/alarms/muted-marks.tsx';
import { MemoForm, MemoList } from '../actions/memo-list.tsx';
import { SnoozeDialog } from '../actions/snooze-dialog.tsx';
import type { AskConfirm } from '../actions/use-confirm.tsx';
import classes from './alarm-drawer.module.css';
import { ChildList } from './child-list.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { Facts } from './facts.tsx';
import { HistoryList } from './history-list.tsx';
import { Section } from './section.tsx';

interface AlarmDrawerProps {
  readonly alarmId: number;
  readonly ask: AskConfirm;
  readonly onOpen: (alarmId: number) => void;
  readonly onClose: () => void;
}

/** All details of one alarm, and all actions on it. */
export function AlarmDrawer({ alarmId, ask, onOpen, onClose }: AlarmDrawerProps) {
  const t = useT();
  const query = useQuery({ ...alarmQuery(alarmId), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <SideDrawer
      title={data ? <Title alarm={data} /> : <span className={classes.what}>{t('alarms.detail')}</span>}
      width={860}
      isTall
      onClose={onClose}
    >
      {data ? (
        <Detail alarm={data} ask={ask} onOpen={onOpen} />
      ) : query.isError ? (
        <LoadFailed title={t('alarms.loadFailed')} query={query} />
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={12} />
      )}
    </SideDrawer>
  );
}

function Title({ alarm }: { readonly alarm: AlarmDetail }) {
  const t = useT();
  const language = useLanguage();
  const texts = { t, language };
  return (
    <span className={classes.title}>
      <span className={classes.marks}>
        <StateCell {...alarmLevelAppearance(alarm.level, texts)} />
        <StateCell {...confirmLevelAppearance(alarm.confirmLevel, texts)} />
        <Chip colour="grey">{alarmTypeLabel(alarm.type, texts)}</Chip>
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
  const t = useT();
  const language = useLanguage();
  const [isSnoozing, setSnoozing] = useState(false);
  return (
    <>
      <div className={classes.parts}>
        <Facts alarm={alarm} onOpen={onOpen} />
        {alarm.childList.length > 0 && (
          <Section title={t('alarms.children')} note={String(alarm.childCnt ?? alarm.childList.length)}>
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
        <Section title={t('alarms.deliveries')} note={String(alarm.deliveryList.length)}>
          <DeliveryList list={alarm.deliveryList} />
        </Section>
      </div>
      <IfMayChange>
        <DrawerActions
          before={
            <Button
              variant="default"
              leftSection={<Icon name="mdi-bell-sleep-outline" />}
              onClick={() => setSnoozing(true)}
            >
              {t('alarms.snooze')}
            </Button>
          }
        >
          {chosenLevels(alarm.confirmLevel).map((level, at) => (
            <Button
              key={level}
              variant={at === 0 ? 'filled' : 'default'}
              onClick={() => void ask([alarm], level)}
            >
              {labelOf(confirmLevelKey(level), language)}
            </Button>
          ))}
        </DrawerActions>
      </IfMayChange>
      {isSnoozing && <SnoozeDialog alarm={alarm} onClose={() => setSnoozing(false)} />}
    </>
  );
}
