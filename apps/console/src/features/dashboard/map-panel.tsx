import { positionFromText, positionToText } from '@gwanje/ui/tile-map/map-position';
import { memo, type ReactNode, useMemo } from 'react';
import { useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import type { TileKind } from '#entities/dashboard/model/group-tiles.ts';
import { MapLegend, mapNote, mapTitle, ObjectMap } from '#entities/dashboard/object-map.tsx';
import type { ShownAnswer } from '#entities/dashboard/use-shown-objects.ts';
import { MAP_NAME } from './conditions/use-conditions.ts';
import classes from './map-panel.module.css';

export interface ShownObjectsProps extends ShownAnswer {
  readonly onOpen: (kind: TileKind, id: number) => void;
}

export const MapPanel = memo(function MapPanel(props: ShownObjectsProps) {
  const { conditions, objects, isOutdated, onOpen } = props;
  const { t, language } = useTexts();
  const { search, change } = useAddress();
  const placeText = search[MAP_NAME];
  const position = useMemo(() => positionFromText(placeText), [placeText]);
  const title = mapTitle(conditions, { t, language });
  return (
    <PanelFrame
      title={title}
      note={mapNote(conditions, objects, { t, language })}
      end={<MapLegend conditions={conditions} objects={objects} />}
      isOutdated={isOutdated}
    >
      <ObjectMap
        conditions={conditions}
        objects={objects}
        label={title}
        onOpen={onOpen}
        position={position}
        onPosition={(next) => void change({ [MAP_NAME]: next && positionToText(next) }, { replace: true })}
      />
    </PanelFrame>
  );
});

interface PanelFrameProps {
  readonly title: string;
  readonly note: string;
  readonly end?: ReactNode;
  readonly isOutdated?: boolean;
  readonly children: ReactNode;
}

/** A panel as high as its container. */
export function PanelFrame({ title, note, end, isOutdated = false, children }: PanelFrameProps) {
  return (
    <section className={classes.panel} aria-label={title} aria-busy={isOutdated}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.note} title={note}>
          {note}
        </span>
        {end && <div className={classes.end}>{end}</div>}
      </header>
      <div className={`${classes.body} ${isOutdated ? classes.outdated : ''}`}>{children}</div>
    </section>
  );
}
