import { type KindKey, kinds, shortLabelOf } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { LongName } from '@gwanje/ui/list/long-name';
import { Fragment, type KeyboardEvent, useEffect, useRef } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './command-palette.module.css';
import { type PaletteEntry, type PaletteSection, placeText } from './palette-entries.ts';
import type { FoundObject } from './recent-places.ts';

interface PaletteListProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly active: number;
  readonly onPoint: (entry: PaletteEntry) => void;
  readonly onOpen: (entry: PaletteEntry) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function PaletteList({ id, entries, active, onPoint, onOpen, onKeyDown }: PaletteListProps) {
  const { t, language } = useTexts();
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = listRef.current;
    // Scrolls the heading above the first entry into view too.
    if (active === 0) list?.scrollTo({ top: 0 });
    else list?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (entries.length === 0) return null;
  return (
    <div className={classes.list} id={id} role="listbox" aria-label={t('header.palette')} ref={listRef}>
      {entries.map((entry, at) => (
        <Fragment key={entry.key}>
          {entries[at - 1]?.section !== entry.section && (
            <div className={classes.section} role="presentation">
              {isKind(entry.section) ? kinds[entry.section].labels[language] : t(`palette.${entry.section}`)}
            </div>
          )}
          <div
            id={`${id}-${at}`}
            data-index={at}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={classes.entry}
            onMouseMove={() => at !== active && onPoint(entry)}
            onClick={() => onOpen(entry)}
            onKeyDown={onKeyDown}
          >
            <Icon name={entry.icon} size={18} className={classes.icon} />
            <bdi className={classes.title} title={entry.title}>
              <LongName text={entry.title} />
            </bdi>
            {entry.place.kind === 'object' && (
              <About found={entry.place.found} isKindShown={!isKind(entry.section)} />
            )}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function isKind(section: PaletteSection): section is PaletteSection & KindKey {
  return section in kinds;
}

interface AboutProps {
  readonly found: FoundObject;
  /** False: the heading shows the kind. */
  readonly isKindShown: boolean;
}

/** The location, the kind and the state of an object. */
function About({ found, isKindShown }: AboutProps) {
  const { t, language } = useTexts();
  const place = placeText(found);
  return (
    <>
      {place && (
        <bdi className={classes.place} title={place}>
          {place}
        </bdi>
      )}
      {isKindShown && found.kind !== 'cluster' && (
        <span className={classes.kind}>{shortLabelOf(found.kind, language)}</span>
      )}
      {found.deletedAt !== null ? (
        <Chip colour="grey" icon="mdi-delete-outline" label={t('palette.deletedMark')} />
      ) : (
        found.monResult && <StateCell {...monResultAppearance(found.monResult, { t, language })} />
      )}
    </>
  );
}
