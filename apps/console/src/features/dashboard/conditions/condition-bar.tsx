import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import {
  type DashboardConditions,
  defaultConditions,
  selectedClusters,
  toggleAllClusters,
  toggleCluster,
  withGroupBy,
  withObjectType,
} from '@gwanje/domain/dashboard/conditions';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { memo, type ReactNode, useId } from 'react';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { useOpener } from '#components/floating/use-opener.ts';
import { type Translate, useLanguage, useT, useTexts } from '#core/i18n/i18n.ts';
import { groupChoices, shownTypes, sortChoices } from '#entities/dashboard/model/condition-choices.ts';
import classes from './control.module.css';
import { isSame } from './use-conditions.ts';

interface ConditionsProps {
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChange: (next: DashboardConditions) => void;
}

interface ConditionBarProps extends ConditionsProps {
  /** Before the conditions. */
  readonly start?: ReactNode;
  /** The age of the data and the refresh button, at the right end. */
  readonly end: ReactNode;
}

export function ConditionBar({ start, end, ...conditions }: ConditionBarProps) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line that wraps
    <div className={classes.bar} role="group" aria-label={t('dashboard.conditions')}>
      {start}
      <Conditions {...conditions} />
      <div className={classes.end}>{end}</div>
    </div>
  );
}

/** Memoised, so that new data at the right end does not render the conditions again. */
const Conditions = memo(function Conditions({ clusters, conditions, onChange }: ConditionsProps) {
  const { t, language } = useTexts();
  const { objectType, groupBy, sortBy, showsGroups } = conditions;
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
        options={groupChoices(objectType, language)}
        onChoose={(next) => onChange(withGroupBy(conditions, next))}
      />
      {groupBy !== 'none' && (
        <button
          type="button"
          className={classes.control}
          aria-pressed={showsGroups}
          title={t('dashboard.showsGroupsNote')}
          onClick={() => onChange({ ...conditions, showsGroups: !showsGroups })}
        >
          <Icon name={showsGroups ? 'mdi-checkbox-marked-outline' : 'mdi-checkbox-blank-outline'} />
          {t('dashboard.showsGroups')}
        </button>
      )}
      <Choice
        name={t('dashboard.sortBy')}
        chosen={sortBy}
        options={sortChoices(objectType, language)}
        onChoose={(next) => onChange({ ...conditions, sortBy: next })}
      />
      {!isSame(conditions, defaultConditions) && (
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

interface ChoiceProps<Value> {
  readonly name: string;
  readonly chosen: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ name, chosen, options, onChoose }: ChoiceProps<Value>) {
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

async function loadChecks() {
  const [{ FloatingPanel }, { ClusterChecks }] = await Promise.all([
    import('#components/floating/floating-panel.tsx'),
    import('#entities/dashboard/cluster-checks.tsx'),
  ]);
  return { FloatingPanel, ClusterChecks };
}

function ClusterChoice({ clusters, conditions, onChange }: ConditionsProps) {
  const t = useT();
  const { button, opened } = useOpener('dialog', loadChecks);
  const hostIds = clusters.map(({ hostId }) => hostId);
  const selected = selectedClusters(conditions, hostIds);
  return (
    <>
      <button type="button" {...button} className={classes.control}>
        <span className={classes.name}>{t('dashboard.clusters')}</span>{' '}
        <bdi className={classes.value}>{summaryOf(selected, clusters, t)}</bdi>
        <Icon name="mdi-chevron-down" />
      </button>
      {opened && (
        <opened.parts.FloatingPanel
          {...opened.floating}
          position="bottom-start"
          width={280}
          className={classes.clusters}
          label={t('dashboard.chooseClusters')}
        >
          <opened.parts.ClusterChecks
            clusters={clusters}
            selected={new Set(selected)}
            onToggle={(hostId) => onChange(toggleCluster(conditions, hostId, hostIds))}
            all={{
              label: (
                <>
                  {t('dashboard.toggleAll')}
                  <span className={classes.selectedCnt}>
                    {formatNumber(selected.length)}/{formatNumber(clusters.length)}
                  </span>
                </>
              ),
              isChecked: selected.length === clusters.length,
              isPartial: selected.length > 0 && selected.length < clusters.length,
              onToggle: () => onChange(toggleAllClusters(conditions, hostIds)),
            }}
          />
        </opened.parts.FloatingPanel>
      )}
    </>
  );
}

function summaryOf(selected: readonly number[], clusters: readonly ClusterName[], t: Translate): string {
  if (selected.length === clusters.length)
    return t('dashboard.clustersAll', { cnt: formatNumber(clusters.length) });
  const first = clusters.find(({ hostId }) => hostId === selected[0])?.name;
  if (first === undefined) return t('dashboard.clustersNone');
  return selected.length === 1
    ? first
    : t('dashboard.clustersSome', { first, more: formatNumber(selected.length - 1) });
}
