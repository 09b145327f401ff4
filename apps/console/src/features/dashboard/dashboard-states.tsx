import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/panel';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import classes from './dashboard.module.css';
import fold from './fold-panel.module.css';

interface NothingToShowProps {
  readonly conditions: DashboardConditions;
  readonly isNoneChosen: boolean;
  readonly summary: SummaryAnswer | undefined;
  readonly onChooseAll: () => void;
}

/** The reason why the map is empty. */
export function NothingToShow({ conditions, isNoneChosen, summary, onChooseAll }: NothingToShowProps) {
  const { t, language } = useTexts();
  if (isNoneChosen)
    return (
      <EmptyState
        icon="mdi-checkbox-multiple-blank-outline"
        title={t('dashboard.emptyNoneChosen')}
        text={t('dashboard.emptyNoneChosenText')}
        actions={<TextButton onClick={onChooseAll}>{t('dashboard.chooseAll')}</TextButton>}
      />
    );
  const isSilent = summary?.platformList.every(({ dataAt }) => dataAt === null) ?? false;
  if (isSilent)
    return (
      <EmptyState
        icon="mdi-timer-sand"
        title={t('dashboard.emptySilent')}
        text={t('dashboard.emptySilentText')}
      />
    );
  const objectType = labelOf(objectTypeKey(conditions.objectType), language);
  return (
    <EmptyState title={t('dashboard.emptyObjects', { objectType })} text={t('dashboard.emptyObjectsText')} />
  );
}

export function MapSkeleton() {
  const t = useT();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('dashboard.loading')}>
      <Skeleton height="100%" />
    </div>
  );
}

export function DashboardSkeleton() {
  const t = useT();
  return (
    <div className={classes.first} role="status" aria-label={t('dashboard.loading')}>
      <Skeleton height={134} />
      <Skeleton height={160} />
      <Skeleton height="100%" />
    </div>
  );
}

interface FoldPanelProps {
  readonly title: string;
  readonly note: string;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  /** Content at the end of the header, also visible when the panel is folded. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

export function FoldPanel({ title, note, isExpanded, onToggle, end, children }: FoldPanelProps) {
  const bodyId = useId();
  return (
    <section className={`${fold.panel} ${isExpanded ? fold.expanded : ''}`} aria-label={title}>
      <div className={fold.head}>
        <h2 className={fold.heading}>
          <button
            type="button"
            className={fold.toggle}
            aria-expanded={isExpanded}
            aria-controls={bodyId}
            onClick={onToggle}
          >
            <Icon name={isExpanded ? 'mdi-chevron-down' : 'mdi-chevron-right'} />
            <span className={fold.title}>{title}</span>
            <span className={fold.note}>{note}</span>
          </button>
        </h2>
        {end}
      </div>
      <div id={bodyId} hidden={!isExpanded} className={fold.body}>
        {isExpanded && children}
      </div>
    </section>
  );
}
