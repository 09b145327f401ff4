import { monResults } from '@gwanje/contract/objects/object-states';
import { sortByKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { LongName } from '@gwanje/ui/list/long-name';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { type KeyboardEvent, memo, useDeferredValue, useMemo } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { figureText, isPercent } from '#entities/dashboard/model/figures.ts';
import { tileKindName } from '#entities/dashboard/model/group-tiles.ts';
import { valueAt } from '#entities/dashboard/model/shown-objects.ts';
import { stateDisplayOf } from '#entities/dashboard/model/state-display.ts';
import { topIndexes } from '#entities/dashboard/model/top-objects.ts';
import { PanelFrame, type ShownObjectsProps } from './map-panel.tsx';
import classes from './top-list.module.css';

const SHOWN_CNT = 50;
/** The rows of the first render, about one screen; the others render later. */
const FIRST_CNT = 20;

/** The first objects of the map's response, in the same order. */
export const TopList = memo(function TopList(props: ShownObjectsProps) {
  const { conditions, objects, isOutdated, onOpen } = props;
  const { t, language } = useTexts();
  const { sortBy } = conditions;
  const isState = stateDisplayOf(sortBy) !== undefined;
  const isGrouped = conditions.groupBy !== 'none';
  const { tileKind, data, values } = objects;
  const top = useMemo(() => topIndexes(values, { isState, cnt: SHOWN_CNT }), [values, isState]);
  const drawnCnt = useDeferredValue(SHOWN_CNT, FIRST_CNT);
  const typeName = tileKindName(conditions, language);
  const sortName = labelOf(sortByKey(sortBy), language);

  return (
    <PanelFrame
      title={t('dashboard.top', { objectType: typeName })}
      note=""
      // If the list is sorted by state, the column already shows it.
      end={!isState && <span className={classes.sort}>{sortName}</span>}
      isOutdated={isOutdated}
    >
      <div className={classes.head} aria-hidden="true">
        <span>{typeName}</span>
        <span>{isState ? sortName : t('dashboard.topValue')}</span>
      </div>
      <ol className={classes.list} onKeyDown={moveFocus}>
        {top.slice(0, drawnCnt).map((index) => {
          const id = data.ids[index] ?? 0;
          const name = data.names[index] ?? '';
          // Many containers have the same name: the group distinguishes them.
          const group = isGrouped ? data.groups[data.groupOf[index] ?? -1]?.name : undefined;
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.row}
                title={group ? `${name} · ${group}` : name}
                disabled={id < 0}
                onClick={() => onOpen(tileKind, id)}
              >
                <span className={classes.name}>
                  <bdi>
                    <LongName text={name} />
                  </bdi>
                  {group && <bdi className={classes.group}>{lastPart(group)}</bdi>}
                </span>
                <Figure conditions={conditions} objects={objects} index={index} />
              </button>
            </li>
          );
        })}
      </ol>
      {top.length === 0 && <p className={classes.empty}>{t('dashboard.topEmpty')}</p>}
    </PanelFrame>
  );
});

/** The last part of 'cluster/namespace/pod' distinguishes the rows in little space. */
function lastPart(group: string): string {
  return group.slice(group.lastIndexOf('/') + 1);
}

type FigureProps = Pick<ShownObjectsProps, 'conditions' | 'objects'> & { readonly index: number };

function Figure({ conditions: { sortBy }, objects, index }: FigureProps) {
  const { t, language } = useTexts();
  const { data, colour, values } = objects;
  const value = valueAt(values, index);
  const text = figureText(sortBy, value, { t, language });
  if (colour.by === 'state') {
    const drawn = monResults[data.monResults[index] ?? -1];
    const appearance = monResultAppearance(drawn ?? 'unmonitored', { t, language });
    return <Chip {...appearance} label={text} />;
  }
  const isStale = (data.stale[index] ?? 0) !== 0;
  const share = Math.min(1, Math.max(0, (value ?? 0) / colour.max));
  const level = isPercent(sortBy) ? usageLevel(value) : 'figure';
  return (
    <>
      <span
        className={isStale ? classes.stale : undefined}
        title={isStale ? t('dashboard.collectionStopped') : undefined}
      >
        {text}
      </span>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes[isStale ? 'staleFill' : level]} style={{ width: `${share * 100}%` }} />
      </span>
    </>
  );
}

/** Fifty rows are one tab stop; the arrow keys move between rows. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')];
  const at = rows.indexOf(document.activeElement);
  const next = rows[at + step];
  if (at === -1 || !(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
