import { watchTheme } from '../chart/chart-theme.ts';
import { watchGestures, watchPixelRatio } from './browser-events.ts';
import { slotAfterKey, slotByName, TypedName } from './keyboard.ts';
import { type Box, groupAt } from './layout/geometry.ts';
import type { TileData } from './layout/tile-data.ts';
import { clampScroll, type Point, revealScroll } from './layout/viewport.ts';
import { type MapPosition, positionToText } from './map-position.ts';
import { type GroupNotes, headerTop } from './paint/paint-labels.ts';
import { TileMapPainter } from './paint/tile-map-painter.ts';
import type { TileColour } from './tile-class.ts';
import { TileMapModel } from './tile-map-model.ts';

export interface TileMapElements {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  /** As large as the content, so that the browser shows its own scroll bars. */
  readonly spacer: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly hoverRing: HTMLElement;
  readonly cursorRing: HTMLElement;
}

/** A tile with a card, and its position in the window. */
export interface ShownTile {
  readonly index: number;
  readonly box: Box;
}

export interface ZoomState {
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
}

export interface TileMapEvents {
  readonly onShow: (tile: ShownTile | undefined) => void;
  readonly onCursor: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly onOpenGroup: (place: number) => void;
  readonly onZoom: (zoom: ZoomState) => void;
  /** Called when another part of the map is visible and movement has ended; undefined: the whole map. */
  readonly onPosition: (position: MapPosition | undefined) => void;
}

const SETTLED_MS = 120;

/** The map in the page: scrolling, pointers, keys. The model holds the content, the painter draws it. */
export class TileMapView {
  readonly #elements: TileMapElements;
  readonly #events: TileMapEvents;
  readonly #model = new TileMapModel();
  readonly #painter: TileMapPainter;
  readonly #end = new AbortController();
  readonly #typed = new TypedName();
  #frameRequest = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** The pointer's position in the window, while it is over the map and not pressed. */
  #pointer: Point | undefined;
  #hoverSlot = -1;
  #shown: 'pointer' | 'cursor' | undefined;
  /** Applied once there are data and a size. */
  #wantedPosition: MapPosition | undefined;
  #reportedPosition = '';

