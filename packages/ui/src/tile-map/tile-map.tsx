import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { HoverCard } from './hover-card.tsx';
import type { TileData } from './layout/tile-data.ts';
import type { MapPosition } from './map-position.ts';
import type { GroupNotes } from './paint/paint-labels.ts';
import palette from './paint/palette.module.css';
import { countStates, type StateCounts, type TileColour } from './tile-class.ts';
import classes from './tile-map.module.css';
import { type ShownTile, type TileMapElements, TileMapView, type ZoomState } from './tile-map-view.ts';

export interface TileMapTexts {
  readonly label: string;
  /** How keys move through the map; screen readers read it once, on focus. */
  readonly keys: string;
  readonly summary: (counts: StateCounts, totalCnt: number) => string;
  readonly groupNotes: GroupNotes;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly resetZoom: string;
}

interface TileMapProps {
  /** New data needs a new object: changes inside the columns are not observed. */
  readonly data: TileData;
  readonly colour: TileColour;
  readonly texts: TileMapTexts;
  readonly renderCard: (index: number) => ReactNode;
  /** A tile as text, for screen readers. */
  readonly describe: (index: number) => string;
  readonly onOpen: (index: number) => void;
  /** Called with the place of a group that has a page. */
  readonly onOpenGroup?: ((place: number) => void) | undefined;
  /** The part of the map to show; undefined: the whole map. Without `onPosition` the map stores it itself. */
  readonly position?: MapPosition | undefined;
  readonly onPosition?: ((position: MapPosition | undefined) => void) | undefined;
}

/** One tile per object, on a canvas. Fills its container, which needs a height. */
export function TileMap(props: TileMapProps) {
  const { data, colour, texts, renderCard, describe, onOpen, onOpenGroup, position, onPosition } = props;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hoverRing = useRef<HTMLDivElement>(null);
  const cursorRing = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<TileMapView>();
  const [shown, setShown] = useState<ShownTile>();
  const [zoom, setZoom] = useState<ZoomState>({ canZoomIn: true, canZoomOut: false });
  const [announced, setAnnounced] = useState('');
  const summaryId = useId();

  const announce = useEffectEvent((index: number) => setAnnounced(describe(index)));
  const open = useEffectEvent((index: number) => onOpen(index));
  const openGroup = useEffectEvent((place: number) => onOpenGroup?.(place));
  const report = useEffectEvent((next: MapPosition | undefined) => onPosition?.(next));
  useLayoutEffect(() => {
    const elements = {
      root: root.current,
      scroller: scroller.current,
      spacer: spacer.current,
      canvas: canvas.current,
      hoverRing: hoverRing.current,
      cursorRing: cursorRing.current,
    };
    if (!areMounted(elements)) return;
    const made = new TileMapView(elements, {
      onShow: (tile) => setShown((before) => (isSameTile(before, tile) ? before : tile)),
      onCursor: announce,
      onOpen: open,
      onOpenGroup: openGroup,
      onZoom: (next) =>
        setZoom((before) =>
          before.canZoomIn === next.canZoomIn && before.canZoomOut === next.canZoomOut ? before : next,
        ),
      onPosition: report,
    });
    setView(made);
    return () => made.dispose();
  }, []);

  useLayoutEffect(() => view?.setData(data, colour), [view, data, colour]);
  const isPositioned = onPosition !== undefined;
  useLayoutEffect(
    () => (isPositioned ? view?.setPosition(position) : undefined),
    [view, position, isPositioned],
  );
  useEffect(() => view?.setGroupNotes(texts.groupNotes), [view, texts.groupNotes]);

  const counts = useMemo(() => countStates(data.monResults), [data]);
  const isShown = shown !== undefined && shown.index >= 0 && shown.index < data.ids.length;

  return (
    <div ref={root} className={`${classes.map} ${palette.palette}`}>
      <div ref={scroller} className={classes.scroller}>
        <div ref={spacer} className={classes.spacer}>
          <div className={classes.sheet}>
            {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it has keys of its own, which only this role hands over */}
            <canvas
              ref={canvas}
              className={classes.canvas}
              role="application"
              tabIndex={0}
              aria-label={texts.label}
              aria-describedby={summaryId}
            />
          </div>
        </div>
      </div>
      <div className={classes.rings}>
        <div ref={hoverRing} className={`${classes.ring} ${classes.hover}`} hidden />
        <div ref={cursorRing} className={`${classes.ring} ${classes.cursor}`} hidden />
      </div>
      <p id={summaryId} className={classes.hiddenText}>
        {`${texts.summary(counts, data.ids.length)} ${texts.keys}`}
      </p>
      <p className={classes.hiddenText} aria-live="polite">
        {announced}
      </p>
      <div className={classes.tools} data-zoomed={zoom.canZoomOut || undefined}>
        {tool('mdi-minus', texts.zoomOut, zoom.canZoomOut, () => view?.zoomStep(-1))}
        {tool('mdi-plus', texts.zoomIn, zoom.canZoomIn, () => view?.zoomStep(1))}
        {tool('mdi-fit-to-page-outline', texts.resetZoom, zoom.canZoomOut, () => view?.resetZoom())}
      </div>
      {isShown && <HoverCard box={shown.box}>{renderCard(shown.index)}</HoverCard>}
    </div>
  );
}

function tool(icon: IconName, label: string, isEnabled: boolean, onClick: () => void) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      disabled={!isEnabled}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

function isSameTile(a: ShownTile | undefined, b: ShownTile | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.index === b.index && a.box.left === b.box.left && a.box.top === b.box.top && a.box.width === b.box.width
  );
}

function areMounted(
  elements: {
    readonly [Name in keyof TileMapElements]: TileMapElements[Name] | null;
  },
): elements is TileMapElements {
  return Object.values(elements).every((element) => element !== null);
}
