import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { TabList } from '#components/tabs/tab-list.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from './items.module.css';

export const targetIcons = {
  cluster: 'mdi-kubernetes',
  node: 'mdi-server',
  pod: 'mdi-cube-outline',
  volume: 'mdi-database-outline',
  claim: 'mdi-database-marker-outline',
} as const satisfies Record<AlarmTarget, IconName>;

export interface TargetTab {
  readonly target: AlarmTarget;
  readonly itemCnt: number;
  readonly ownCnt: number;
  readonly changedCnt: number;
  readonly isWrong: boolean;
}

interface TargetTabsProps {
  readonly id: string;
  readonly tabs: readonly TargetTab[];
  readonly chosen: AlarmTarget;
  readonly onChoose: (target: AlarmTarget) => void;
}

/** Chooses the target whose items are shown. */
export function TargetTabs({ id, tabs, chosen, onChoose }: TargetTabsProps) {
  const t = useT();
  return (
    <TabList
      id={id}
      label={t('alarmItems.targets')}
      chosen={chosen}
      onChoose={onChoose}
      tabs={tabs.map((tab) => ({ id: tab.target, content: <TabContent tab={tab} /> }))}
    />
  );
}

function TabContent({ tab: { target, itemCnt, ownCnt, changedCnt, isWrong } }: { readonly tab: TargetTab }) {
  const t = useT();
  return (
    <>
      <Icon name={targetIcons[target]} />
      {t(`alarmItems.target.${target}`)}
      <span className={classes.tabCnt}>{itemCnt}</span>
      {ownCnt > 0 && <span className={classes.tabOwn}>{t('alarmItems.ownCnt', { cnt: ownCnt })}</span>}
      {changedCnt > 0 && (
        <span className={classes.tabChanged}>{t('alarmItems.changedCnt', { cnt: changedCnt })}</span>
      )}
      {isWrong && (
        <span className={classes.tabWrong} title={t('alarmItems.tabWrong')}>
          <Icon name="mdi-alert-circle" />
        </span>
      )}
    </>
  );
}
