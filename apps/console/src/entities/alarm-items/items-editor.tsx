import { kinds } from '@gwanje/kinds/registry';
import './alarm-item-messages.ts';
import { type AlarmTarget, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { alarmTypeKey, alarmTypes, labelOf } from '@gwanje/domain/mappings/labels';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { type ReactNode, useId } from 'react';
import { TabList } from '#components/tabs/tab-list.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { type ItemEntry, typedFields } from './item-draft.ts';
import { ItemRow } from './item-row.tsx';
import classes from './items.module.css';
import type { ItemsForm } from './use-items-form.ts';

interface ItemsEditorProps {
  readonly form: ItemsForm;
  readonly isReadOnly: boolean;
  readonly onTarget: (target: AlarmTarget) => void;
  /** Content below the items of a target, such as its event alarms. */
  readonly after?: ReactNode;
}

const types = [alarmTypes.failure, alarmTypes.performance] as const;

/** The items of one target at a time, by type: a read-only table, or a form while editing. */
export function ItemsEditor({ form, isReadOnly, onTarget, after }: ItemsEditorProps) {
  const t = useT();
  const tabsId = useId();
  const targets = alarmTargets.filter((target) => form.entries.some((entry) => targetOf(entry) === target));
  const target = targets.includes(form.target) ? form.target : (targets[0] ?? form.target);
  const shown = form.entries.filter((entry) => targetOf(entry) === target);
  return (
    <>
      {targets.length > 1 && (
        <TabList
          id={tabsId}
          label={t('alarmItems.targets')}
          chosen={target}
          onChoose={onTarget}
          tabs={targets.map((id) => ({ id, content: <TargetTab form={form} target={id} /> }))}
        />
      )}
      <div
        {...(targets.length > 1 && {
          id: `${tabsId}-panel`,
          role: 'tabpanel',
          'aria-labelledby': `${tabsId}-${target}`,
        })}
      >
        <Panel>
          <div className={classes.scroll}>
            <table className={classes.table} aria-label={t('alarmItems.tableLabel')}>
              <HeadRow />
              <tbody>
                {types.map((type) => (
                  <TypeRows
                    key={type}
                    type={type}
                    entries={shown.filter(({ itemKey }) => alarmItems[itemKey].type === type)}
                    form={form}
                    isReadOnly={isReadOnly}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <p className={classes.note}>
            <Icon name="mdi-information-outline" />
            {t('alarmItems.note')}
          </p>
        </Panel>
        {after}
      </div>
    </>
  );
}

function targetOf({ itemKey }: ItemEntry): AlarmTarget {
  return alarmItems[itemKey].target;
}

function HeadRow() {
  const t = useT();
  return (
    <thead className={classes.head}>
      <tr>
        <th className={classes.switch} scope="col">
          {t('alarmItems.on')}
        </th>
        <th className={classes.itemHead} scope="col">
          {t('alarmItems.item')}
        </th>
        <th className={classes.viewType} scope="col">
          {t('alarmItems.viewType')}
        </th>
        {typedFields.map((field) => (
          <th key={field} className={classes.figureHead} scope="col" title={t(`alarmItems.about.${field}`)}>
            {t(`alarmItems.${field}`)}
          </th>
        ))}
        <th className={classes.switch} scope="col" title={t('alarmItems.about.notify')}>
          {t('alarmItems.notify')}
        </th>
        <th className={classes.originHead} scope="col" title={t('alarmItems.about.origin')}>
          {t('alarmItems.originHead')}
        </th>
      </tr>
    </thead>
  );
}

interface TypeRowsProps extends Pick<ItemsEditorProps, 'form' | 'isReadOnly'> {
  readonly type: (typeof types)[number];
  readonly entries: readonly ItemEntry[];
}

function TypeRows({ type, entries, form, isReadOnly }: TypeRowsProps) {
  const language = useLanguage();
  const t = useT();
  if (entries.length === 0) return null;
  const onCnt = entries.filter(({ setting }) => setting.isOn).length;
  return (
    <>
      <tr className={classes.group}>
        <th colSpan={10} scope="rowgroup">
          <span className={classes.groupName}>{labelOf(alarmTypeKey(type), language)}</span>
          {t('alarmItems.onOf', { onCnt, cnt: entries.length })}
        </th>
      </tr>
      {entries.map((entry) => (
        <ItemRow key={entry.itemKey} entry={entry} form={form} isReadOnly={isReadOnly} />
      ))}
    </>
  );
}

/** Volumes and claims are adjacent tabs here, so they have similar icons. */
const ownIcons: Partial<Record<AlarmTarget, IconName>> = {
  volume: 'mdi-database-outline',
  claim: 'mdi-database-marker-outline',
};

function TargetTab({ form, target }: { form: ItemsForm; target: AlarmTarget }) {
  const t = useT();
  const language = useLanguage();
  const entries = form.entries.filter((entry) => targetOf(entry) === target);
  const ownCnt = entries.filter(({ origin }) => origin === form.ownOrigin).length;
  const changedCnt = entries.filter(({ itemKey }) => form.changed.includes(itemKey)).length;
  const isWrong = entries.some(({ itemKey }) => form.fieldErrors[itemKey] !== undefined);
  return (
    <>
      <Icon name={ownIcons[target] ?? kinds[target].icon} />
      {kinds[target].labels[language]}
      <span className={classes.tabCnt}>{entries.length}</span>
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