  constructor(elements: TileMapElements, events: TileMapEvents) {
    this.#elements = elements;
    this.#events = events;
    this.#painter = new TileMapPainter(elements.canvas);
    const { signal } = this.#end;
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(elements.root);
    resized.observe(elements.scroller);
    signal.addEventListener('abort', () => resized.disconnect());
    watchPixelRatio(() => this.#resize(), signal);
    // Style sheets do not apply inside a canvas.
    const unwatchTheme = watchTheme(() => {
      this.#painter.forgetColours();
      this.#requestPaint();
    });
    signal.addEventListener('abort', unwatchTheme);
    const onFont = () => {
      this.#painter.forgetTexts();
      this.#requestPaint();
    };
    // Absent in documents without fonts, as in tests.
    document.fonts?.addEventListener('loadingdone', onFont, { signal });
    elements.scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    elements.canvas.addEventListener('keydown', (event) => this.#keyDown(event), { signal });
    elements.canvas.addEventListener('blur', () => this.#leftByKeyboard(), { signal });
    watchGestures(
      elements.scroller,
      elements.canvas,
      {
        onMove: (point) => this.#pointTo(point),
        onLeave: () => this.#pointTo(undefined),
        onPan: (dx, dy) => elements.scroller.scrollBy(-dx, -dy),
        onClick: (point) => this.#click(point),
        onDoubleClick: (point) => {
          if (this.#slotAtPoint(point) < 0) this.resetZoom();
        },
        onZoom: (factor, point) => this.#zoom((anchor) => this.#model.zoomBy(factor, anchor), point),
      },
      signal,
    );
    this.#resize();
  }

  dispose(): void {
    this.#end.abort();
    cancelAnimationFrame(this.#frameRequest);
    clearTimeout(this.#settling);
  }

  setData(data: TileData, colour: TileColour): void {
    if (data === this.#model.data) this.#model.setColour(colour);
    else this.#model.setData(data, colour);
    this.#fitSpacer();
    this.#goToPosition();
    this.#requestPaint();
  }

  /** Restores an earlier position. A position that this view reported changes nothing. */
  setPosition(position: MapPosition | undefined): void {
    const text = position ? positionToText(position) : '';
    if (text === this.#reportedPosition) return;
    this.#reportedPosition = text;
    this.#wantedPosition = position ?? { pitchPx: 0, x: 0, y: 0 };
    this.#goToPosition();
  }

  #goToPosition(): void {
    const { scroller } = this.#elements;
    const position = this.#wantedPosition;
    if (!position || this.#model.slotCnt === 0 || scroller.clientWidth === 0) return;
    this.#wantedPosition = undefined;
    this.#model.zoomTo(position.pitchPx * this.#model.pixelRatio);
    this.#fitSpacer();
    const { geometry, pixelRatio } = this.#model;
    scroller.scrollTo(
      (position.x * geometry.width) / pixelRatio - scroller.clientWidth / 2,
      (position.y * geometry.height) / pixelRatio - scroller.clientHeight / 2,
    );
    this.#requestPaint();
  }

  #reportPosition(): void {
    const { scroller } = this.#elements;
    const { geometry, pixelRatio, isZoomed } = this.#model;
    if (this.#wantedPosition || this.#model.slotCnt === 0) return;
    const isWhole = !isZoomed && scroller.scrollLeft === 0 && scroller.scrollTop === 0;
    const middle = (scroll: number, view: number, whole: number) =>
      ((scroll + view / 2) * pixelRatio) / Math.max(1, whole);
    const position = isWhole
      ? undefined
      : {
          pitchPx: isZoomed ? geometry.pitch / pixelRatio : 0,
          x: middle(scroller.scrollLeft, scroller.clientWidth, geometry.width),
          y: middle(scroller.scrollTop, scroller.clientHeight, geometry.height),
        };
    const text = position ? positionToText(position) : '';
    if (text === this.#reportedPosition) return;
    this.#reportedPosition = text;
    this.#events.onPosition(position);
  }

  setGroupNotes(groupNotes: GroupNotes): void {
    this.#painter.groupNotes = groupNotes;
    this.#painter.forgetTexts();
    this.#requestPaint();
  }

  zoomStep(direction: 1 | -1): void {
    const bounds = this.#elements.canvas.getBoundingClientRect();
    const middle = { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 };
    this.#zoom((anchor) => this.#model.zoomStep(direction, anchor), middle);
  }

  resetZoom(): void {
    this.#model.resetZoom();
    this.#fitSpacer();
    this.#elements.scroller.scrollTo(0, 0);
    this.#move();
  }

  #resize(): void {
    const { root, scroller, canvas } = this.#elements;
    // The width without the bar, whose space is reserved; the height with it, or the layout would change.
    this.#model.resize(scroller.clientWidth, root.clientHeight, devicePixelRatio);
    canvas.style.width = `${scroller.clientWidth}px`;
    canvas.style.height = `${scroller.clientHeight}px`;
    this.#fitSpacer();
    this.#goToPosition();
    // At once: a canvas that waits a frame for its new size looks stretched.
    this.#paint();
  }

  #fitSpacer(): void {
    const { scroller, spacer } = this.#elements;
    const { geometry, pixelRatio } = this.#model;
    const [widthPx, heightPx] = [geometry.width / pixelRatio, geometry.height / pixelRatio];
    spacer.style.width = widthPx <= scroller.clientWidth + 0.5 ? '100%' : `${widthPx}px`;
    spacer.style.height = heightPx <= scroller.clientHeight + 0.5 ? '100%' : `${heightPx}px`;
    this.#events.onZoom({ canZoomIn: this.#model.canZoomIn, canZoomOut: this.#model.isZoomed });
  }

  #requestPaint(): void {
    if (this.#frameRequest !== 0) return;
    this.#frameRequest = requestAnimationFrame(() => {
      this.#frameRequest = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const { scroller } = this.#elements;
    const { pixelRatio } = this.#model;
    const view = {
      ...this.#scroll(),
      width: Math.floor(scroller.clientWidth * pixelRatio),
      height: Math.floor(scroller.clientHeight * pixelRatio),
    };
    this.#painter.paint(this.#model, view, this.#settling !== undefined);
    this.#refreshHover();
    this.#placeRing(this.#elements.hoverRing, this.#hoverSlot);
    this.#placeRing(this.#elements.cursorRing, this.#model.cursorSlot);
  }

  #scroll(): { readonly scrollX: number; readonly scrollY: number } {
    const { scroller } = this.#elements;
    const { pixelRatio } = this.#model;
    return {
      scrollX: Math.round(scroller.scrollLeft * pixelRatio),
      scrollY: Math.round(scroller.scrollTop * pixelRatio),
    };
  }

  /** Paints a frame of a movement; the frame after the last one paints everything. */
  #move(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#requestPaint();
      this.#reportPosition();
    }, SETTLED_MS);
    this.#requestPaint();
  }

  #scrolled(): void {
    // Also after the map has scrolled to show the tile.
    if (this.#shown === 'cursor') this.#showCursor();
    this.#move();
  }

  /** The card stays at the focused tile while that is visible. */
  #showCursor(): void {
    const slot = this.#model.cursorSlot;
    const top = slot < 0 ? -1 : this.#boxInView(slot).top;
    const isVisible = top >= 0 && top < this.#elements.scroller.clientHeight;
    this.#show(isVisible ? 'cursor' : undefined, slot);
  }

  #placeRing(ring: HTMLElement, slot: number): void {
    if (slot < 0) {
      ring.hidden = true;
      return;
    }
    const box = this.#boxInView(slot);
    ring.hidden = false;
    ring.style.width = `${box.width}px`;
    ring.style.height = `${box.height}px`;
    ring.style.transform = `translate(${box.left}px, ${box.top}px)`;
  }

  /** In CSS pixels from the canvas's corner. */
  #boxInView(slot: number): Box {
    const { pixelRatio } = this.#model;
    const { scrollX, scrollY } = this.#scroll();
    const { left, top, width, height } = this.#model.boxOf(slot);
    return {
      left: (left - scrollX) / pixelRatio,
      top: (top - scrollY) / pixelRatio,
      width: width / pixelRatio,
      height: height / pixelRatio,
    };
  }

