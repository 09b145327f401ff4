import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { groupByOptions, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import {
  type DashboardConditions,
  defaultConditions,
  withObjectType,
} from '@gwanje/domain/dashboard/conditions';
import { asGroupBy, asSortBy, groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { memo, type ReactNode, useId } from 'react';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { shownTypes } from '#entities/dashboard/model/status-cells.ts';
import { ClusterChoice } from './cluster-choice.tsx';
import classes from './control.module.css';

interface ConditionsProps {
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChange: (next: DashboardConditions) => void;
}

interface ConditionBarProps extends ConditionsProps {
  /** The age of the data and the refresh button, at the other end. */
  readonly end: ReactNode;
}

export function ConditionBar({ end, ...conditions }: ConditionBarProps) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line that wraps
    <div className={classes.bar} role="group" aria-label={t('dashboard.conditions')}>
      <Conditions {...conditions} />
      <div className={classes.end}>{end}</div>
    </div>
  );
}

/** Memoised, so that new data at the other end does not render it again. */
const Conditions = memo(function Conditions({ clusters, conditions, onChange }: ConditionsProps) {
  const t = useT();
  const language = useLanguage();
  const { objectType, groupBy, sortBy } = conditions;
  return (
    <>
      <ClusterChoice clusters={clusters} conditions={conditions} onChange={onChange} />
      <ObjectTypes
        chosen={objectType}
        onChoose={(next) => onChange(withObjectType(conditions, next))}
        label={t('dashboard.objectType')}
      />
      <Choice
        name={t('dashboard.groupBy')}
        chosen={groupBy}
        options={groupByOptions[objectType].map((option) => ({
          value: option,
          label: labelOf(groupByKey(option), language),
        }))}
        onChoose={(value) => {
          const next = asGroupBy(objectType, value);
          if (next) onChange({ ...conditions, groupBy: next });
        }}
      />
      <Choice
        name={t('dashboard.sortBy')}
        chosen={sortBy}
        options={sortOptions[objectType].map((option) => ({
          value: option,
          label: labelOf(sortByKey(option), language),
        }))}
        onChoose={(value) => {
          const next = asSortBy(objectType, value);
          if (next) onChange({ ...conditions, sortBy: next });
        }}
      />
      {!isDefault(conditions) && (
        <button
          type="button"
          className={`${classes.control} ${classes.quiet}`}
          onClick={() => onChange(defaultConditions)}
        >
          <Icon name="mdi-restore" />
          {t('dashboard.reset')}
        </button>
      )}
    </>
  );
});

interface ObjectTypesProps {
  readonly chosen: DashboardConditions['objectType'];
  readonly onChoose: (next: DashboardConditions['objectType']) => void;
  readonly label: string;
}

function ObjectTypes({ chosen, onChoose, label }: ObjectTypesProps) {
  const language = useLanguage();
  const name = useId();
  return (
    <fieldset className={classes.segments} aria-label={label}>
      {shownTypes.map((objectType) => (
        <label key={objectType} className={classes.segment}>
          <input
            type="radio"
            name={name}
            checked={objectType === chosen}
            onChange={() => onChoose(objectType)}
          />
          {labelOf(objectTypeKey(objectType), language)}
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

function Choice({ name, chosen, options, onChoose }: ChoiceProps) {
  const shown = options.find(({ value }) => value === chosen)?.label ?? chosen;
  return (
    <MenuButton
      position="bottom-start"
      entries={options.map(({ value, label }) => ({
        kind: 'choice',
        id: value,
        label,
        isChosen: value === chosen,
        onChoose: () => onChoose(value),
      }))}
    >
      {(opener) => (
        <button type="button" {...opener} className={classes.control} disabled={options.length < 2}>
          <span className={classes.name}>{name}</span> <span className={classes.value}>{shown}</span>
          <Icon name="mdi-chevron-down" />
        </button>
      )}
    </MenuButton>
  );
}

function isDefault(conditions: DashboardConditions): boolean {
  const { isAllCluster, objectType, groupBy, sortBy } = conditions;
  return (
    isAllCluster &&
    objectType === defaultConditions.objectType &&
    groupBy === defaultConditions.groupBy &&
    sortBy === defaultConditions.sortBy
  );
}
