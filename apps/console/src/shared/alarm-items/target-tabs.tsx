import type { AlarmTarget } from '@gwanje/contract/alarm-items';
import { Icon, type IconName } from '@gwanje/ui/icon';
import type { KeyboardEvent } from 'react';
import { useT } from '#shared/i18n/i18n.ts';
import classes from './items.module.css';

export const targetIcons = {
  cluster: 'mdi-kubernetes',
  node: 'mdi-server',
  pod: 'mdi-cube-outline',
  volume: 'mdi-database-outline',
  pvc: 'mdi-database-marker-outline',
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

/** Whose items: a change of tab leaves what was typed in the others. */
export function TargetTabs({ id, tabs, chosen, onChoose }: TargetTabsProps) {
  const t = useT();

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex(({ target }) => target === chosen);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.target);
    const button = currentTarget.querySelector(`[data-target="${next.target}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className={classes.tabs} role="tablist" aria-label={t('alarmItems.targets')} onKeyDown={onKeyDown}>
      {tabs.map(({ target, itemCnt, ownCnt, changedCnt, isWrong }) => (
        <button
          key={target}
          type="button"
          role="tab"
          id={`${id}-${target}`}
          data-target={target}
          className={classes.tab}
          aria-selected={target === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={target === chosen ? 0 : -1}
          onClick={() => onChoose(target)}
        >
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
        </button>
      ))}
    </div>
  );
}