  /** A point of the window, in device pixels of the content. */
  #inContent(point: Point): Point {
    const bounds = this.#elements.canvas.getBoundingClientRect();
    const { pixelRatio } = this.#model;
    const { scrollX, scrollY } = this.#scroll();
    return {
      x: Math.floor((point.x - bounds.left) * pixelRatio) + scrollX,
      y: Math.floor((point.y - bounds.top) * pixelRatio) + scrollY,
    };
  }

  /** The group with a page whose header is at the point, or -1. */
  #linkedGroupAt(point: Point): number {
    const { geometry, layout, data } = this.#model;
    const { x, y } = this.#inContent(point);
    const group = groupAt(layout, geometry, x, y);
    if (group < 0 || !data.groups[group]?.hasPage) return -1;
    const top = headerTop(geometry, layout.shelfOf[group] ?? 0, this.#scroll().scrollY);
    return y >= top && y < top + geometry.headerHeight ? group : -1;
  }

  #slotAtPoint(point: Point): number {
    const { geometry, layout } = this.#model;
    const { scrollY } = this.#scroll();
    const { x, y } = this.#inContent(point);
    const slot = this.#model.slotAt(x, y);
    if (slot < 0) return -1;
    // A sticky header covers tiles of its group.
    const group = this.#model.data.groupOf[this.#model.indexOf(slot)] ?? 0;
    const top = headerTop(geometry, layout.shelfOf[group] ?? 0, scrollY);
    return y < top + geometry.headerHeight ? -1 : slot;
  }

  #pointTo(point: Point | undefined): void {
    this.#pointer = point;
    if (!point && this.#shown === 'cursor') return;
    this.#refreshHover();
    this.#placeRing(this.#elements.hoverRing, this.#hoverSlot);
    const isOverLink = this.#hoverSlot >= 0 || (point !== undefined && this.#linkedGroupAt(point) >= 0);
    this.#elements.canvas.toggleAttribute('data-over-link', isOverLink);
  }

  /** Also after data or position changed under a resting pointer. */
  #refreshHover(): void {
    const slot = this.#pointer ? this.#slotAtPoint(this.#pointer) : -1;
    this.#hoverSlot = slot;
    if (slot >= 0) this.#show('pointer', slot);
    else if (this.#shown === 'pointer') this.#show(undefined, -1);
  }

  #show(by: 'pointer' | 'cursor' | undefined, slot: number): void {
    this.#shown = by;
    if (!by) {
      this.#events.onShow(undefined);
      return;
    }
    const bounds = this.#elements.canvas.getBoundingClientRect();
    const box = this.#boxInView(slot);
    this.#events.onShow({
      index: this.#model.indexOf(slot),
      box: { ...box, left: bounds.left + box.left, top: bounds.top + box.top },
    });
  }

  #click(point: Point): void {
    const slot = this.#slotAtPoint(point);
    if (slot < 0) {
      const group = this.#linkedGroupAt(point);
      if (group >= 0) this.#events.onOpenGroup(group);
      return;
    }
    this.#model.cursorSlot = slot;
    this.#requestPaint();
    this.#events.onOpen(this.#model.indexOf(slot));
  }

  #zoom(change: (anchor: Point) => Point, at: Point): void {
    const { scroller, canvas } = this.#elements;
    const bounds = canvas.getBoundingClientRect();
    const { pixelRatio } = this.#model;
    const { scrollX, scrollY } = this.#scroll();
    const inView = { x: (at.x - bounds.left) * pixelRatio, y: (at.y - bounds.top) * pixelRatio };
    const moved = change({ x: scrollX + inView.x, y: scrollY + inView.y });
    this.#fitSpacer();
    const { geometry } = this.#model;
    scroller.scrollTo(
      clampScroll(moved.x - inView.x, geometry.width, scroller.clientWidth * pixelRatio) / pixelRatio,
      clampScroll(moved.y - inView.y, geometry.height, scroller.clientHeight * pixelRatio) / pixelRatio,
    );
    this.#move();
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (this.#handleKey(event)) event.preventDefault();
  }

  #handleKey({ key, shiftKey, timeStamp }: KeyboardEvent): boolean {
    const slot = this.#model.cursorSlot;
    if (key === 'Enter') {
      if (slot >= 0) this.#openWithKey(this.#model.indexOf(slot), shiftKey);
      return slot >= 0;
    }
    if (key === 'Escape') {
      const wasShown = this.#shown !== undefined;
      this.#pointer = undefined;
      this.#show(undefined, -1);
      return wasShown;
    }
    // The time of the key press: a busy page handles it late.
    const typed = this.#typed.add(key, timeStamp);
    // These keys zoom at the beginning; inside a name they are characters of it.
    if (typed?.length === 1 && /[0+=-]/.test(typed)) {
      this.#typed.clear();
      if (key === '0') this.resetZoom();
      else this.zoomStep(key === '-' ? -1 : 1);
      return true;
    }
    if (typed !== undefined) {
      const { data, arrangement } = this.#model;
      // A first letter finds the next tile; the letters after it may match the current tile.
      const fromSlot = typed.length === 1 ? slot + 1 : Math.max(0, slot);
      const found = slotByName(data.names, arrangement.indexOfSlot, fromSlot, typed);
      if (found !== undefined) this.#moveCursor(found);
      return true;
    }
    const { scene, geometry, pixelRatio } = this.#model;
    const pageRows = Math.floor((this.#elements.scroller.clientHeight * pixelRatio) / geometry.pitch);
    const next = slotAfterKey(scene, Math.max(0, slot), key, pageRows - 1);
    if (next === undefined) return false;
    // The first key enters the map instead of moving in it.
    this.#moveCursor(slot < 0 && key !== 'End' ? 0 : next);
    return true;
  }

  /** Enter opens the tile, with Shift its group. */
  #openWithKey(index: number, isShifted: boolean): void {
    const { data } = this.#model;
    const group = data.groupOf[index] ?? -1;
    if (!isShifted) this.#events.onOpen(index);
    else if (data.groups[group]?.hasPage) this.#events.onOpenGroup(group);
  }

  #moveCursor(slot: number): void {
    this.#model.cursorSlot = slot;
    this.#pointer = undefined;
    this.#hoverSlot = -1;
    this.#reveal(this.#model.boxOf(slot));
    this.#paint();
    this.#show('cursor', slot);
    this.#events.onCursor(this.#model.indexOf(slot));
  }

  #reveal(box: Box): void {
    const { scroller } = this.#elements;
    const { pixelRatio, geometry } = this.#model;
    const { scrollX, scrollY } = this.#scroll();
    const margin = Math.round(4 * pixelRatio);
    const x = revealScroll(
      scrollX,
      box.left - margin,
      box.left + box.width + margin,
      scroller.clientWidth * pixelRatio,
      0,
    );
    const y = revealScroll(
      scrollY,
      box.top,
      box.top + box.height + margin,
      scroller.clientHeight * pixelRatio,
      geometry.headerHeight,
    );
    if (x !== scrollX || y !== scrollY) scroller.scrollTo(x / pixelRatio, y / pixelRatio);
  }

  #leftByKeyboard(): void {
    if (this.#shown === 'cursor') this.#show(undefined, -1);
  }
}
